"""Names of omni.ui, and of other modules with windows: whatever is made of them shows nothing."""

from __future__ import annotations

from typing import Any

from .nothing import Nothing, say_once


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    say_once("Windows of omni.ui are not shown: there is no application. Pippin's viewer shows the scene.")
    return type(name, (Nothing,), {"__module__": __name__})
