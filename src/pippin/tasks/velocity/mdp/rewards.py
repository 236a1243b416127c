"""Rewards of walking. Each gives one number for each environment, shape (N,)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from pippin.envs.managers import SceneEntityCfg
from pippin.envs.mdp import joint_deviation_l1
from pippin.utils import as_torch
from pippin.utils.math import quat_apply_inverse, yaw_quat

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv

STANDING_SPEED = 0.1
"""Commanded speeds below this count as a command to stand [m/s]."""


def feet_air_time(
    env: ManagerBasedRLEnv, command_name: str, sensor_cfg: SceneEntityCfg, threshold: float
) -> torch.Tensor:
    """Reward long steps: what a foot's time in the air exceeds the threshold by [s], when it lands.

    Nothing is given where the command is to stand.
    """
    sensor = env.scene.sensors[sensor_cfg.name]
    lands = as_torch(sensor.compute_first_contact(env.step_dt))[:, sensor_cfg.body_ids]
    air_time = as_torch(sensor.data.last_air_time)[:, sensor_cfg.body_ids]
    return ((air_time - threshold) * lands).sum(dim=1) * _walks(env, command_name)


def feet_air_time_positive_biped(
    env: ManagerBasedRLEnv, command_name: str, threshold: float, sensor_cfg: SceneEntityCfg
) -> torch.Tensor:
    """Reward standing on one leg, up to a threshold: the time since either foot landed or left [s].

    Nothing is given where the command is to stand.
    """
    sensor = env.scene.sensors[sensor_cfg.name]
    air_time = as_torch(sensor.data.current_air_time)[:, sensor_cfg.body_ids]
    contact_time = as_torch(sensor.data.current_contact_time)[:, sensor_cfg.body_ids]
    touches = contact_time > 0.0
    mode_time = torch.where(touches, contact_time, air_time)
    stands_on_one = touches.sum(dim=1) == 1
    reward = torch.where(stands_on_one.unsqueeze(-1), mode_time, 0.0).min(dim=1)[0]
    return reward.clamp(max=threshold) * _walks(env, command_name)


def feet_air_time_variance(
    env: ManagerBasedRLEnv, command_name: str, sensor_cfg: SceneEntityCfg, max_time: float = 0.5
) -> torch.Tensor:
    """Penalize feet that step differently: the variances of their last times in the air and on the ground [s^2].

    Times count up to ``max_time`` [s]; nothing is given where the command is to stand.

    Raises:
        ValueError: There are fewer than two feet.
    """
    data = env.scene.sensors[sensor_cfg.name].data
    air, contact = (
        as_torch(time)[:, sensor_cfg.body_ids].clamp(max=max_time)
        for time in (data.last_air_time, data.last_contact_time)
    )
    if air.shape[1] < 2:
        raise ValueError(f"The term 'feet_air_time_variance' has {air.shape[1]} bodies; expected 2 or more feet.")
    return (air.var(dim=1) + contact.var(dim=1)) * _walks(env, command_name)


def feet_slide(
    env: ManagerBasedRLEnv, sensor_cfg: SceneEntityCfg, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
) -> torch.Tensor:
    """Penalize feet that slide: their horizontal speed while they touch the ground with more than 1 N [m/s]."""
    forces = as_torch(env.scene.sensors[sensor_cfg.name].data.net_forces_w_history)[:, :, sensor_cfg.body_ids]
    touches = forces.norm(dim=-1).max(dim=1)[0] > 1.0
    velocity = as_torch(env.scene[asset_cfg.name].data.body_lin_vel_w)[:, asset_cfg.body_ids, :2]
    return (velocity.norm(dim=-1) * touches).sum(dim=1)


def track_lin_vel_xy_yaw_frame_exp(
    env: ManagerBasedRLEnv, std: float, command_name: str, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
) -> torch.Tensor:
    """Reward the commanded horizontal velocity, in the frame of the robot's heading: exp(-error^2 / std^2).

    ``std`` is in m/s.
    """
    data = env.scene[asset_cfg.name].data
    velocity = as_torch(quat_apply_inverse(yaw_quat(as_torch(data.root_quat_w)), as_torch(data.root_lin_vel_w)[:, :3]))
    error = env.command_manager.get_command(command_name)[:, :2] - velocity[:, :2]
    return torch.exp(-error.square().sum(dim=1) / std**2)


def track_ang_vel_z_world_exp(
    env: ManagerBasedRLEnv, command_name: str, std: float, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
) -> torch.Tensor:
    """Reward the commanded turning about the world's vertical: exp(-error^2 / std^2), std in rad/s."""
    turning = as_torch(env.scene[asset_cfg.name].data.root_ang_vel_w)[:, 2]
    error = env.command_manager.get_command(command_name)[:, 2] - turning
    return torch.exp(-error.square() / std**2)


def stand_still_joint_deviation_l1(
    env: ManagerBasedRLEnv,
    command_name: str,
    command_threshold: float = 0.06,
    asset_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
) -> torch.Tensor:
    """Penalize joints away from their defaults where the commanded speed is below the threshold [m/s]."""
    stands = env.command_manager.get_command(command_name)[:, :2].norm(dim=1) < command_threshold
    return joint_deviation_l1(env, asset_cfg) * stands


def _walks(env: ManagerBasedRLEnv, command_name: str) -> torch.Tensor:
    """Whether the command is to walk, shape (N,)."""
    return env.command_manager.get_command(command_name)[:, :2].norm(dim=1) > STANDING_SPEED
