"""Poses of frames in one another, and what changes with the frame it is expressed in.

``t_ab`` and ``q_ab`` are the position [m] and orientation of frame b in frame a, shapes (..., 3) and (..., 4). Leading
dimensions broadcast.
"""

from __future__ import annotations

from typing import Literal

import torch

from .elementary import cross
from .quaternions import (
    axis_angle_from_quat,
    quat_apply,
    quat_apply_inverse,
    quat_inv,
    quat_mul,
    rotate_quat,
)


def is_identity_pose(pos: torch.Tensor, rot: torch.Tensor) -> bool:
    """Whether all poses are the identity, up to rounding. Reading the answer waits for the device.

    Args:
        pos: Positions [m], shape (..., 3).
        rot: Orientations, shape (..., 4).
    """
    unrotated = torch.zeros_like(rot)
    unrotated[..., 3] = 1.0
    # q and -q are the same rotation.
    rot = torch.where(rot[..., 3:] < 0.0, -rot, rot)
    return torch.allclose(pos, torch.zeros_like(pos)) and torch.allclose(rot, unrotated)


def combine_frame_transforms(
    t01: torch.Tensor, q01: torch.Tensor, t12: torch.Tensor | None = None, q12: torch.Tensor | None = None
) -> tuple[torch.Tensor, torch.Tensor]:
    """Pose of frame 2 in frame 0, from those of 1 in 0 and of 2 in 1.

    Args:
        t01: Position of frame 1 in frame 0 [m], shape (..., 3).
        q01: Orientation of frame 1 in frame 0, shape (..., 4).
        t12: Position of frame 2 in frame 1 [m], shape (..., 3); None means 0.
        q12: Orientation of frame 2 in frame 1, shape (..., 4); None means the identity.

    Returns:
        Position and orientation of frame 2 in frame 0.
    """
    t02 = t01 if t12 is None else t01 + quat_apply(q01, t12)
    q02 = q01 if q12 is None else quat_mul(q01, q12)
    return t02, q02


def subtract_frame_transforms(
    t01: torch.Tensor, q01: torch.Tensor, t02: torch.Tensor | None = None, q02: torch.Tensor | None = None
) -> tuple[torch.Tensor, torch.Tensor]:
    """Pose of frame 2 in frame 1, from those of 1 and 2 in frame 0.

    Args:
        t01: Position of frame 1 in frame 0 [m], shape (..., 3).
        q01: Orientation of frame 1 in frame 0, shape (..., 4).
        t02: Position of frame 2 in frame 0 [m], shape (..., 3); None means 0.
        q02: Orientation of frame 2 in frame 0, shape (..., 4); None means the identity.

    Returns:
        Position and orientation of frame 2 in frame 1.
    """
    q10 = quat_inv(q01)
    t12 = quat_apply(q10, -t01 if t02 is None else t02 - t01)
    q12 = q10 if q02 is None else quat_mul(q10, q02)
    return t12, q12


def rigid_body_twist_transform(
    v0: torch.Tensor, w0: torch.Tensor, t01: torch.Tensor, q01: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Velocity of a rigid body at frame 1, from that at frame 0, where both frames are fixed to the body.

    ``v1 = R01^T (v0 + w0 x t01)`` and ``w1 = R01^T w0``.

    Args:
        v0: Linear velocity of the origin of frame 0, in frame 0 [m/s], shape (..., 3).
        w0: Angular velocity in frame 0 [rad/s], shape (..., 3).
        t01: Position of frame 1 in frame 0 [m], shape (..., 3).
        q01: Orientation of frame 1 in frame 0, shape (..., 4).

    Returns:
        Linear velocity of the origin of frame 1 and angular velocity, both in frame 1.
    """
    return quat_apply_inverse(q01, v0 + cross(w0, t01)), quat_apply_inverse(q01, w0)


def compute_pose_error(
    t01: torch.Tensor,
    q01: torch.Tensor,
    t02: torch.Tensor,
    q02: torch.Tensor,
    rot_error_type: Literal["quat", "axis_angle"] = "axis_angle",
) -> tuple[torch.Tensor, torch.Tensor]:
    """What takes pose 1 to pose 2, expressed in the frame in which both are given.

    Args:
        t01: Positions of pose 1 [m], shape (..., 3).
        q01: Orientations of pose 1, shape (..., 4).
        t02: Positions of pose 2 [m], shape (..., 3).
        q02: Orientations of pose 2, shape (..., 4).
        rot_error_type: Form of the rotation.

    Returns:
        ``t02 - t01`` [m], shape (..., 3), and ``q02 q01^-1`` as quaternion, shape (..., 4), or as rotation vector
        [rad], shape (..., 3).

    Raises:
        ValueError: There is no such form.
    """
    if rot_error_type not in ("quat", "axis_angle"):
        raise ValueError(f"There is no rotation error '{rot_error_type}'; there are 'quat' and 'axis_angle'.")
    rotation = quat_mul(q02, quat_inv(q01))
    return t02 - t01, rotation if rot_error_type == "quat" else axis_angle_from_quat(rotation)


def apply_delta_pose(
    source_pos: torch.Tensor, source_rot: torch.Tensor, delta_pose: torch.Tensor, eps: float = 1.0e-6
) -> tuple[torch.Tensor, torch.Tensor]:
    """Move poses by changes expressed in the frame in which they are given.

    Args:
        source_pos: Positions [m], shape (..., 3).
        source_rot: Orientations, shape (..., 4).
        delta_pose: Displacement [m] and rotation vector [rad], shape (..., 6).
        eps: Accepted for existing code: small angles are exact without it.

    Returns:
        Positions and orientations.
    """
    return source_pos + delta_pose[..., :3], rotate_quat(source_rot, delta_pose[..., 3:])


def transform_points(
    points: torch.Tensor, pos: torch.Tensor | None = None, quat: torch.Tensor | None = None
) -> torch.Tensor:
    """Express points of a frame in the frame that its pose is given in.

    Args:
        points: Points [m], shape (num_points, 3) or (..., num_points, 3).
        pos: Position of their frame [m], shape (3,) or (..., 3); None means 0.
        quat: Orientation of their frame, shape (4,) or (..., 4); None means the identity.

    Returns:
        Points [m], shape (..., num_points, 3).

    Raises:
        ValueError: The points have another shape.
    """
    if points.shape[-1:] != (3,):
        raise ValueError(f"'points' has shape {tuple(points.shape)}; expected points of shape (..., 3).")
    if quat is not None:
        points = quat_apply(quat.unsqueeze(-2), points)
    return points if pos is None else points + pos.unsqueeze(-2)


# Homogeneous matrices.


def make_pose(pos: torch.Tensor, rot: torch.Tensor) -> torch.Tensor:
    """Homogeneous matrices, shape (..., 4, 4), of positions, (..., 3), and rotation matrices, (..., 3, 3)."""
    pose = torch.zeros(*pos.shape[:-1], 4, 4, dtype=pos.dtype, device=pos.device)
    pose[..., :3, :3] = rot
    pose[..., :3, 3] = pos
    pose[..., 3, 3] = 1.0
    return pose


def unmake_pose(pose: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Positions, shape (..., 3), and rotation matrices, shape (..., 3, 3), of homogeneous matrices, (..., 4, 4)."""
    return pose[..., :3, 3], pose[..., :3, :3]


def pose_inv(pose: torch.Tensor) -> torch.Tensor:
    """Inverse of homogeneous matrices, shape (..., 4, 4)."""
    pos, rot = unmake_pose(pose)
    inverse_rot = rot.transpose(-1, -2)
    return make_pose(-(inverse_rot @ pos.unsqueeze(-1)).squeeze(-1), inverse_rot)


def pose_in_A_to_pose_in_B(pose_in_A: torch.Tensor, pose_A_in_B: torch.Tensor) -> torch.Tensor:  # noqa: N802 (Isaac Lab's name)
    """Express poses of frame A in frame B, all as homogeneous matrices of shape (..., 4, 4)."""
    return pose_A_in_B @ pose_in_A
