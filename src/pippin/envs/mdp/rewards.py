"""Reward terms: numbers for each environment, shape (N,), float32, before their weight and the length of a step.

Penalties are positive numbers, which get a negative weight. An ``asset_cfg`` names the asset, and selects its joints or
bodies; a ``sensor_cfg`` a contact sensor and bodies of it.
"""

from __future__ import annotations

from typing import Any

import torch

from pippin.envs.managers import ManagerTermBase, SceneEntityCfg
from pippin.utils import as_torch
from pippin.utils.math import combine_frame_transforms, quat_error_magnitude, quat_mul, wrap_to_pi

from .env_types import ManagerBasedRLEnv
from .selection import columns

# -- the episode ---------------------------------------------------------------------------------------------------


def is_alive(env: ManagerBasedRLEnv) -> torch.Tensor:
    """Reward environments that have not failed: 1 or 0."""
    return (~env.termination_manager.terminated).float()


def is_terminated(env: ManagerBasedRLEnv) -> torch.Tensor:
    """Penalize failures, which the end of an episode's time is not: 1 or 0."""
    return env.termination_manager.terminated.float()


def terminated_penalty(env: ManagerBasedRLEnv) -> torch.Tensor:
    """Penalize failures by one over the length of a step [1/s], so that weights count once for an episode."""
    return env.termination_manager.terminated.float() / env.step_dt


class is_terminated_term(ManagerTermBase):  # noqa: N801 (Isaac Lab's name)
    """Penalize failures of some termination terms: the number of those that ended the episode.

    Its parameter ``term_keys`` holds names of termination terms, or regular expressions; all by default.
    """

    def __init__(self, cfg: Any, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        self._term_names = env.termination_manager.find_terms(cfg.params.get("term_keys", ".*"))
        self._number = torch.zeros(env.num_envs, device=env.device)

    def __call__(self, env: ManagerBasedRLEnv, term_keys: str | list[str] = ".*") -> torch.Tensor:
        """Return the number of terms that hold, 0 where the episode's time is over."""
        self._number.zero_()
        for name in self._term_names:
            self._number += env.termination_manager.get_term(name)
        return self._number * ~env.termination_manager.time_outs


class survival_success_rate(ManagerTermBase):  # noqa: N801 (Isaac Lab's name)
    """Log the share of episodes that reached their end as ``Metrics/success_rate``; as a reward it is 0."""

    def reset(self, env_ids: Any = None) -> None:
        """Log the share among the environments that are reset."""
        env_ids = slice(None) if env_ids is None else env_ids
        survived = self._env.termination_manager.time_outs[env_ids].float().mean()
        self._env.extras.setdefault("log", {})["Metrics/success_rate"] = survived

    def __call__(self, env: ManagerBasedRLEnv) -> torch.Tensor:
        """Return zeros."""
        return torch.zeros(env.num_envs, device=env.device)


# -- root ----------------------------------------------------------------------------------------------------------


def lin_vel_z_l2(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Penalize vertical motion of the root, in its own frame: its velocity squared [m^2/s^2]."""
    return torch.square(as_torch(env.scene[asset_cfg.name].data.root_lin_vel_b)[:, 2])


def ang_vel_xy_l2(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Penalize roll and pitch of the root, about its own axes: their rates squared [rad^2/s^2]."""
    return torch.sum(torch.square(as_torch(env.scene[asset_cfg.name].data.root_ang_vel_b)[:, :2]), dim=1)


def flat_orientation_l2(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Penalize a tilt of the root: the squared sine of the angle to the vertical."""
    return torch.sum(torch.square(as_torch(env.scene[asset_cfg.name].data.projected_gravity_b)[:, :2]), dim=1)


def base_height_l2(
    env: ManagerBasedRLEnv,
    target_height: float,
    asset_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
    sensor_cfg: SceneEntityCfg | None = None,
) -> torch.Tensor:
    """Penalize another height of the root than the target: the squared difference [m^2].

    Args:
        env: The environment.
        target_height: Height in the world [m]; above the mean of what a ray caster hits, if there is one.
        asset_cfg: The asset.
        sensor_cfg: A ray caster. Rays that hit nothing do not count.
    """
    height = as_torch(env.scene[asset_cfg.name].data.root_pos_w)[:, 2] - target_height
    if sensor_cfg is not None:
        hits = as_torch(env.scene[sensor_cfg.name].data.ray_hits_w)[..., 2]
        is_hit = torch.isfinite(hits)
        ground = torch.where(is_hit, hits, 0.0).sum(dim=1) / is_hit.sum(dim=1).clamp(min=1)
        height = height - ground
    return torch.square(height)


def body_lin_acc_l2(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Penalize linear accelerations of bodies: the sum of their norms [m/s^2]."""
    accelerations = columns(env.scene[asset_cfg.name].data.body_lin_acc_w, asset_cfg.body_ids)
    return torch.sum(torch.linalg.norm(accelerations, dim=-1), dim=1)


# -- joints --------------------------------------------------------------------------------------------------------


def joint_torques_l2(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Penalize efforts of joints: the sum of their squares [N^2, N^2 m^2]."""
    return torch.sum(torch.square(columns(env.scene[asset_cfg.name].data.applied_torque, asset_cfg.joint_ids)), dim=1)


def joint_vel_l1(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg) -> torch.Tensor:
    """Penalize velocities of joints: the sum of their magnitudes [m/s, rad/s]."""
    return torch.sum(torch.abs(columns(env.scene[asset_cfg.name].data.joint_vel, asset_cfg.joint_ids)), dim=1)


def joint_vel_l2(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Penalize velocities of joints: the sum of their squares [m^2/s^2, rad^2/s^2]."""
    return torch.sum(torch.square(columns(env.scene[asset_cfg.name].data.joint_vel, asset_cfg.joint_ids)), dim=1)


def joint_acc_l2(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Penalize accelerations of joints: the sum of their squares [m^2/s^4, rad^2/s^4]."""
    return torch.sum(torch.square(columns(env.scene[asset_cfg.name].data.joint_acc, asset_cfg.joint_ids)), dim=1)


def joint_deviation_l1(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Penalize distances of joints from their default positions: the sum of their magnitudes [m, rad]."""
    data, ids = env.scene[asset_cfg.name].data, asset_cfg.joint_ids
    return torch.sum(torch.abs(columns(data.joint_pos, ids) - columns(data.default_joint_pos, ids)), dim=1)


def joint_pos_target_l2(env: ManagerBasedRLEnv, target: float, asset_cfg: SceneEntityCfg) -> torch.Tensor:
    """Penalize angles of joints, within (-pi, pi], away from a target: the sum of their squares [rad^2]."""
    angles = wrap_to_pi(columns(env.scene[asset_cfg.name].data.joint_pos, asset_cfg.joint_ids))
    return torch.sum(torch.square(angles - target), dim=1)


def joint_pos_limits(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Penalize joints beyond their soft limits: the sum of the distances to them [m, rad]."""
    data, ids = env.scene[asset_cfg.name].data, asset_cfg.joint_ids
    positions, limits = columns(data.joint_pos, ids), columns(data.soft_joint_pos_limits, ids)
    beyond = (limits[..., 0] - positions).clip(min=0.0) + (positions - limits[..., 1]).clip(min=0.0)
    return torch.sum(beyond, dim=1)


def joint_vel_limits(
    env: ManagerBasedRLEnv, soft_ratio: float, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
) -> torch.Tensor:
    """Penalize joints faster than a share of their velocity limits: the sum of the excesses, each at most 1 [rad/s].

    Args:
        env: The environment.
        soft_ratio: Share of the limits of the actuator models.
        asset_cfg: The asset and its joints.
    """
    data, ids = env.scene[asset_cfg.name].data, asset_cfg.joint_ids
    excess = torch.abs(columns(data.joint_vel, ids)) - columns(data.soft_joint_vel_limits, ids) * soft_ratio
    return torch.sum(excess.clip_(min=0.0, max=1.0), dim=1)


# -- actions -------------------------------------------------------------------------------------------------------


def applied_torque_limits(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Penalize efforts that the limits of actuators cut off: the sum of what was cut [N, N m]."""
    data, ids = env.scene[asset_cfg.name].data, asset_cfg.joint_ids
    return torch.sum(torch.abs(columns(data.applied_torque, ids) - columns(data.computed_torque, ids)), dim=1)


def action_rate_l2(env: ManagerBasedRLEnv) -> torch.Tensor:
    """Penalize changes of actions from step to step: the sum of their squares."""
    return torch.sum(torch.square(env.action_manager.action - env.action_manager.prev_action), dim=1)


def action_l2(env: ManagerBasedRLEnv) -> torch.Tensor:
    """Penalize actions: the sum of their squares."""
    return torch.sum(torch.square(env.action_manager.action), dim=1)


# -- contacts ------------------------------------------------------------------------------------------------------


def largest_contact_forces(env: ManagerBasedRLEnv, sensor_cfg: SceneEntityCfg) -> torch.Tensor:
    """Largest magnitude of the contact force on each body within a sensor's history [N], shape (N, B)."""
    forces = as_torch(env.scene.sensors[sensor_cfg.name].data.net_forces_w_history)
    norms = torch.linalg.norm(forces, dim=-1).amax(dim=1)
    return columns(norms, sensor_cfg.body_ids)


def undesired_contacts(env: ManagerBasedRLEnv, threshold: float, sensor_cfg: SceneEntityCfg) -> torch.Tensor:
    """Penalize contacts: the number of bodies with a force above a threshold [N]."""
    return torch.sum(largest_contact_forces(env, sensor_cfg) > threshold, dim=1)


def desired_contacts(env: ManagerBasedRLEnv, sensor_cfg: SceneEntityCfg, threshold: float = 1.0) -> torch.Tensor:
    """Penalize that none of the bodies is in contact, with a force above a threshold [N]: 1 or 0."""
    return (largest_contact_forces(env, sensor_cfg) <= threshold).all(dim=1).float()


def contact_forces(env: ManagerBasedRLEnv, threshold: float, sensor_cfg: SceneEntityCfg) -> torch.Tensor:
    """Penalize contact forces: the sum over bodies of what their magnitude exceeds a threshold by [N]."""
    return torch.sum((largest_contact_forces(env, sensor_cfg) - threshold).clip(min=0.0), dim=1)


# -- commands ------------------------------------------------------------------------------------------------------


def track_lin_vel_xy_exp(
    env: ManagerBasedRLEnv, std: float, command_name: str, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
) -> torch.Tensor:
    """Reward following a commanded linear velocity, in the root's frame: exp(-error^2 / std^2), std in m/s.

    The error is that of the parts forward and sideways.
    """
    velocity = as_torch(env.scene[asset_cfg.name].data.root_lin_vel_b)[:, :2]
    error = torch.sum(torch.square(env.command_manager.get_command(command_name)[:, :2] - velocity), dim=1)
    return torch.exp(-error / std**2)


def track_ang_vel_z_exp(
    env: ManagerBasedRLEnv, std: float, command_name: str, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
) -> torch.Tensor:
    """Reward following a commanded rate about the root's z axis: exp(-error^2 / std^2), std in rad/s."""
    rate = as_torch(env.scene[asset_cfg.name].data.root_ang_vel_b)[:, 2]
    error = torch.square(env.command_manager.get_command(command_name)[:, 2] - rate)
    return torch.exp(-error / std**2)


def position_command_error(env: ManagerBasedRLEnv, command_name: str, asset_cfg: SceneEntityCfg) -> torch.Tensor:
    """Penalize the distance of a body from the position of a pose command, which is in the root's frame [m]."""
    data = env.scene[asset_cfg.name].data
    target_b = env.command_manager.get_command(command_name)[:, :3]
    target_w, _ = combine_frame_transforms(as_torch(data.root_pos_w), as_torch(data.root_quat_w), target_b)
    return torch.linalg.norm(columns(data.body_pos_w, asset_cfg.body_ids)[:, 0] - target_w, dim=1)


def position_command_error_tanh(
    env: ManagerBasedRLEnv, std: float, command_name: str, asset_cfg: SceneEntityCfg
) -> torch.Tensor:
    """Reward a body near the position of a pose command: 1 - tanh(distance / std), std in m."""
    return 1.0 - torch.tanh(position_command_error(env, command_name, asset_cfg) / std)


def orientation_command_error(env: ManagerBasedRLEnv, command_name: str, asset_cfg: SceneEntityCfg) -> torch.Tensor:
    """Penalize the angle between a body and the orientation of a pose command, which is in the root's frame [rad]."""
    data = env.scene[asset_cfg.name].data
    target_b = env.command_manager.get_command(command_name)[:, 3:7]
    target_w = quat_mul(as_torch(data.root_quat_w), target_b)
    return quat_error_magnitude(columns(data.body_quat_w, asset_cfg.body_ids)[:, 0], target_w)
