"""Orders of quaternions: Isaac Sim writes (w, x, y, z), Pippin (x, y, z, w)."""

from __future__ import annotations

from typing import Any

import numpy as np


def to_xyzw(orientation: Any) -> np.ndarray:
    """Give a quaternion (w, x, y, z) as (x, y, z, w)."""
    return np.roll(np.asarray(orientation, dtype=float).ravel(), -1)


def read_world_pose(thing: Any) -> tuple[Any, np.ndarray]:
    """Give the position of an object and its orientation (x, y, z, w)."""
    position, orientation = thing.get_world_pose()
    return position, to_xyzw(orientation)
