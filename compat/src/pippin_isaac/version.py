"""Which version of Isaac Lab the name ``isaaclab`` stands for."""

from __future__ import annotations

import os
import sys

VARIABLE = "PIPPIN_ISAACLAB"
_VERSIONS = (2, 3)
_chosen: int | None = None


def choose_isaaclab(version: int) -> None:
    """Choose what ``import isaaclab`` gives in this program; without a choice, it is version 3.

    Args:
        version: 2 for quaternions (w, x, y, z) and torch tensors, 3 for quaternions (x, y, z, w) and Warp arrays.

    Raises:
        ValueError: There is no such version.
        RuntimeError: Another version was imported already.
    """
    global _chosen
    _require_version(version, "version")
    if "isaaclab" in sys.modules and version != chosen_isaaclab():
        raise RuntimeError(
            f"isaaclab was imported as version {chosen_isaaclab()} already: call choose_isaaclab({version}) before the "
            f"first import of isaaclab, or set {VARIABLE}={version} in the environment."
        )
    _chosen = version


def chosen_isaaclab() -> int:
    """Version that ``isaaclab`` stands for: the one chosen, or that of the environment variable, or 3.

    Raises:
        ValueError: The environment variable holds something else.
    """
    if _chosen is not None:
        return _chosen
    text = os.environ.get(VARIABLE, "3")
    return _require_version(int(text) if text.isdecimal() else text, VARIABLE)


def _require_version(version: object, name: str) -> int:
    if version not in _VERSIONS:
        raise ValueError(f"'{name}' should be 2 or 3, the versions of Isaac Lab that Pippin serves, not {version!r}.")
    return int(version)
