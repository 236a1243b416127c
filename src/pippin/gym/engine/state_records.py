"""States as records of NumPy arrays, which users see, and as plain numbers."""

from __future__ import annotations

import numpy as np

from ..types import Quat, Transform, Vec3
from ..types.constants import STATE_POS, STATE_VEL
from .asset import pose_array


def as_records(numbers: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Records from rows of numbers; shape (n,) from (n, numbers of a record)."""
    return np.ascontiguousarray(numbers, dtype=np.float32).view(dtype).reshape(len(numbers))


def from_records(records: np.ndarray) -> np.ndarray:
    """Rows of numbers from records; a copy, shape (n, numbers of a record), float32."""
    return np.ascontiguousarray(records).view(np.float32).reshape(len(records), -1).copy()


def masked(states: np.ndarray, flags: int) -> np.ndarray:
    """States of bodies, shape (n, 13), with zeros for what the flags leave out; a copy."""
    states = states.copy()
    if not flags & STATE_POS:
        states[:, :7] = 0.0
    if not flags & STATE_VEL:
        states[:, 7:] = 0.0
    return states


def transform_of(state: np.ndarray) -> Transform:
    """Pose from its seven numbers, and any that follow: shape (7,) or longer."""
    return Transform(Vec3(*state[:3]), Quat(*state[3:7]))


def pose_numbers(pose: Transform) -> np.ndarray:
    """Position [m] and quaternion (x, y, z, w) of a pose, made of length 1, in its frame of reference, shape (7,)."""
    return pose_array(pose)
