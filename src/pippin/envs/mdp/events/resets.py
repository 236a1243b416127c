"""Event terms that put roots, soft bodies and whole scenes into states from which episodes begin."""

from __future__ import annotations

from typing import Any

import torch

from pippin.envs.managers import SceneEntityCfg
from pippin.envs.managers.class_terms import class_term
from pippin.envs.managers.env_rows import count_drawn, drawn_rows, takes_masks
from pippin.utils import as_torch
from pippin.utils.math import quat_from_euler_xyz, quat_mul, random_orientation

from ..env_types import ManagerBasedEnv
from ..selection import Ids
from .random_values import AXES, Range, sample_from_ranges
from .writes import write_joints, write_root

_POSITION = ("x", "y", "z")


@class_term
@takes_masks
def reset_root_state_uniform(
    env: ManagerBasedEnv,
    env_ids: Ids,
    pose_range: dict[str, Range],
    velocity_range: dict[str, Range],
    asset_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
) -> None:
    """Put roots near their default state, at random.

    Args:
        env: The environment.
        env_ids: Its environments; None means all.
        pose_range: Least and largest shift "x", "y", "z" [m] in the world, and turn "roll", "pitch", "yaw" [rad] after
            the default orientation; 0 for those that are missing.
        velocity_range: The same for what is added to the default velocity [m/s, rad/s].
        asset_cfg: The asset.
    """
    asset, rows = env.scene[asset_cfg.name], drawn_rows(env_ids)
    pose = as_torch(asset.data.default_root_pose)[rows]
    samples = sample_from_ranges(pose_range, AXES, len(pose), asset.device)
    positions = pose[:, :3] + as_torch(env.scene.env_origins)[rows] + samples[:, :3]
    turns = quat_from_euler_xyz(samples[:, 3], samples[:, 4], samples[:, 5])
    _write_root(asset, env_ids, positions, quat_mul(pose[:, 3:7], turns), velocity_range)


@takes_masks
def reset_root_state_with_random_orientation(
    env: ManagerBasedEnv,
    env_ids: Ids,
    pose_range: dict[str, Range],
    velocity_range: dict[str, Range],
    asset_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
) -> None:
    """Put roots near their default position in any orientation, uniformly at random.

    Args:
        env: The environment.
        env_ids: Its environments; None means all.
        pose_range: Least and largest shift "x", "y", "z" [m] in the world; 0 for those that are missing.
        velocity_range: As of :func:`reset_root_state_uniform`.
        asset_cfg: The asset.
    """
    asset, rows = env.scene[asset_cfg.name], drawn_rows(env_ids)
    pose = as_torch(asset.data.default_root_pose)[rows]
    shift = sample_from_ranges(pose_range, _POSITION, len(pose), asset.device)
    positions = pose[:, :3] + as_torch(env.scene.env_origins)[rows] + shift
    _write_root(asset, env_ids, positions, random_orientation(len(pose), device=asset.device), velocity_range)


@takes_masks
def reset_root_state_from_terrain(
    env: ManagerBasedEnv,
    env_ids: Ids,
    pose_range: dict[str, Range],
    velocity_range: dict[str, Range],
    asset_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
) -> None:
    """Put roots onto flat patches of the terrain, which its config names "init_pos".

    Args:
        env: The environment.
        env_ids: Its environments; None means all.
        pose_range: Least and largest angle "roll", "pitch", "yaw" [rad]; 0 for those that are missing.
        velocity_range: As of :func:`reset_root_state_uniform`.
        asset_cfg: The asset.

    Raises:
        ValueError: The terrain has no such patches.
    """
    asset, terrain, rows = env.scene[asset_cfg.name], env.scene.terrain, drawn_rows(env_ids)
    patches = terrain.flat_patches.get("init_pos")
    if patches is None:
        raise ValueError(
            "The term 'reset_root_state_from_terrain' needs flat patches 'init_pos' of the terrain; it has "
            f"{list(terrain.flat_patches) or 'none'}: add them to 'flat_patch_sampling' of its sub-terrains."
        )
    num = count_drawn(env_ids, env.scene.num_envs)
    chosen = torch.randint(0, patches.shape[2], (num,), device=env.device)
    positions = patches[terrain.terrain_levels[rows], terrain.terrain_types[rows], chosen]
    positions = positions + as_torch(asset.data.default_root_pose)[rows][:, :3]
    angles = sample_from_ranges(pose_range, AXES[3:], num, asset.device)
    _write_root(asset, env_ids, positions, quat_from_euler_xyz(*angles.unbind(1)), velocity_range)


def reset_nodal_state_uniform(
    env: ManagerBasedEnv,
    env_ids: Ids,
    position_range: dict[str, Range],
    velocity_range: dict[str, Range],
    asset_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
) -> None:
    """Put soft bodies near their default state, at random, all nodes of one alike.

    Args:
        env: The environment.
        env_ids: Its environments; None means all.
        position_range: Least and largest shift "x", "y", "z" [m]; 0 for those that are missing.
        velocity_range: The same for what is added to the default velocity [m/s].
        asset_cfg: The deformable object.
    """
    asset, rows = env.scene[asset_cfg.name], drawn_rows(env_ids)
    state = as_torch(asset.data.default_nodal_state_w)[rows].clone()
    state[..., :3] += sample_from_ranges(position_range, _POSITION, (len(state), 1), asset.device)
    state[..., 3:] += sample_from_ranges(velocity_range, _POSITION, (len(state), 1), asset.device)
    asset.write_nodal_state_to_sim_index(nodal_state=state, env_ids=rows)


@takes_masks
def reset_scene_to_default(env: ManagerBasedEnv, env_ids: Ids, reset_joint_targets: bool = False) -> None:
    """Put everything in the scene into its default state.

    Args:
        env: The environment.
        env_ids: Its environments; None means all.
        reset_joint_targets: Whether the targets of joints become the default positions and velocities too.
    """
    scene, rows = env.scene, drawn_rows(env_ids)
    origins = as_torch(scene.env_origins)[rows]
    for asset in (*scene.rigid_objects.values(), *scene.articulations.values()):
        pose = as_torch(asset.data.default_root_pose)[rows].clone()
        pose[:, :3] += origins
        write_root(asset, env_ids, pose, as_torch(asset.data.default_root_vel)[rows].clone())
    for articulation in scene.articulations.values():
        positions = as_torch(articulation.data.default_joint_pos)[rows].clone()
        velocities = as_torch(articulation.data.default_joint_vel)[rows].clone()
        write_joints(articulation, env_ids, slice(None), positions, velocities)
        if reset_joint_targets:
            articulation.set_joint_position_target_index(target=positions, env_ids=rows)
            articulation.set_joint_velocity_target_index(target=velocities, env_ids=rows)
    for deformable in scene.deformable_objects.values():
        state = as_torch(deformable.data.default_nodal_state_w)[rows].clone()
        deformable.write_nodal_state_to_sim_index(nodal_state=state, env_ids=rows)


def _write_root(
    asset: Any, env_ids: Any, positions: torch.Tensor, quats: torch.Tensor, velocity_range: dict[str, Range]
) -> None:
    """Write poses of roots, and velocities near the default ones."""
    velocities = as_torch(asset.data.default_root_vel)[drawn_rows(env_ids)]
    velocities = velocities + sample_from_ranges(velocity_range, AXES, len(positions), asset.device)
    write_root(asset, env_ids, torch.cat([positions, quats], dim=-1), velocities)
