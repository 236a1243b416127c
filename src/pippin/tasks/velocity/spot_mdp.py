"""Terms of walking that Isaac Lab's task of Spot has, and that tasks of other four-legged robots borrow.

Rewards give one number for each environment, shape (N,). Signatures and formulas are those of ``config.spot.mdp`` in
Isaac Lab 2.3.2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from pippin.envs.managers import ManagerTermBase, RewardTermCfg, SceneEntityCfg
from pippin.utils import as_torch

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedEnv, ManagerBasedRLEnv

COMMAND = "base_velocity"
"""Name of the command that these terms read: velocities along x and y [m/s] and about z [rad/s] in the base's frame."""

LONGEST_TIME = 0.5
"""Longest time of a foot in the air or on the ground that the variance counts [s]."""


def reset_joints_around_default(
    env: ManagerBasedEnv,
    env_ids: torch.Tensor,
    position_range: tuple[float, float],
    velocity_range: tuple[float, float],
    asset_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
) -> None:
    """Put joints near their defaults, within their soft limits.

    Args:
        env: The environment.
        env_ids: Environments.
        position_range: Ends of what is added to the positions [m or rad].
        velocity_range: Ends of what is added to the velocities [m/s or rad/s].
        asset_cfg: The robot.
    """
    robot = env.scene[asset_cfg.name]
    limits = as_torch(robot.data.soft_joint_pos_limits)[env_ids]
    speeds = as_torch(robot.data.soft_joint_vel_limits)[env_ids]
    positions = as_torch(robot.data.default_joint_pos)[env_ids]
    velocities = as_torch(robot.data.default_joint_vel)[env_ids]
    robot.write_joint_position_to_sim_index(
        position=_between(positions, position_range, limits[..., 0], limits[..., 1]), env_ids=env_ids
    )
    robot.write_joint_velocity_to_sim_index(
        velocity=_between(velocities, velocity_range, -speeds, speeds), env_ids=env_ids
    )


def air_time_reward(
    env: ManagerBasedRLEnv,
    asset_cfg: SceneEntityCfg,
    sensor_cfg: SceneEntityCfg,
    mode_time: float,
    velocity_threshold: float,
) -> torch.Tensor:
    """Reward steps of up to ``mode_time`` [s] while walking, and standing still: the sum over the feet [s]."""
    data = _with_air_time(env, sensor_cfg).data
    air_time = as_torch(data.current_air_time)[:, sensor_cfg.body_ids]
    contact_time = as_torch(data.current_contact_time)[:, sensor_cfg.body_ids]
    longer = torch.maximum(air_time, contact_time)
    stepping = torch.where(longer < mode_time, longer, 0.0)
    standing = (contact_time - air_time).clip(-mode_time, mode_time)
    moves = _moves(env, asset_cfg, velocity_threshold).unsqueeze(-1)
    return torch.where(moves, stepping, standing).sum(dim=1)


def base_angular_velocity_reward(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg, std: float) -> torch.Tensor:
    """Reward the commanded turning: exp(-|error| / std), with ``std`` in rad/s."""
    turning = as_torch(env.scene[asset_cfg.name].data.root_ang_vel_b)[:, 2]
    return torch.exp(-(_command(env)[:, 2] - turning).abs() / std)


def base_linear_velocity_reward(
    env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg, std: float, ramp_at_vel: float = 1.0, ramp_rate: float = 0.5
) -> torch.Tensor:
    """Reward the commanded horizontal velocity: exp(-|error| / std), with ``std`` in m/s.

    Commanded speeds above ``ramp_at_vel`` [m/s] give more, by ``ramp_rate`` for each m/s.
    """
    target = _command(env)[:, :2]
    error = (target - as_torch(env.scene[asset_cfg.name].data.root_lin_vel_b)[:, :2]).norm(dim=1)
    more = (1.0 + ramp_rate * (target.norm(dim=1) - ramp_at_vel)).clamp(min=1.0)
    return torch.exp(-error / std) * more


class GaitReward(ManagerTermBase):
    """Reward a gait: two pairs of feet, those of a pair in time, those of different pairs out of time.

    Args:
        cfg: Config of the term, with the parameters of :meth:`__call__`.
        env: The environment.

    Raises:
        ValueError: There are not two pairs of feet.
    """

    def __init__(self, cfg: RewardTermCfg, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        pairs = cfg.params["synced_feet_pair_names"]
        if [len(pair) for pair in pairs] != [2, 2]:
            raise ValueError(f"The gait's synced_feet_pair_names are {pairs}; expected two pairs of names of feet.")
        self._sensor = env.scene.sensors[cfg.params["sensor_cfg"].name]
        (a, b), (c, d) = (self._sensor.find_sensors(pair)[0] for pair in pairs)
        self._in_time = [a, c], [b, d]
        self._out_of_time = [a, b, a, c], [c, d, d, b]

    def __call__(
        self,
        env: ManagerBasedRLEnv,
        std: float,
        max_err: float,
        velocity_threshold: float,
        synced_feet_pair_names: tuple[tuple[str, str], tuple[str, str]],
        asset_cfg: SceneEntityCfg,
        sensor_cfg: SceneEntityCfg,
    ) -> torch.Tensor:
        """Product of how well each two of the feet keep time, between 0 and 1; 0 while the robot stands.

        Args:
            env: The environment.
            std: Squared difference of times that gives 1 / e [s^2].
            max_err: Difference of times from which on more does not matter [s].
            velocity_threshold: Speed above which the robot walks, whatever its command is [m/s].
            synced_feet_pair_names: The pairs; read when the term is made.
            asset_cfg: The robot.
            sensor_cfg: Sensor of the feet's contacts; read when the term is made.
        """
        air_time = as_torch(self._sensor.data.current_air_time)
        contact_time = as_torch(self._sensor.data.current_contact_time)

        def squared(left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
            return (left - right).square().clip(max=max_err**2).sum(dim=1)

        first, second = self._in_time
        apart = squared(air_time[:, first], air_time[:, second])
        apart = apart + squared(contact_time[:, first], contact_time[:, second])
        first, second = self._out_of_time
        apart = apart + squared(air_time[:, first], contact_time[:, second])
        apart = apart + squared(contact_time[:, first], air_time[:, second])
        return torch.exp(-apart / std) * _moves(env, asset_cfg, velocity_threshold)


def foot_clearance_reward(
    env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg, target_height: float, std: float, tanh_mult: float
) -> torch.Tensor:
    """Reward feet that swing at a height above the world's origin [m], by 1 down to 0 for errors much above ``std``."""
    data = env.scene[asset_cfg.name].data
    error = (as_torch(data.body_pos_w)[:, asset_cfg.body_ids, 2] - target_height).square()
    swings = torch.tanh(tanh_mult * as_torch(data.body_lin_vel_w)[:, asset_cfg.body_ids, :2].norm(dim=2))
    return torch.exp(-(error * swings).sum(dim=1) / std)


def action_smoothness_penalty(env: ManagerBasedRLEnv) -> torch.Tensor:
    """Penalize actions that differ from the last ones: the length of the difference."""
    return (env.action_manager.action - env.action_manager.prev_action).norm(dim=1)


def air_time_variance_penalty(env: ManagerBasedRLEnv, sensor_cfg: SceneEntityCfg) -> torch.Tensor:
    """Penalize feet that step differently: the variances of their last times in the air and on the ground [s^2]."""
    data = _with_air_time(env, sensor_cfg).data
    times = as_torch(data.last_air_time), as_torch(data.last_contact_time)
    air, contact = (time[:, sensor_cfg.body_ids].clip(max=LONGEST_TIME).var(dim=1) for time in times)
    return air + contact


def base_motion_penalty(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg) -> torch.Tensor:
    """Penalize a base that bobs, rolls and pitches: 0.8 v_z^2 + 0.2 (|w_x| + |w_y|), in its own frame."""
    data = env.scene[asset_cfg.name].data
    bobs = as_torch(data.root_lin_vel_b)[:, 2].square()
    return 0.8 * bobs + 0.2 * as_torch(data.root_ang_vel_b)[:, :2].abs().sum(dim=1)


def base_orientation_penalty(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg) -> torch.Tensor:
    """Penalize a tilted base: the sine of its tilt."""
    return as_torch(env.scene[asset_cfg.name].data.projected_gravity_b)[:, :2].norm(dim=1)


def foot_slip_penalty(
    env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg, sensor_cfg: SceneEntityCfg, threshold: float
) -> torch.Tensor:
    """Penalize feet that slide: summed speeds [m/s] of those that touch the ground with more than ``threshold`` [N]."""
    forces = as_torch(env.scene.sensors[sensor_cfg.name].data.net_forces_w_history)[:, :, sensor_cfg.body_ids]
    touches = forces.norm(dim=-1).amax(dim=1) > threshold
    velocity = as_torch(env.scene[asset_cfg.name].data.body_lin_vel_w)[:, asset_cfg.body_ids, :2]
    return (velocity.norm(dim=2) * touches).sum(dim=1)


def joint_acceleration_penalty(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg) -> torch.Tensor:
    """Penalize accelerations of all joints: the length of the vector [m/s^2 or rad/s^2]."""
    return as_torch(env.scene[asset_cfg.name].data.joint_acc).norm(dim=1)


def joint_position_penalty(
    env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg, stand_still_scale: float, velocity_threshold: float
) -> torch.Tensor:
    """Penalize joints away from their defaults [m or rad], ``stand_still_scale`` times as much while standing."""
    data = env.scene[asset_cfg.name].data
    away = (as_torch(data.joint_pos) - as_torch(data.default_joint_pos)).norm(dim=1)
    return torch.where(_moves(env, asset_cfg, velocity_threshold), away, stand_still_scale * away)


def joint_torques_penalty(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg) -> torch.Tensor:
    """Penalize efforts of all joints: the length of the vector [N or N m]."""
    return as_torch(env.scene[asset_cfg.name].data.applied_torque).norm(dim=1)


def joint_velocity_penalty(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg) -> torch.Tensor:
    """Penalize velocities of all joints: the length of the vector [m/s or rad/s]."""
    return as_torch(env.scene[asset_cfg.name].data.joint_vel).norm(dim=1)


def _between(
    middle: torch.Tensor, offsets: tuple[float, float], lowest: torch.Tensor, highest: torch.Tensor
) -> torch.Tensor:
    """Random numbers, each between two offsets from its middle, or what of that lies between its ends."""
    low, high = (torch.minimum(torch.maximum(middle + offset, lowest), highest) for offset in offsets)
    return low + (high - low) * torch.rand_like(middle)


def _command(env: ManagerBasedRLEnv) -> torch.Tensor:
    return env.command_manager.get_command(COMMAND)


def _moves(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg, velocity_threshold: float) -> torch.Tensor:
    """Whether the robot is told to move or moves, shape (N,)."""
    speed = as_torch(env.scene[asset_cfg.name].data.root_lin_vel_b)[:, :2].norm(dim=1)
    return (_command(env).norm(dim=1) > 0.0) | (speed > velocity_threshold)


def _with_air_time(env: ManagerBasedRLEnv, sensor_cfg: SceneEntityCfg) -> object:
    """The sensor of contacts.

    Raises:
        RuntimeError: It does not track how long bodies are in the air.
    """
    sensor = env.scene.sensors[sensor_cfg.name]
    if not sensor.cfg.track_air_time:
        raise RuntimeError(f"The sensor '{sensor_cfg.name}' has no times; set track_air_time=True in its config.")
    return sensor
