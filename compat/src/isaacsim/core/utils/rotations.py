"""Rotations of one thing, as quaternions (w, x, y, z), matrices and Euler angles."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from pxr import Gf

from .numpy.rotations import (
    euler_angles_to_quats,
    gf_quat_to_tensor,
    quats_to_euler_angles,
    quats_to_rot_matrices,
    rot_matrices_to_quats,
)

__all__ = [
    "euler_angles_to_quat",
    "euler_to_rot_matrix",
    "gf_quat_to_np_array",
    "gf_rotation_to_np_array",
    "lookat_to_quatf",
    "matrix_to_euler_angles",
    "quat_to_euler_angles",
    "quat_to_rot_matrix",
    "rot_matrix_to_quat",
]


def euler_angles_to_quat(euler_angles: ArrayLike, degrees: bool = False, extrinsic: bool = True) -> np.ndarray:
    """Give Euler angles about x, y and z, shape (3,), as a quaternion, shape (4,).

    Args:
        euler_angles: Angles [rad, or degrees].
        degrees: Whether they are in degrees.
        extrinsic: Whether the axes are fixed, or turn with the earlier angles.
    """
    return euler_angles_to_quats(euler_angles, degrees, extrinsic)


def quat_to_euler_angles(quat: ArrayLike, degrees: bool = False, extrinsic: bool = True) -> np.ndarray:
    """Give a quaternion, shape (4,), as Euler angles about x, y and z; see :func:`euler_angles_to_quat`."""
    return quats_to_euler_angles(quat, degrees, extrinsic)


def quat_to_rot_matrix(quat: ArrayLike) -> np.ndarray:
    """Give a quaternion, shape (4,), as a rotation matrix, shape (3, 3)."""
    return quats_to_rot_matrices(quat)


def rot_matrix_to_quat(mat: ArrayLike) -> np.ndarray:
    """Give a rotation matrix, shape (3, 3), as a quaternion, shape (4,)."""
    return rot_matrices_to_quats(mat)


def matrix_to_euler_angles(mat: ArrayLike, degrees: bool = False, extrinsic: bool = True) -> np.ndarray:
    """Give a rotation matrix, shape (3, 3), as Euler angles about x, y and z; see :func:`euler_angles_to_quat`."""
    return quats_to_euler_angles(rot_matrices_to_quats(mat), degrees, extrinsic)


def euler_to_rot_matrix(euler_angles: ArrayLike, degrees: bool = False, extrinsic: bool = True) -> np.ndarray:
    """Give Euler angles about x, y and z as a rotation matrix, shape (3, 3); see :func:`euler_angles_to_quat`."""
    return quats_to_rot_matrices(euler_angles_to_quats(euler_angles, degrees, extrinsic))


def gf_quat_to_np_array(orientation: Any) -> np.ndarray:
    """Give a quaternion of USD as an array (w, x, y, z)."""
    return gf_quat_to_tensor(orientation)


def gf_rotation_to_np_array(orientation: Gf.Rotation) -> np.ndarray:
    """Give a rotation of USD as an array (w, x, y, z)."""
    return gf_quat_to_tensor(orientation.GetQuat())


def lookat_to_quatf(camera: Gf.Vec3f, target: Gf.Vec3f, up: Gf.Vec3f) -> Gf.Quatf:
    """Orientation of a camera that looks along its -z axis at a point, with a direction up in its picture."""
    view = Gf.Matrix4d().SetLookAt(Gf.Vec3d(camera), Gf.Vec3d(target), Gf.Vec3d(up))
    return Gf.Quatf(view.GetInverse().ExtractRotationQuat())
