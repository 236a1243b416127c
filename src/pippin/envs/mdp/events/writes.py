"""Writing states of assets in environments that are named by ids or by a mask."""

from __future__ import annotations

from typing import Any

import torch

from pippin.envs.managers.env_rows import drawn_rows, is_mask

from ..selection import Ids, index


def write_root(asset: Any, env_ids: Any, pose: torch.Tensor | None, velocity: torch.Tensor) -> None:
    """Write poses and velocities of roots.

    Args:
        asset: The asset.
        env_ids: Environments.
        pose: Poses in the world (position [m], quaternion x y z w), shape (number of rows drawn, 7); None leaves them.
        velocity: Linear [m/s] and angular [rad/s] velocities in the world, shape (number of rows drawn, 6).
    """
    if is_mask(env_ids):
        if pose is not None:
            asset.write_root_pose_to_sim_mask(root_pose=pose, env_mask=env_ids)
        asset.write_root_velocity_to_sim_mask(root_velocity=velocity, env_mask=env_ids)
        return
    rows = drawn_rows(env_ids)
    if pose is not None:
        asset.write_root_pose_to_sim_index(root_pose=pose, env_ids=rows)
    asset.write_root_velocity_to_sim_index(root_velocity=velocity, env_ids=rows)


def write_joints(asset: Any, env_ids: Any, joint_ids: Ids, positions: torch.Tensor, velocities: torch.Tensor) -> None:
    """Write positions [m, rad] and velocities [m/s, rad/s] of joints, shape (number of rows drawn, number of ids)."""
    if not is_mask(env_ids):
        rows = drawn_rows(env_ids)
        asset.write_joint_position_to_sim_index(position=positions, joint_ids=joint_ids, env_ids=rows)
        asset.write_joint_velocity_to_sim_index(velocity=velocities, joint_ids=joint_ids, env_ids=rows)
        return
    positions, joint_mask = in_all_columns(positions, joint_ids, asset.num_joints)
    velocities, _ = in_all_columns(velocities, joint_ids, asset.num_joints)
    asset.write_joint_position_to_sim_mask(position=positions, joint_mask=joint_mask, env_mask=env_ids)
    asset.write_joint_velocity_to_sim_mask(velocity=velocities, joint_mask=joint_mask, env_mask=env_ids)


def in_all_columns(values: torch.Tensor, ids: Ids, size: int) -> tuple[torch.Tensor, torch.Tensor | None]:
    """Spread columns over all of an asset's, with the mask of those that hold something.

    Args:
        values: Shape (num_envs, number of ids, ...).
        ids: Their columns.
        size: Number of columns of the asset.

    Returns:
        Values of shape (num_envs, size, ...), 0 elsewhere, and the mask of shape (size,); the values themselves and
        None where the ids are all of them.
    """
    if isinstance(ids, slice) and ids == slice(None):
        return values, None
    if isinstance(ids, int):
        ids = (ids % size,)
    columns = index(tuple(range(size)[ids]) if isinstance(ids, slice) else ids, values.device)
    spread = values.new_zeros(len(values), size, *values.shape[2:])
    spread[:, columns] = values
    mask = torch.zeros(size, dtype=torch.bool, device=values.device)
    return spread, mask.index_fill_(0, torch.as_tensor(columns), True)
