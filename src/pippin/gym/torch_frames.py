"""Frames and tasks in torch as Isaac Gym's helpers do them. TorchScript can compile every function."""

from __future__ import annotations

import torch

from .torch_rotations import get_euler_xyz, normalize, quat_apply, quat_conjugate, quat_mul, quat_rotate

__all__ = [
    "compute_heading_and_up",
    "compute_rot",
    "local_to_world_space",
    "normalise_quat_in_pose",
    "tf_apply",
    "tf_combine",
    "tf_inverse",
    "tf_vector",
]


def tf_inverse(q: torch.Tensor, t: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Inverse of poses: rotations, shape (..., 4), and positions, shape (..., 3)."""
    inverse = quat_conjugate(q)
    return inverse, -quat_apply(inverse, t)


def tf_apply(q: torch.Tensor, t: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """Take points, shape (..., 3), out of frames with rotations of shape (..., 4) and positions of shape (..., 3)."""
    return quat_apply(q, v) + t


def tf_vector(q: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """Take directions, shape (..., 3), out of frames with these rotations, shape (..., 4)."""
    return quat_apply(q, v)


def tf_combine(
    q1: torch.Tensor, t1: torch.Tensor, q2: torch.Tensor, t2: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Pose of frames 2, given in frames 1, where these are given: rotations (..., 4) and positions (..., 3)."""
    return quat_mul(q1, q2), quat_apply(q1, t2) + t1


def normalise_quat_in_pose(pose: torch.Tensor) -> torch.Tensor:
    """Scale the quaternions of poses (position [m], quaternion) in any frame, shape (..., 7), to length 1."""
    return torch.cat([pose[..., :3], normalize(pose[..., 3:7])], dim=-1)


def local_to_world_space(pos_offset_local: torch.Tensor, pose_global: torch.Tensor) -> torch.Tensor:
    """Take points [m], shape (..., 3), out of frames whose poses (position, quaternion), shape (..., 7), are given."""
    return quat_apply(pose_global[..., 3:7], pos_offset_local) + pose_global[..., :3]


def compute_heading_and_up(
    torso_rotation: torch.Tensor,
    inv_start_rot: torch.Tensor,
    to_target: torch.Tensor,
    vec0: torch.Tensor,
    vec1: torch.Tensor,
    up_idx: int,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """How well torsos stand upright and face their targets.

    Args:
        torso_rotation: Rotations of the torsos, shape (N, 4).
        inv_start_rot: Inverse of their rotations at the start, shape (N, 4).
        to_target: From torso to target [m], shape (N, 3).
        vec0: Direction that faces forward in the torso's frame, shape (N, 3).
        vec1: Direction that faces up in the torso's frame, shape (N, 3).
        up_idx: Component of vectors that is the height.

    Returns:
        Rotations since the start, shape (N, 4); cosine of the tilt, shape (N,); cosine of the angle to the target's
        direction, shape (N,); up and forward directions in the world, shapes (N, 3).
    """
    torso_quat = quat_mul(torso_rotation, inv_start_rot)
    up_vec = quat_rotate(torso_quat, vec1)
    heading_vec = quat_rotate(torso_quat, vec0)
    heading_proj = (heading_vec * normalize(to_target)).sum(dim=-1)
    return torso_quat, up_vec[:, up_idx], heading_proj, up_vec, heading_vec


def compute_rot(
    torso_quat: torch.Tensor,
    velocity: torch.Tensor,
    ang_velocity: torch.Tensor,
    targets: torch.Tensor,
    torso_positions: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Velocities of torsos in their own frames, their Euler angles, and the angle to their targets. z points up.

    Args:
        torso_quat: Rotations, shape (N, 4).
        velocity: Velocities in the world [m/s], shape (N, 3).
        ang_velocity: Angular velocities in the world [rad/s], shape (N, 3).
        targets: Positions of the targets [m], shape (N, 3).
        torso_positions: Positions of the torsos [m], shape (N, 3).

    Returns:
        Linear and angular velocities in the torsos' frames, shapes (N, 3); roll, pitch and yaw [rad] in [0, 2 pi),
        shapes (N,); direction to the target in the plane minus yaw [rad], shape (N,).
    """
    inverse = quat_conjugate(torso_quat)
    roll, pitch, yaw = get_euler_xyz(torso_quat)
    to_target = targets - torso_positions
    target_direction = torch.atan2(to_target[:, 1], to_target[:, 0])
    return (
        quat_rotate(inverse, velocity),
        quat_rotate(inverse, ang_velocity),
        roll,
        pitch,
        yaw,
        target_direction - yaw,
    )
