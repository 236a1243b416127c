"""What an import could not take over, told once per kind instead of once per prim."""

from __future__ import annotations

import logging

logger = logging.getLogger("pippin")


class Notices:
    """Collects remarks on prims during an import and logs each kind of remark once, with a count."""

    def __init__(self) -> None:
        self._paths: dict[tuple[int, str], list[str]] = {}

    def warn(self, text: str, path: str) -> None:
        """Remark on something that makes the simulation differ from what the stage asks for."""
        self._paths.setdefault((logging.WARNING, text), []).append(path)

    def info(self, text: str, path: str) -> None:
        """Remark on something that only tunes another engine."""
        self._paths.setdefault((logging.INFO, text), []).append(path)

    def emit(self) -> None:
        """Log the remarks and forget them."""
        for (level, text), paths in self._paths.items():
            where = f"'{paths[0]}'" if len(paths) == 1 else f"{len(paths)} prims, the first is '{paths[0]}'"
            logger.log(level, "%s (%s).", text, where)
        self._paths.clear()
