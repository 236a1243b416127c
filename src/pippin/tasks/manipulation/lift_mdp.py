"""Terms of lifting: those of :mod:`pippin.envs.mdp`, and those of an object, a gripper and a goal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from pippin.envs.managers import SceneEntityCfg
from pippin.envs.mdp import *  # noqa: F403
from pippin.utils import as_torch
from pippin.utils.math import combine_frame_transforms, subtract_frame_transforms

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv


def object_is_lifted(
    env: ManagerBasedRLEnv, minimal_height: float, object_cfg: SceneEntityCfg = SceneEntityCfg("object")
) -> torch.Tensor:
    """Reward an object above a height [m]: 1 or 0, shape (N,)."""
    return (_position(env, object_cfg)[:, 2] > minimal_height).float()


def object_ee_distance(
    env: ManagerBasedRLEnv,
    std: float,
    object_cfg: SceneEntityCfg = SceneEntityCfg("object"),
    ee_frame_cfg: SceneEntityCfg = SceneEntityCfg("ee_frame"),
) -> torch.Tensor:
    """Reward a gripper near the object: 1 - tanh(distance / std), shape (N,)."""
    gripper = as_torch(env.scene[ee_frame_cfg.name].data.target_pos_w)[..., 0, :]
    return 1 - torch.tanh((_position(env, object_cfg) - gripper).norm(dim=1) / std)


def object_goal_distance(
    env: ManagerBasedRLEnv,
    std: float,
    minimal_height: float,
    command_name: str,
    robot_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
    object_cfg: SceneEntityCfg = SceneEntityCfg("object"),
) -> torch.Tensor:
    """Reward a lifted object near the commanded position: 1 - tanh(distance / std) above a height, shape (N,)."""
    distance = _distance_to_goal(env, command_name, robot_cfg, object_cfg)
    return object_is_lifted(env, minimal_height, object_cfg) * (1 - torch.tanh(distance / std))


def object_position_in_robot_root_frame(
    env: ManagerBasedRLEnv,
    robot_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
    object_cfg: SceneEntityCfg = SceneEntityCfg("object"),
) -> torch.Tensor:
    """Observe the position of the object in the frame of the robot's root [m], shape (N, 3)."""
    data = env.scene[robot_cfg.name].data
    position, _ = subtract_frame_transforms(
        as_torch(data.root_pos_w), as_torch(data.root_quat_w), _position(env, object_cfg)
    )
    return as_torch(position)


def object_reached_goal(
    env: ManagerBasedRLEnv,
    command_name: str = "object_pose",
    threshold: float = 0.02,
    robot_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
    object_cfg: SceneEntityCfg = SceneEntityCfg("object"),
) -> torch.Tensor:
    """End episodes whose object is within a distance of the commanded position [m], shape (N,)."""
    return _distance_to_goal(env, command_name, robot_cfg, object_cfg) < threshold


def _position(env: ManagerBasedRLEnv, object_cfg: SceneEntityCfg) -> torch.Tensor:
    return as_torch(env.scene[object_cfg.name].data.root_pos_w)[:, :3]


def _distance_to_goal(
    env: ManagerBasedRLEnv, command_name: str, robot_cfg: SceneEntityCfg, object_cfg: SceneEntityCfg
) -> torch.Tensor:
    """Distance of the object from the position that is commanded in the frame of the robot's root [m]."""
    data = env.scene[robot_cfg.name].data
    command = env.command_manager.get_command(command_name)
    goal, _ = combine_frame_transforms(as_torch(data.root_pos_w), as_torch(data.root_quat_w), command[:, :3])
    return (as_torch(goal) - _position(env, object_cfg)).norm(dim=1)
