"""Names of omni.physics.tensors that programs annotate their code with; views come from assets and sensors."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    if name.startswith("__") or not name[0].isupper():
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return type(name, (), {"__module__": __name__, "__doc__": "A kind of view, for annotations."})
