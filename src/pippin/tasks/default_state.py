"""How episodes of direct environments begin."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from pippin.assets import Articulation
from pippin.utils import as_torch


def begin_at_default(robot: Articulation, origins: torch.Tensor, env_ids: torch.Tensor | Sequence[int]) -> torch.Tensor:
    """Put robots into their default state, about the origins of their environments.

    Args:
        robot: The robots.
        origins: Origins of all environments in the world [m], shape (N, 3).
        env_ids: Environments, of which there are M.

    Returns:
        Poses of the roots in the world, positions [m] and quaternions (x, y, z, w), shape (M, 7).
    """
    data = robot.data
    joint_pos, joint_vel = as_torch(data.default_joint_pos)[env_ids], as_torch(data.default_joint_vel)[env_ids]
    return _begin(robot, origins, env_ids, joint_pos, joint_vel)


def begin_with_joints(
    robot: Articulation,
    origins: torch.Tensor,
    env_ids: torch.Tensor | Sequence[int],
    joint_pos: torch.Tensor,
    joint_vel: torch.Tensor,
) -> torch.Tensor:
    """Put robots into their default pose, with joints at given positions and velocities, or the limits of these.

    Args:
        robot: The robots.
        origins: Origins of all environments in the world [m], shape (N, 3).
        env_ids: Environments, of which there are M.
        joint_pos: Positions of all joints [m or rad], shape (M, J).
        joint_vel: Velocities of all joints [m/s or rad/s], shape (M, J).

    Returns:
        Poses of the roots in the world, positions [m] and quaternions (x, y, z, w), shape (M, 7).
    """
    limits = as_torch(robot.data.soft_joint_pos_limits)[env_ids]
    speeds = as_torch(robot.data.soft_joint_vel_limits)[env_ids]
    joint_pos = torch.clamp(joint_pos, limits[..., 0], limits[..., 1])
    joint_vel = torch.clamp(joint_vel, -speeds, speeds)
    return _begin(robot, origins, env_ids, joint_pos, joint_vel)


def _begin(
    robot: Articulation,
    origins: torch.Tensor,
    env_ids: torch.Tensor | Sequence[int],
    joint_pos: torch.Tensor,
    joint_vel: torch.Tensor,
) -> torch.Tensor:
    """Put robots into their default pose with these joints, and give the poses."""
    root_state = as_torch(robot.data.default_root_state)[env_ids].clone()
    root_state[:, :3] += origins[env_ids]
    robot.write_root_pose_to_sim_index(root_pose=root_state[:, :7], env_ids=env_ids)
    robot.write_root_velocity_to_sim_index(root_velocity=root_state[:, 7:], env_ids=env_ids)
    robot.write_joint_position_to_sim_index(position=joint_pos, env_ids=env_ids)
    robot.write_joint_velocity_to_sim_index(velocity=joint_vel, env_ids=env_ids)
    return root_state[:, :7]
