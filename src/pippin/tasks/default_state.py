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
    root_state = as_torch(data.default_root_state)[env_ids].clone()
    root_state[:, :3] += origins[env_ids]
    joint_pos, joint_vel = as_torch(data.default_joint_pos)[env_ids], as_torch(data.default_joint_vel)[env_ids]
    robot.write_root_pose_to_sim_index(root_pose=root_state[:, :7], env_ids=env_ids)
    robot.write_root_velocity_to_sim_index(root_velocity=root_state[:, 7:], env_ids=env_ids)
    robot.write_joint_position_to_sim_index(position=joint_pos, env_ids=env_ids)
    robot.write_joint_velocity_to_sim_index(velocity=joint_vel, env_ids=env_ids)
    return root_state[:, :7]
