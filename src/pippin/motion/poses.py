"""Poses on the host: NumPy arrays (..., 7) of a position (x, y, z) [m] and a unit quaternion (x, y, z, w).

A pose says where one frame is in another.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from pippin.utils.checks import check_numbers

IDENTITY = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0])
IDENTITY.setflags(write=False)

NO_TURN = (0.0, 0.0, 0.0, 1.0)
"""Quaternion of the orientation of the frame that is referred to."""


def make_pose(position: ArrayLike, orientation: ArrayLike = NO_TURN) -> np.ndarray:
    """Put a position and a quaternion together; the quaternion is normalised."""
    orientation = np.asarray(orientation, dtype=np.float64)
    unit = orientation / np.linalg.norm(orientation, axis=-1, keepdims=True)
    return np.concatenate([np.asarray(position, dtype=np.float64), unit], axis=-1)


def checked_pose(what: str, position: ArrayLike, orientation: ArrayLike) -> np.ndarray:
    """Put a position and a unit quaternion (x, y, z, w) together, shape (7,).

    Raises:
        TypeError: They hold no real numbers.
        ValueError: They have other shapes, are not finite, or the quaternion is zero.
    """
    pose = np.empty(7)
    pose[:3] = check_numbers(f"The position of the {what}", position, 3).reshape(-1)
    pose[3:] = check_numbers(f"The orientation of the {what}", orientation, 4).reshape(-1)
    norm = float(np.sqrt(pose[3:] @ pose[3:]))
    if norm < 1e-6:
        raise ValueError(f"The orientation of the {what} should be a quaternion, it is {pose[3:].tolist()}.")
    pose[3:] /= norm
    return pose


def compose(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Pose in frame A of what has the pose ``second`` in B, where B has the pose ``first`` in A."""
    position = first[..., :3] + rotate(first[..., 3:], second[..., :3])
    return np.concatenate([position, multiply(first[..., 3:], second[..., 3:])], axis=-1)


def inverse(pose: np.ndarray) -> np.ndarray:
    """Pose of A in B, where B has the pose ``pose`` in A."""
    conjugate = pose[..., 3:] * np.array([-1.0, -1.0, -1.0, 1.0])
    return np.concatenate([-rotate(conjugate, pose[..., :3]), conjugate], axis=-1)


def rotate(orientation: np.ndarray, vector: np.ndarray) -> np.ndarray:
    """Turn vectors (..., 3) by unit quaternions (..., 4)."""
    axis, w = orientation[..., :3], orientation[..., 3:]
    twice = 2.0 * np.cross(axis, vector)
    return vector + w * twice + np.cross(axis, twice)


def multiply(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Product of unit quaternions (..., 4): turn by the second, then by the first. It is normalised."""
    v, w, u, s = first[..., :3], first[..., 3:], second[..., :3], second[..., 3:]
    real = w * s - np.sum(v * u, axis=-1, keepdims=True)
    product = np.concatenate([w * u + s * v + np.cross(v, u), real], axis=-1)
    return product / np.linalg.norm(product, axis=-1, keepdims=True)


def rotation_from_z_to(axis: ArrayLike) -> np.ndarray:
    """Quaternion of a rotation that takes the z-axis to a unit vector, shape (4,)."""
    x, y, z = np.asarray(axis, dtype=np.float64)
    if z < 0.0:  # near -z the formula below has no direction: turn by pi about x, and see what is left
        return multiply(np.array([1.0, 0.0, 0.0, 0.0]), rotation_from_z_to([x, -y, -z]))
    quaternion = np.array([-y, x, 0.0, 1.0 + z])  # (z × axis, 1 + z · axis), the double angle halved
    return quaternion / np.linalg.norm(quaternion)
