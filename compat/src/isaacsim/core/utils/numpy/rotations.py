"""Rotations of many things at once, as quaternions (w, x, y, z), matrices, Euler angles and rotation vectors.

Arguments named ``device`` are accepted for existing code: arrays are NumPy's.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial.transform import Rotation

from isaacsim.core.quaternions import to_wxyz, to_xyzw

__all__ = [
    "deg2rad",
    "euler_angles_to_quats",
    "gf_quat_to_tensor",
    "quats_to_euler_angles",
    "quats_to_rot_matrices",
    "quats_to_rotvecs",
    "rad2deg",
    "rot_matrices_to_quats",
    "rotvecs_to_quats",
    "wxyz2xyzw",
    "xyzw2wxyz",
]


def euler_angles_to_quats(
    euler_angles: ArrayLike, degrees: bool = False, extrinsic: bool = True, device: Any = None
) -> np.ndarray:
    """Give Euler angles about x, y and z, shape (..., 3), as quaternions, shape (..., 4).

    Args:
        euler_angles: Angles [rad, or degrees].
        degrees: Whether they are in degrees.
        extrinsic: Whether the axes are fixed, or turn with the earlier angles.
        device: Accepted for existing code.
    """
    return to_wxyz(Rotation.from_euler(_order(extrinsic), np.asarray(euler_angles, dtype=float), degrees).as_quat())


def quats_to_euler_angles(
    quaternions: ArrayLike, degrees: bool = False, extrinsic: bool = True, device: Any = None
) -> np.ndarray:
    """Give quaternions, shape (..., 4), as Euler angles about x, y and z; see :func:`euler_angles_to_quats`."""
    return _rotation(quaternions).as_euler(_order(extrinsic), degrees)


def quats_to_rot_matrices(quaternions: ArrayLike, device: Any = None) -> np.ndarray:
    """Give quaternions, shape (..., 4), as rotation matrices, shape (..., 3, 3)."""
    return _rotation(quaternions).as_matrix()


def rot_matrices_to_quats(rotation_matrices: ArrayLike, device: Any = None) -> np.ndarray:
    """Give rotation matrices, shape (..., 3, 3), as quaternions, shape (..., 4)."""
    return to_wxyz(Rotation.from_matrix(np.asarray(rotation_matrices, dtype=float)).as_quat())


def quats_to_rotvecs(quaternions: ArrayLike, device: Any = None) -> np.ndarray:
    """Give quaternions, shape (..., 4), as axes times angles [rad], shape (..., 3)."""
    return _rotation(quaternions).as_rotvec()


def rotvecs_to_quats(rotation_vectors: ArrayLike, degrees: bool = False, device: Any = None) -> np.ndarray:
    """Give axes times angles [rad, or degrees], shape (..., 3), as quaternions, shape (..., 4)."""
    return to_wxyz(Rotation.from_rotvec(np.asarray(rotation_vectors, dtype=float), degrees).as_quat())


def xyzw2wxyz(quaternions: ArrayLike, ret_torch: bool = False) -> np.ndarray:
    """Give quaternions (x, y, z, w) as (w, x, y, z)."""
    return to_wxyz(np.asarray(quaternions, dtype=float))


def wxyz2xyzw(quaternions: ArrayLike, ret_torch: bool = False) -> np.ndarray:
    """Give quaternions (w, x, y, z) as (x, y, z, w)."""
    return np.asarray(to_xyzw(quaternions))


def gf_quat_to_tensor(orientation: Any, device: Any = None) -> np.ndarray:
    """Give a quaternion of USD as an array (w, x, y, z)."""
    return np.array([orientation.GetReal(), *orientation.GetImaginary()])


def deg2rad(degree_value: ArrayLike, device: Any = None) -> np.ndarray:
    """Give degrees as radians."""
    return np.deg2rad(degree_value)


def rad2deg(radian_value: ArrayLike, device: Any = None) -> np.ndarray:
    """Give radians as degrees."""
    return np.rad2deg(radian_value)


def _rotation(quaternions: ArrayLike) -> Rotation:
    return Rotation.from_quat(np.asarray(to_xyzw(quaternions)))


def _order(extrinsic: bool) -> str:
    """Order of the axes as SciPy writes it."""
    return "xyz" if extrinsic else "XYZ"
