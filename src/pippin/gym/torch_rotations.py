"""Rotations in torch as Isaac Gym's helpers do them: quaternions (x, y, z, w), Euler angles, exponential maps.

TorchScript can compile every function, since users call them from functions that they compile. Of the helpers of
:mod:`pippin.utils.math` it cannot compile all, which is why some have a twin here. "Flattened" in a docstring says that
quaternions and vectors need to agree in number only, not in their leading dimensions: users' code relies on it.
"""

from __future__ import annotations

import torch

from pippin.utils.math import copysign, euler_xyz_from_quat, normalize, quat_conjugate, quat_from_euler_xyz

__all__ = [
    "angle_axis_to_exp_map",
    "calc_heading",
    "calc_heading_quat",
    "calc_heading_quat_inv",
    "copysign",
    "euler_xyz_to_exp_map",
    "exp_map_to_angle_axis",
    "exp_map_to_quat",
    "get_basis_vector",
    "get_euler_xyz",
    "my_quat_rotate",
    "normalize",
    "normalize_angle",
    "quat_apply",
    "quat_axis",
    "quat_conjugate",
    "quat_diff_rad",
    "quat_from_angle_axis",
    "quat_from_euler_xyz",
    "quat_mul",
    "quat_rotate",
    "quat_rotate_inverse",
    "quat_to_angle_axis",
    "quat_to_exp_map",
    "quat_to_tan_norm",
    "quat_unit",
    "slerp",
]


def normalize_angle(x: torch.Tensor) -> torch.Tensor:
    """Take angles [rad], shape (...), to [-pi, pi]."""
    return torch.atan2(torch.sin(x), torch.cos(x))


# Quaternions.


def quat_mul(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Hamilton product: the rotation ``b``, then ``a``. Flattened.

    Args:
        a: Quaternions, shape (..., 4), which the result has too.
        b: As many quaternions.
    """
    x1, y1, z1, w1 = a.reshape(-1, 4).unbind(-1)
    x2, y2, z2, w2 = b.reshape(-1, 4).unbind(-1)
    product = torch.stack(
        (
            w1 * x2 + x1 * w2 + y1 * z2 - z1 * y2,
            w1 * y2 - x1 * z2 + y1 * w2 + z1 * x2,
            w1 * z2 + x1 * y2 - y1 * x2 + z1 * w2,
            w1 * w2 - x1 * x2 - y1 * y2 - z1 * z2,
        ),
        dim=-1,
    )
    return product.view(a.shape)


def quat_unit(a: torch.Tensor) -> torch.Tensor:
    """Scale quaternions, shape (..., 4), to length 1."""
    return normalize(a)


def quat_apply(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Rotate vectors by quaternions of length 1. Flattened.

    Args:
        a: Quaternions, shape (..., 4).
        b: As many vectors, shape (..., 3), which the result has too.
    """
    quats = a.reshape(-1, 4)
    vectors = b.reshape(-1, 3)
    xyz = quats[:, :3]
    twice_cross = 2.0 * torch.cross(xyz, vectors, dim=-1)
    return (vectors + quats[:, 3:] * twice_cross + torch.cross(xyz, twice_cross, dim=-1)).view(b.shape)


def quat_rotate(q: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """Rotate vectors, shape (N, 3), by quaternions of length 1, shape (N, 4)."""
    xyz = q[..., :3]
    w = q[..., 3:]
    along = 2.0 * xyz * (xyz * v).sum(dim=-1, keepdim=True)
    return v * (2.0 * w * w - 1.0) + 2.0 * w * torch.cross(xyz, v, dim=-1) + along


def quat_rotate_inverse(q: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """Rotate vectors, shape (N, 3), by the inverse of quaternions of length 1, shape (N, 4)."""
    return quat_rotate(quat_conjugate(q), v)


def my_quat_rotate(q: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """Another name of :func:`quat_rotate`, which task suites have."""
    return quat_rotate(q, v)


def get_basis_vector(q: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """Another name of :func:`quat_rotate`, for vectors that are axes of a frame."""
    return quat_rotate(q, v)


def quat_axis(q: torch.Tensor, axis: int = 0) -> torch.Tensor:
    """Axis x (0), y (1) or z (2) of rotated frames, shape (N, 3), for quaternions of shape (N, 4)."""
    vector = torch.zeros_like(q[..., :3])
    vector[..., axis] = 1.0
    return quat_rotate(q, vector)


def quat_diff_rad(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Angle between rotations [rad], in [0, pi], shape (N,), for quaternions of shape (N, 4)."""
    sine = torch.linalg.vector_norm(quat_mul(a, quat_conjugate(b))[..., :3], dim=-1)
    return 2.0 * torch.asin(torch.clamp(sine, max=1.0))


def slerp(q0: torch.Tensor, q1: torch.Tensor, t: torch.Tensor) -> torch.Tensor:
    """Turn from ``q0`` to ``q1`` on the shortest way at constant speed (Shoemake, 1985).

    Args:
        q0: Quaternions at t = 0, shape (..., 4).
        q1: Quaternions at t = 1, shape (..., 4).
        t: How far to turn, in [0, 1], shape (..., 1) or one that broadcasts with it.
    """
    cosine = (q0 * q1).sum(dim=-1, keepdim=True)
    q1 = torch.where(cosine < 0.0, -q1, q1)
    cosine = cosine.abs().clamp(max=1.0)
    angle = torch.acos(cosine)
    sine = torch.sqrt(1.0 - cosine * cosine)
    turned = (torch.sin((1.0 - t) * angle) * q0 + torch.sin(t * angle) * q1) / sine
    # Where the sine is too small to divide by, the arc is a straight line.
    return torch.where(sine < 1e-3, normalize((1.0 - t) * q0 + t * q1), turned)


# Axes and angles, exponential maps (axis times angle).


def quat_from_angle_axis(angle: torch.Tensor, axis: torch.Tensor) -> torch.Tensor:
    """Quaternions, shape (..., 4), of angles [rad], shape (...), about axes of any length, shape (..., 3)."""
    half = 0.5 * angle.unsqueeze(-1)
    return quat_unit(torch.cat([normalize(axis) * half.sin(), half.cos()], dim=-1))


def quat_to_angle_axis(q: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Angles [rad] in [-pi, pi], shape (...), and axes of length 1, shape (..., 3), of quaternions, shape (..., 4).

    Where the angle is below 1e-5, it is 0 and the axis z.
    """
    sine = torch.linalg.vector_norm(q[..., :3], dim=-1)
    angle = normalize_angle(2.0 * torch.atan2(sine, q[..., 3]))
    return _angle_axis(angle, q[..., :3] / sine.unsqueeze(-1), sine > 1e-5)


def angle_axis_to_exp_map(angle: torch.Tensor, axis: torch.Tensor) -> torch.Tensor:
    """Exponential maps, shape (..., 3), of angles [rad], shape (...), and axes of length 1, shape (..., 3)."""
    return angle.unsqueeze(-1) * axis


def exp_map_to_angle_axis(exp_map: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Angles [rad] in [-pi, pi], shape (...), and axes of length 1, shape (..., 3), of maps, shape (..., 3).

    Where the angle is below 1e-5, it is 0 and the axis z.
    """
    length = torch.linalg.vector_norm(exp_map, dim=-1)
    angle = normalize_angle(length)
    return _angle_axis(angle, exp_map / length.unsqueeze(-1), angle.abs() > 1e-5)


def exp_map_to_quat(exp_map: torch.Tensor) -> torch.Tensor:
    """Quaternions, shape (..., 4), of exponential maps, shape (..., 3)."""
    angle, axis = exp_map_to_angle_axis(exp_map)
    return quat_from_angle_axis(angle, axis)


def quat_to_exp_map(q: torch.Tensor) -> torch.Tensor:
    """Exponential maps, shape (..., 3), of quaternions, shape (..., 4)."""
    angle, axis = quat_to_angle_axis(q)
    return angle_axis_to_exp_map(angle, axis)


def euler_xyz_to_exp_map(roll: torch.Tensor, pitch: torch.Tensor, yaw: torch.Tensor) -> torch.Tensor:
    """Exponential maps, shape (..., 3), of rotations about the fixed axes x, y and z [rad], shapes (...)."""
    return quat_to_exp_map(quat_from_euler_xyz(roll, pitch, yaw))


def _angle_axis(
    angle: torch.Tensor, axis: torch.Tensor, is_rotation: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Angles and axes where there is a rotation; 0 and z elsewhere."""
    z_axis = torch.zeros_like(axis)
    z_axis[..., 2] = 1.0
    return torch.where(is_rotation, angle, 0.0), torch.where(is_rotation.unsqueeze(-1), axis, z_axis)


# Euler angles, axes and headings.


def get_euler_xyz(q: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Angles about the fixed axes x, y and z [rad] in [0, 2 pi), shapes (...), of quaternions, shape (..., 4)."""
    return euler_xyz_from_quat(q, True)


def quat_to_tan_norm(q: torch.Tensor) -> torch.Tensor:
    """Axes x and z of rotated frames, one behind the other, shape (..., 6), of quaternions, shape (..., 4)."""
    return torch.cat([quat_axis(q, 0), quat_axis(q, 2)], dim=-1)


def calc_heading(q: torch.Tensor) -> torch.Tensor:
    """Direction of rotated x axes in the plane [rad], shape (...), of quaternions, shape (..., 4)."""
    forward = quat_axis(q, 0)
    return torch.atan2(forward[..., 1], forward[..., 0])


def calc_heading_quat(q: torch.Tensor) -> torch.Tensor:
    """Rotation about z by the heading, shape (..., 4)."""
    return _about_z(calc_heading(q))


def calc_heading_quat_inv(q: torch.Tensor) -> torch.Tensor:
    """Rotation about z by the negative heading, shape (..., 4)."""
    return _about_z(-calc_heading(q))


def _about_z(angle: torch.Tensor) -> torch.Tensor:
    """Quaternions of rotations about z."""
    zero = torch.zeros_like(angle)
    return torch.stack((zero, zero, torch.sin(0.5 * angle), torch.cos(0.5 * angle)), dim=-1)
