"""Events of stacking cubes: the arm near a pose, the cubes apart from each other; Isaac Lab 2.3.2 has their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

from pippin.envs.managers import SceneEntityCfg
from pippin.envs.mdp.events.random_values import AXES
from pippin.utils import as_torch
from pippin.utils.math import quat_from_euler_xyz

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedEnv

Range = Sequence[float]


def set_default_joint_pose(
    env: ManagerBasedEnv,
    env_ids: torch.Tensor,
    default_pose: Sequence[float] | torch.Tensor,
    asset_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
) -> None:
    """Set the default positions of all joints of a robot in all environments.

    Args:
        env: The environment.
        env_ids: Not used.
        default_pose: Position of each joint along or about its axis [m, rad], shape (num_joints,).
        asset_cfg: The robot.

    Raises:
        ValueError: The robot has another number of joints.
    """
    robot = env.scene[asset_cfg.name]
    positions = as_torch(robot.data.default_joint_pos)
    pose = torch.as_tensor(default_pose, dtype=positions.dtype, device=positions.device)
    if pose.shape != positions.shape[1:]:
        raise ValueError(
            f"'default_pose' has the shape {tuple(pose.shape)}; expected one position for each of the "
            f"{positions.shape[1]} joints of '{asset_cfg.name}': {robot.joint_names}."
        )
    positions[:] = pose


def randomize_joint_by_gaussian_offset(
    env: ManagerBasedEnv,
    env_ids: torch.Tensor,
    mean: float,
    std: float,
    asset_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
) -> None:
    """Put an arm near its default positions, within the soft limits; its last two joints, the fingers, at theirs.

    Args:
        env: The environment.
        env_ids: Its environments.
        mean: Mean of the offsets [rad].
        std: Their standard deviation [rad].
        asset_cfg: The robot.
    """
    robot = env.scene[asset_cfg.name]
    default = as_torch(robot.data.default_joint_pos)[env_ids]
    limits = as_torch(robot.data.soft_joint_pos_limits)[env_ids]
    positions = (default + mean + std * torch.randn_like(default)).clamp(limits[..., 0], limits[..., 1])
    positions[:, -2:] = default[:, -2:]
    velocities = as_torch(robot.data.default_joint_vel)[env_ids].clone()
    robot.set_joint_position_target_index(target=positions, env_ids=env_ids)
    robot.set_joint_velocity_target_index(target=velocities, env_ids=env_ids)
    robot.write_joint_position_to_sim_index(position=positions, env_ids=env_ids)
    robot.write_joint_velocity_to_sim_index(velocity=velocities, env_ids=env_ids)


def randomize_object_pose(
    env: ManagerBasedEnv,
    env_ids: torch.Tensor | None,
    asset_cfgs: list[SceneEntityCfg],
    min_separation: float = 0.0,
    pose_range: dict[str, Range] | None = None,
    max_sample_tries: int = 5000,
) -> None:
    """Put objects at random poses, none too near another, at rest.

    Args:
        env: The environment.
        env_ids: Its environments; for None nothing happens.
        asset_cfgs: The objects.
        min_separation: Smallest distance of two objects [m].
        pose_range: Least and largest "x", "y", "z" from the environment's origin [m] and "roll", "pitch", "yaw" [rad];
            0 for those that are missing.
        max_sample_tries: How often a pose is drawn, at most; the last one counts even if it is too near another.
    """
    if env_ids is None:
        return
    origins = as_torch(env.scene.env_origins)[env_ids]
    poses = poses_apart(len(origins), len(asset_cfgs), min_separation, pose_range or {}, max_sample_tries)
    for asset_cfg, pose in zip(asset_cfgs, poses.to(origins.device).unbind(1), strict=True):
        asset = env.scene[asset_cfg.name]
        turns = as_torch(quat_from_euler_xyz(*pose[:, 3:].unbind(1)))
        root_pose = torch.cat((pose[:, :3] + origins, turns), dim=1)
        asset.write_root_pose_to_sim_index(root_pose=root_pose, env_ids=env_ids)
        asset.write_root_velocity_to_sim_index(root_velocity=torch.zeros_like(pose), env_ids=env_ids)


def sample_object_poses(
    num_objects: int,
    min_separation: float = 0.0,
    pose_range: dict[str, Range] | None = None,
    max_sample_tries: int = 5000,
) -> list[list[float]]:
    """Draw poses of objects, none too near another, as :func:`randomize_object_pose` does for one environment.

    Returns:
        x, y, z [m], roll, pitch, yaw [rad] of each object.
    """
    return poses_apart(1, num_objects, min_separation, pose_range or {}, max_sample_tries)[0].tolist()


def poses_apart(
    num_envs: int, num_objects: int, separation: float, ranges: dict[str, Range], tries: int
) -> torch.Tensor:
    """Draw poses until those of an environment are apart, shape (num_envs, num_objects, 6), on the CPU.

    Each is x, y, z from the environment's origin [m] and roll, pitch, yaw [rad].
    """
    bounds = torch.tensor(
        [[float(end) for end in tuple(ranges.get(axis, (0.0, 0.0)))[:2]] for axis in AXES], device="cpu"
    )
    poses = torch.zeros(num_envs, num_objects, 6, device="cpu")
    for index in range(num_objects):
        drawn = torch.arange(num_envs, device="cpu")
        for _ in range(max(tries, 1)):
            poses[drawn, index] = bounds[:, 0] + (bounds[:, 1] - bounds[:, 0]) * torch.rand(len(drawn), 6, device="cpu")
            distances = (poses[drawn, :index, :3] - poses[drawn, index, :3].unsqueeze(1)).norm(dim=-1)
            drawn = drawn[(distances <= separation).any(dim=1)]
            if not len(drawn):
                break
    return poses
