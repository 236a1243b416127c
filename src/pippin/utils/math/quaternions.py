"""Rotations of batches: quaternions (x, y, z, w), matrices, Euler angles, rotation vectors.

Quaternions have shape (..., 4) and are of unit length unless a function says otherwise. ``q`` and ``-q`` are the same
rotation. Leading dimensions broadcast.
"""

from __future__ import annotations

import math
from typing import Literal, TypeVar

import numpy as np
import torch

from .elementary import cross, normalize

Array = TypeVar("Array", torch.Tensor, np.ndarray)

_ROTATION_TOLERANCE = 5e-4
"""How far from 1 the length of a matrix's quaternion may be, so that matrices of rounded numbers are rotations too."""


def identity_quaternion() -> tuple[float, float, float, float]:
    """Return the quaternion of no rotation as numbers, for the default of a config."""
    return (0.0, 0.0, 0.0, 1.0)


def convert_quat(quat: Array, to: Literal["xyzw", "wxyz"] = "xyzw") -> Array:
    """Change the order of the components of quaternions.

    Args:
        quat: Quaternions in the other order, shape (..., 4), torch or NumPy.
        to: Order of the result.

    Raises:
        ValueError: The last dimension is not 4, or the order is unknown.
    """
    if quat.shape[-1] != 4:
        raise ValueError(f"'quat' has shape {tuple(quat.shape)}; expected (..., 4).")
    if to == "xyzw":
        return quat[..., [1, 2, 3, 0]]
    if to == "wxyz":
        return quat[..., [3, 0, 1, 2]]
    raise ValueError(f"There is no order '{to}' of quaternions; there are 'xyzw' and 'wxyz'.")


def quat_unique(q: torch.Tensor) -> torch.Tensor:
    """Choose of ``q`` and ``-q`` the one with w >= 0, shape (..., 4)."""
    return torch.where(q[..., 3:] < 0.0, -q, q)


def quat_conjugate(q: torch.Tensor) -> torch.Tensor:
    """Negate the vector part, shape (..., 4): the inverse rotation.

    Raises:
        ValueError: The last dimension is not 4.
    """
    if q.shape[-1] != 4:
        shape = ", ".join([str(size) for size in q.shape])  # programs compile this function: TorchScript has no tuple()
        raise ValueError(f"'q' has shape ({shape}); expected quaternions of shape (..., 4).")
    return torch.cat((-q[..., :3], q[..., 3:]), dim=-1)


def quat_inv(q: torch.Tensor, eps: float = 1e-9) -> torch.Tensor:
    """Inverse of quaternions of any length, shape (..., 4).

    Args:
        q: Quaternions.
        eps: Smallest squared length to divide by.
    """
    return quat_conjugate(q) / q.square().sum(dim=-1, keepdim=True).clamp_(min=eps)


def quat_mul(q1: torch.Tensor, q2: torch.Tensor) -> torch.Tensor:
    """Hamilton product of quaternions of any length, shape (..., 4): the rotation ``q2``, then ``q1``.

    Raises:
        ValueError: A last dimension is not 4.
    """
    if q1.shape[-1] != 4 or q2.shape[-1] != 4:
        raise ValueError(f"'q1' and 'q2' have shapes {tuple(q1.shape)} and {tuple(q2.shape)}; expected (..., 4).")
    x1, y1, z1, w1 = q1.unbind(-1)
    x2, y2, z2, w2 = q2.unbind(-1)
    return torch.stack(
        (
            w1 * x2 + x1 * w2 + y1 * z2 - z1 * y2,
            w1 * y2 - x1 * z2 + y1 * w2 + z1 * x2,
            w1 * z2 + x1 * y2 - y1 * x2 + z1 * w2,
            w1 * w2 - x1 * x2 - y1 * y2 - z1 * z2,
        ),
        dim=-1,
    )


# Vectors.


def quat_apply(quat: torch.Tensor, vec: torch.Tensor) -> torch.Tensor:
    """Rotate vectors: from the rotated frame to the frame it is rotated in.

    Args:
        quat: Quaternions, shape (..., 4).
        vec: Vectors, shape (..., 3).

    Returns:
        Vectors, shape (..., 3).
    """
    xyz, w = quat[..., :3], quat[..., 3:]
    twice_cross = 2.0 * cross(xyz, vec)
    return vec + w * twice_cross + cross(xyz, twice_cross)


def quat_apply_inverse(quat: torch.Tensor, vec: torch.Tensor) -> torch.Tensor:
    """Rotate vectors back: from the frame that a frame is rotated in to the rotated frame; shapes of quat_apply."""
    xyz, w = quat[..., :3], quat[..., 3:]
    twice_cross = 2.0 * cross(xyz, vec)
    return vec - w * twice_cross + cross(xyz, twice_cross)


def quat_apply_yaw(quat: torch.Tensor, vec: torch.Tensor) -> torch.Tensor:
    """Rotate vectors by the yaw of the rotations alone; shapes of quat_apply."""
    return quat_apply(yaw_quat(quat), vec)


def yaw_quat(quat: torch.Tensor) -> torch.Tensor:
    """Rotation about z by the yaw angle of ``quat`` (roll and pitch left out), shape (..., 4)."""
    x, y, z, w = quat.unbind(-1)
    half_yaw = 0.5 * torch.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    zero = torch.zeros_like(x)
    return torch.stack((zero, zero, half_yaw.sin(), half_yaw.cos()), dim=-1)


# Matrices.


def matrix_from_quat(quaternions: torch.Tensor) -> torch.Tensor:
    """Rotation matrices, shape (..., 3, 3), of quaternions of any length but zero, shape (..., 4)."""
    x, y, z, w = quaternions.unbind(-1)
    s = 2.0 / quaternions.square().sum(dim=-1)
    rows = (
        *(1.0 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)),
        *(s * (x * y + z * w), 1.0 - s * (x * x + z * z), s * (y * z - x * w)),
        *(s * (x * z - y * w), s * (y * z + x * w), 1.0 - s * (x * x + y * y)),
    )
    return torch.stack(rows, dim=-1).unflatten(-1, (3, 3))


def quat_from_matrix(matrix: torch.Tensor) -> torch.Tensor:
    """Quaternions of rotation matrices, with their largest component positive.

    For each component c of a unit quaternion q, the matrix gives ``4 c q``. Dividing by the component that is largest
    is accurate for every rotation (Shepperd, 1978).

    Args:
        matrix: Rotation matrices, shape (..., 3, 3).

    Returns:
        Quaternions, shape (..., 4). That of a matrix that is no rotation is no unit quaternion, but finite: policies
        that act by rows of matrices make such ones.

    Raises:
        ValueError: The last dimensions are not 3 and 3.
    """
    if matrix.shape[-2:] != (3, 3):
        raise ValueError(f"'matrix' has shape {tuple(matrix.shape)}; expected (..., 3, 3).")
    m00, m01, m02, m10, m11, m12, m20, m21, m22 = matrix.flatten(-2).unbind(-1)
    of_w = m21 - m12, m02 - m20, m10 - m01, 1.0 + m00 + m11 + m22
    of_xyz = (
        *(1.0 + m00 - m11 - m22, m01 + m10, m02 + m20, m21 - m12),
        *(m01 + m10, 1.0 - m00 + m11 - m22, m12 + m21, m02 - m20),
        *(m02 + m20, m12 + m21, 1.0 - m00 - m11 + m22, m10 - m01),
    )
    candidates = torch.stack((*of_w, *of_xyz), dim=-1).unflatten(-1, (4, 4))  # w first: it is taken of equal ones
    squares = torch.stack((of_w[3], of_xyz[0], of_xyz[5], of_xyz[10]), dim=-1)
    largest, row = squares.max(dim=-1, keepdim=True)
    chosen = candidates.gather(-2, row.unsqueeze(-1).expand(*row.shape, 4)).squeeze(-2)
    quat = 0.5 * chosen / largest.sqrt()  # four numbers whose sum is 4: the largest is 1 or more
    length = torch.linalg.vector_norm(quat, dim=-1, keepdim=True)
    return torch.where((length - 1.0).abs() <= _ROTATION_TOLERANCE, quat / length, quat)


# Euler angles.


def quat_from_euler_xyz(roll: torch.Tensor, pitch: torch.Tensor, yaw: torch.Tensor) -> torch.Tensor:
    """Quaternions, shape (..., 4), of rotations about the fixed axes x, y and z in this order [rad], shapes (...)."""
    sr, cr = torch.sin(0.5 * roll), torch.cos(0.5 * roll)
    sp, cp = torch.sin(0.5 * pitch), torch.cos(0.5 * pitch)
    sy, cy = torch.sin(0.5 * yaw), torch.cos(0.5 * yaw)
    return torch.stack(
        (
            sr * cp * cy - cr * sp * sy,
            cr * sp * cy + sr * cp * sy,
            cr * cp * sy - sr * sp * cy,
            cr * cp * cy + sr * sp * sy,
        ),
        dim=-1,
    )


def euler_xyz_from_quat(
    quat: torch.Tensor, wrap_to_2pi: bool = False
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Angles about the fixed axes x, y and z, in this order, that make up rotations.

    Args:
        quat: Quaternions, shape (..., 4).
        wrap_to_2pi: Whether the angles are in [0, 2 pi) instead of [-pi, pi].

    Returns:
        Roll, pitch and yaw [rad], each of shape (...). Pitch is within [-pi/2, pi/2] before it is wrapped.
    """
    x, y, z, w = quat.unbind(-1)
    roll = torch.atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))
    pitch = torch.asin((2.0 * (w * y - z * x)).clamp_(-1.0, 1.0))
    yaw = torch.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    if wrap_to_2pi:
        roll, pitch, yaw = (torch.remainder(angle, 2.0 * math.pi) for angle in (roll, pitch, yaw))
    return roll, pitch, yaw


# Axes, angles, rotation vectors.


def quat_from_angle_axis(angle: torch.Tensor, axis: torch.Tensor) -> torch.Tensor:
    """Quaternions of rotations by angles about axes.

    Args:
        angle: Angles [rad], shape (...).
        axis: Axes of any length, shape (..., 3).

    Returns:
        Quaternions, shape (..., 4).
    """
    half = 0.5 * angle.unsqueeze(-1)
    xyz = normalize(axis) * half.sin()
    return torch.cat((xyz, half.cos().expand(*xyz.shape[:-1], 1)), dim=-1)


def quat_from_rotation_vector(vector: torch.Tensor) -> torch.Tensor:
    """Quaternions, shape (..., 4), of rotation vectors (axis times angle [rad]), shape (..., 3).

    Raises:
        ValueError: The last dimension is not 3.
    """
    if vector.shape[-1] != 3:
        raise ValueError(f"'vector' has shape {tuple(vector.shape)}; expected rotation vectors of shape (..., 3).")
    angle = torch.linalg.vector_norm(vector, dim=-1, keepdim=True)
    # sin(angle / 2) / angle, which sinc gives without dividing by 0; torch's sinc(t) is sin(pi t) / (pi t).
    scale = 0.5 * torch.sinc(angle / (2.0 * math.pi))
    return torch.cat((scale * vector, torch.cos(0.5 * angle)), dim=-1)


def axis_angle_from_quat(quat: torch.Tensor, eps: float = 1e-6) -> torch.Tensor:
    """Rotation vectors (axis times angle [rad], at most pi long), shape (..., 3), of quaternions, shape (..., 4).

    Args:
        quat: Quaternions.
        eps: Length of the vector part below which ``angle = 2 * sin(angle / 2)`` is used.
    """
    quat = quat_unique(quat)
    sine = torch.linalg.vector_norm(quat[..., :3], dim=-1, keepdim=True)
    angle = 2.0 * torch.atan2(sine, quat[..., 3:])
    return quat[..., :3] * torch.where(sine > eps, angle / sine.clamp(min=eps), 2.0)


# Differences and interpolation.


def quat_box_minus(q1: torch.Tensor, q2: torch.Tensor) -> torch.Tensor:
    """Rotation vector that takes ``q2`` to ``q1``, in the frame both are rotated in, shape (..., 3) [rad]."""
    return axis_angle_from_quat(quat_mul(q1, quat_conjugate(q2)))


def quat_box_plus(q: torch.Tensor, delta: torch.Tensor, eps: float = 1.0e-6) -> torch.Tensor:
    """Rotate ``q``, shape (..., 4), further by a rotation vector [rad], shape (..., 3), in the frame it is rotated in.

    Inverse of :func:`quat_box_minus`: ``quat_box_plus(q2, quat_box_minus(q1, q2))`` is ``q1``, with w >= 0. ``eps`` is
    accepted for existing code: small angles are exact without it.
    """
    return quat_unique(rotate_quat(q, delta))


def rotate_quat(quat: torch.Tensor, vector: torch.Tensor) -> torch.Tensor:
    """Do what :func:`quat_box_plus` does without a change of sign: a rotation of 0 gives ``quat`` itself."""
    return quat_mul(quat_from_rotation_vector(vector), quat)


def quat_error_magnitude(q1: torch.Tensor, q2: torch.Tensor) -> torch.Tensor:
    """Angle between rotations [rad], in [0, pi], shape (...), of quaternions of shape (..., 4)."""
    return torch.linalg.vector_norm(quat_box_minus(q1, q2), dim=-1)


def quat_slerp(q1: torch.Tensor, q2: torch.Tensor, tau: torch.Tensor | float) -> torch.Tensor:
    """Turn from ``q1`` to ``q2`` on the shortest way at constant speed.

    Args:
        q1: Quaternions at tau = 0, shape (..., 4).
        q2: Quaternions at tau = 1, shape (..., 4).
        tau: How far to turn, in [0, 1], a number or of shape (...).

    Returns:
        Quaternions, shape (..., 4).
    """
    difference = axis_angle_from_quat(quat_mul(q2, quat_conjugate(q1)))
    if isinstance(tau, torch.Tensor):
        tau = tau.unsqueeze(-1)
    return rotate_quat(q1, tau * difference)


def interpolate_rotations(R1: torch.Tensor, R2: torch.Tensor, num_steps: int, axis_angle: bool = True) -> torch.Tensor:
    """Turn from one rotation matrix to another on the shortest way, in equal steps.

    Args:
        R1: First rotation matrix, shape (3, 3).
        R2: Last rotation matrix, shape (3, 3).
        num_steps: Number of steps, at least 1.
        axis_angle: Both values give the same rotations: steps of the rotation vector of the difference are spherical
            linear interpolation. The parameter is there because Isaac Lab has it.

    Returns:
        Rotation matrices, shape (num_steps + 1, 3, 3), the first and the last included.

    Raises:
        ValueError: ``num_steps`` is below 1.
    """
    if num_steps < 1:
        raise ValueError(f"Interpolation takes at least 1 step; num_steps is {num_steps}.")
    tau = torch.linspace(0.0, 1.0, num_steps + 1, dtype=R1.dtype, device=R1.device)
    return matrix_from_quat(quat_slerp(quat_from_matrix(R1), quat_from_matrix(R2), tau))
