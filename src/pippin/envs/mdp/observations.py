"""Observation terms: what a policy sees. All give float32 tensors of shape (N, ...), N environments.

An ``asset_cfg`` names the asset, and selects its joints or bodies.
"""

from __future__ import annotations

import torch

from pippin.envs.managers import SceneEntityCfg
from pippin.utils import as_torch
from pippin.utils.math import quat_apply_inverse, quat_unique, scale_transform

from .env_types import ManagerBasedEnv, ManagerBasedRLEnv
from .selection import columns

# -- root ----------------------------------------------------------------------------------------------------------


def base_pos_z(env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Return the height of the root in the world [m], shape (N, 1)."""
    return as_torch(env.scene[asset_cfg.name].data.root_pos_w)[:, 2:3]


def base_lin_vel(env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Return the root's linear velocity in its own frame [m/s], shape (N, 3)."""
    return as_torch(env.scene[asset_cfg.name].data.root_lin_vel_b)


def base_ang_vel(env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Return the root's angular velocity in its own frame [rad/s], shape (N, 3)."""
    return as_torch(env.scene[asset_cfg.name].data.root_ang_vel_b)


def projected_gravity(env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Return the direction of gravity in the root's frame, unit vectors of shape (N, 3)."""
    return as_torch(env.scene[asset_cfg.name].data.projected_gravity_b)


def root_pos_w(env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Return the root's position relative to the origin of its environment [m], shape (N, 3)."""
    return as_torch(env.scene[asset_cfg.name].data.root_pos_w) - as_torch(env.scene.env_origins)


def root_quat_w(
    env: ManagerBasedEnv, make_quat_unique: bool = False, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
) -> torch.Tensor:
    """Return the root's orientation in the world as quaternions, shape (N, 4).

    Args:
        env: The environment.
        make_quat_unique: Whether to give, of the two quaternions of an orientation, the one whose w is not negative.
        asset_cfg: The asset.
    """
    quat = as_torch(env.scene[asset_cfg.name].data.root_quat_w)
    return quat_unique(quat) if make_quat_unique else quat


def root_lin_vel_w(env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Return the root's linear velocity in the world [m/s], shape (N, 3)."""
    return as_torch(env.scene[asset_cfg.name].data.root_lin_vel_w)


def root_ang_vel_w(env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Return the root's angular velocity in the world [rad/s], shape (N, 3)."""
    return as_torch(env.scene[asset_cfg.name].data.root_ang_vel_w)


# -- bodies --------------------------------------------------------------------------------------------------------


def body_pose_w(env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Return poses of bodies relative to the origins of environments, (position [m], quaternion), shape (N, 7 B)."""
    poses = columns(env.scene[asset_cfg.name].data.body_pose_w, asset_cfg.body_ids)
    positions = poses[..., :3] - as_torch(env.scene.env_origins).unsqueeze(1)
    return torch.cat([positions, poses[..., 3:]], dim=-1).reshape(env.num_envs, -1)


def body_projected_gravity_b(env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Return the direction of gravity in the frames of bodies, unit vectors side by side, shape (N, 3 B)."""
    data = env.scene[asset_cfg.name].data
    quats = columns(data.body_quat_w, asset_cfg.body_ids)
    gravity = torch.nn.functional.normalize(as_torch(data.GRAVITY_VEC_W), dim=-1)
    return quat_apply_inverse(quats, gravity.unsqueeze(1).expand(*quats.shape[:2], 3)).reshape(env.num_envs, -1)


# -- joints --------------------------------------------------------------------------------------------------------


def joint_pos(env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Return positions of joints [m, rad], shape (N, J)."""
    return columns(env.scene[asset_cfg.name].data.joint_pos, asset_cfg.joint_ids)


def joint_pos_rel(env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Return positions of joints relative to the default ones [m, rad], shape (N, J)."""
    data, ids = env.scene[asset_cfg.name].data, asset_cfg.joint_ids
    return columns(data.joint_pos, ids) - columns(data.default_joint_pos, ids)


def joint_pos_limit_normalized(
    env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
) -> torch.Tensor:
    """Return positions of joints between their soft limits, which are -1 and 1, shape (N, J)."""
    data, ids = env.scene[asset_cfg.name].data, asset_cfg.joint_ids
    limits = columns(data.soft_joint_pos_limits, ids)
    return scale_transform(columns(data.joint_pos, ids), limits[..., 0], limits[..., 1])


def joint_vel(env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Return velocities of joints [m/s, rad/s], shape (N, J)."""
    return columns(env.scene[asset_cfg.name].data.joint_vel, asset_cfg.joint_ids)


def joint_vel_rel(env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Return velocities of joints relative to the default ones [m/s, rad/s], shape (N, J)."""
    data, ids = env.scene[asset_cfg.name].data, asset_cfg.joint_ids
    return columns(data.joint_vel, ids) - columns(data.default_joint_vel, ids)


def joint_effort(env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Return the efforts that the actuators applied last to joints [N, N m], shape (N, J)."""
    return columns(env.scene[asset_cfg.name].data.applied_torque, asset_cfg.joint_ids)


# -- sensors -------------------------------------------------------------------------------------------------------


def height_scan(env: ManagerBasedEnv, sensor_cfg: SceneEntityCfg, offset: float = 0.5) -> torch.Tensor:
    """Return how far below a ray caster its rays hit, minus an offset [m], shape (N, R), R rays."""
    data = env.scene.sensors[sensor_cfg.name].data
    return as_torch(data.pos_w)[:, 2:3] - as_torch(data.ray_hits_w)[..., 2] - offset


def body_incoming_wrench(
    env: ManagerBasedEnv, sensor_cfg: SceneEntityCfg | None = None, asset_cfg: SceneEntityCfg | None = None
) -> torch.Tensor:
    """Return the wrenches that joints exert on bodies, (force [N], torque [N m]) side by side, shape (N, 6 B).

    Args:
        env: The environment.
        sensor_cfg: A joint wrench sensor and its bodies: wrenches in the frames of the joints.
        asset_cfg: In its place, an articulation and its bodies: ``body_incoming_joint_wrench_b``.

    Raises:
        ValueError: Neither is given.
    """
    cfg = sensor_cfg or asset_cfg
    if cfg is None:
        raise ValueError("The term 'body_incoming_wrench' needs 'sensor_cfg' or 'asset_cfg'.")
    data = env.scene[cfg.name].data
    if not hasattr(data, "body_incoming_joint_wrench_b"):
        parts = [columns(data.force, cfg.body_ids), columns(data.torque, cfg.body_ids)]
        return torch.cat(parts, dim=-1).reshape(env.num_envs, -1)
    return columns(data.body_incoming_joint_wrench_b, cfg.body_ids).reshape(env.num_envs, -1)


def imu_orientation(env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("imu")) -> torch.Tensor:
    """Return the orientation of a sensor in the world as quaternions, shape (N, 4)."""
    return as_torch(env.scene[asset_cfg.name].data.quat_w)


def imu_projected_gravity(env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("imu")) -> torch.Tensor:
    """Return the direction of gravity in a sensor's frame, unit vectors of shape (N, 3)."""
    return as_torch(env.scene[asset_cfg.name].data.projected_gravity_b)


def pva_orientation(env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("pva")) -> torch.Tensor:
    """Return the orientation of a sensor in the world as quaternions, shape (N, 4)."""
    return as_torch(env.scene[asset_cfg.name].data.quat_w)


def pva_projected_gravity(env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("pva")) -> torch.Tensor:
    """Return the direction of gravity in a sensor's frame, unit vectors of shape (N, 3)."""
    return as_torch(env.scene[asset_cfg.name].data.projected_gravity_b)


def imu_ang_vel(env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("imu")) -> torch.Tensor:
    """Return the angular velocity of an IMU in its own frame [rad/s], shape (N, 3)."""
    return as_torch(env.scene[asset_cfg.name].data.ang_vel_b)


def imu_lin_acc(env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("imu")) -> torch.Tensor:
    """Return the linear acceleration of an IMU in its own frame [m/s^2], shape (N, 3)."""
    return as_torch(env.scene[asset_cfg.name].data.lin_acc_b)


# -- the environment's own -----------------------------------------------------------------------------------------


def last_action(env: ManagerBasedEnv, action_name: str | None = None) -> torch.Tensor:
    """Return the last action, shape (N, A), or that of one term, before its scale and offset."""
    if action_name is None:
        return env.action_manager.action
    return env.action_manager.get_term(action_name).raw_actions


def generated_commands(env: ManagerBasedRLEnv, command_name: str | None = None) -> torch.Tensor:
    """Return a command, shape (N, C)."""
    return env.command_manager.get_command(command_name)


def current_time_s(env: ManagerBasedRLEnv) -> torch.Tensor:
    """Return the time since the episode began [s], shape (N, 1)."""
    return env.episode_length_buf.unsqueeze(1) * env.step_dt


def remaining_time_s(env: ManagerBasedRLEnv) -> torch.Tensor:
    """Return the time until the episode ends at the latest [s], shape (N, 1)."""
    return env.max_episode_length_s - env.episode_length_buf.unsqueeze(1) * env.step_dt
