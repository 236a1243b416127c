"""Names of omni.ext and omni.kit.commands: extensions of the application, and its commands."""

from __future__ import annotations

from typing import Any

from .nothing import say_once


class IExt:
    """Base of extensions, which an application would start and stop; nothing does so here."""

    def on_startup(self, ext_id: str) -> None:
        """Begin."""

    def on_shutdown(self) -> None:
        """End."""


def execute(name: str, **kwargs: Any) -> tuple[bool, None]:
    """Refuse a command of the application, and say so once.

    Returns:
        That it failed, and no result.
    """
    say_once(f"omni.kit.commands: '{name}' is a command of Omniverse's application and has no effect.")
    return False, None
