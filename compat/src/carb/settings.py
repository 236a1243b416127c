"""Names of carb.settings: settings of Omniverse, which are kept for reading and have no effect."""

from __future__ import annotations

import logging
from typing import Any

__all__ = ["Settings", "get_settings"]

logger = logging.getLogger("pippin")

_values: dict[str, Any] = {}


class Settings:
    """Settings by their paths, such as "/app/window/title". A warning names each that is set."""

    def set(self, path: str, value: Any) -> None:
        """Keep a value."""
        if path not in _values:
            logger.warning("The setting '%s' of Omniverse has no effect.", path)
        _values[path] = value

    set_bool = set_int = set_float = set_string = set_default = set

    def get(self, path: str) -> Any:
        """Value that was set, or None."""
        return _values.get(path)

    def get_as_bool(self, path: str) -> bool:
        """Value that was set, or False."""
        return bool(_values.get(path))

    def get_as_int(self, path: str) -> int:
        """Value that was set, or 0."""
        return int(_values.get(path) or 0)

    def get_as_float(self, path: str) -> float:
        """Value that was set, or 0."""
        return float(_values.get(path) or 0.0)

    def get_as_string(self, path: str) -> str:
        """Value that was set, or an empty string."""
        return str(_values.get(path) or "")


def get_settings() -> Settings:
    """The settings."""
    return Settings()
