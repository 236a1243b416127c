"""Termination terms: where an episode ends, shape (N,), bool."""

from __future__ import annotations

import torch

from pippin.envs.managers import SceneEntityCfg
from pippin.utils import as_torch

from .env_types import ManagerBasedRLEnv
from .rewards import largest_contact_forces
from .selection import Ids, columns

# -- the episode ---------------------------------------------------------------------------------------------------


def time_out(env: ManagerBasedRLEnv) -> torch.Tensor:
    """End episodes whose time is over."""
    return env.episode_length_buf >= env.max_episode_length


def command_resample(env: ManagerBasedRLEnv, command_name: str, num_resamples: int = 1) -> torch.Tensor:
    """End episodes before a command is sampled once more than ``num_resamples`` times."""
    command = env.command_manager.get_term(command_name)
    return (command.time_left <= env.step_dt) & (command.command_counter == num_resamples)


def pose_command_success(env: ManagerBasedRLEnv, command_name: str) -> torch.Tensor:
    """End episodes in which a body has reached a pose command, which is in the root's frame.

    The thresholds are those of the command's config [m, rad].
    """
    return env.command_manager.get_term(command_name).compute_success()


# -- root ----------------------------------------------------------------------------------------------------------


def bad_orientation(
    env: ManagerBasedRLEnv, limit_angle: float, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
) -> torch.Tensor:
    """End episodes in which the root is tilted by more than an angle [rad] from the vertical."""
    upright = -as_torch(env.scene[asset_cfg.name].data.projected_gravity_b)[:, 2]
    return torch.acos(upright).abs() > limit_angle


def root_height_below_minimum(
    env: ManagerBasedRLEnv, minimum_height: float, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
) -> torch.Tensor:
    """End episodes in which the root is below a height in the world [m]."""
    return as_torch(env.scene[asset_cfg.name].data.root_pos_w)[:, 2] < minimum_height


# -- joints --------------------------------------------------------------------------------------------------------


def joint_pos_out_of_limit(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """End episodes in which a joint is beyond its soft position limits [m, rad]."""
    data, ids = env.scene[asset_cfg.name].data, _joints(asset_cfg)
    positions, limits = columns(data.joint_pos, ids), columns(data.soft_joint_pos_limits, ids)
    return torch.any((positions > limits[..., 1]) | (positions < limits[..., 0]), dim=1)


def joint_pos_out_of_manual_limit(
    env: ManagerBasedRLEnv, bounds: tuple[float, float], asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
) -> torch.Tensor:
    """End episodes in which a joint is below the first or above the second bound [m, rad]."""
    positions = columns(env.scene[asset_cfg.name].data.joint_pos, _joints(asset_cfg))
    return torch.any((positions > bounds[1]) | (positions < bounds[0]), dim=1)


def joint_vel_out_of_limit(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """End episodes in which a joint is faster than the limit of its actuator model [m/s, rad/s]."""
    data, ids = env.scene[asset_cfg.name].data, _joints(asset_cfg)
    return torch.any(torch.abs(columns(data.joint_vel, ids)) > columns(data.soft_joint_vel_limits, ids), dim=1)


def joint_vel_out_of_manual_limit(
    env: ManagerBasedRLEnv, max_velocity: float, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
) -> torch.Tensor:
    """End episodes in which a joint is faster than a limit [m/s, rad/s], or its velocity is no number."""
    velocities = columns(env.scene[asset_cfg.name].data.joint_vel, _joints(asset_cfg))
    return torch.any(~(torch.abs(velocities) <= max_velocity), dim=1)


def joint_effort_out_of_limit(
    env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
) -> torch.Tensor:
    """End episodes in which the limits of an actuator cut off efforts of a joint [N, N m]."""
    data, ids = env.scene[asset_cfg.name].data, _joints(asset_cfg)
    return torch.any(~torch.isclose(columns(data.computed_torque, ids), columns(data.applied_torque, ids)), dim=1)


# -- contacts ------------------------------------------------------------------------------------------------------


def illegal_contact(env: ManagerBasedRLEnv, threshold: float, sensor_cfg: SceneEntityCfg) -> torch.Tensor:
    """End episodes in which a body has a contact force above a threshold [N] within the sensor's history."""
    return torch.any(largest_contact_forces(env, sensor_cfg) > threshold, dim=1)


def _joints(asset_cfg: SceneEntityCfg) -> Ids:
    """Ids of the joints; None, which some programs set, means all."""
    return slice(None) if asset_cfg.joint_ids is None else asset_cfg.joint_ids
