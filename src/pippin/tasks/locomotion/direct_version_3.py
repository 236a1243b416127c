"""Ant and humanoid as direct environments, as Isaac Lab 3.0.0 releases them: the tasks with managers, written out.

What differs from 2.3.2: wrenches on the feet are seen, actions count up to 1, joints begin off their defaults, the
rewards are rates that a step multiplies by its time, but for the cost of a fall, and joints near either limit cost in
proportion.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from pippin.assets import ArticulationCfg, AssetBaseCfg
from pippin.envs import DirectRLEnv, DirectRLEnvCfg
from pippin.robots import released
from pippin.robots.released.classics import humanoid_gears
from pippin.scene import InteractiveSceneCfg
from pippin.sensors import JointWrenchSensorCfg
from pippin.sim import SimulationCfg
from pippin.sim.spawners import DomeLightCfg
from pippin.tasks.default_state import begin_with_joints
from pippin.tasks.engines import AntPhysicsCfg, HumanoidPhysicsCfg
from pippin.tasks.locomotion import ant_env_cfg as ant
from pippin.tasks.locomotion import humanoid_env_cfg as humanoid
from pippin.tasks.locomotion.locomotion_env import LocomotionEnv
from pippin.utils import as_torch, configclass, resolve_matching_names_values


@configclass
class AntDirectSceneCfg(InteractiveSceneCfg):
    """An ant on a plane, and a sensor of the wrenches in its joints."""

    terrain = ant.PLANE
    robot: ArticulationCfg = released.ANT_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")
    joint_wrench = JointWrenchSensorCfg(prim_path="{ENV_REGEX_NS}/Robot")
    light = AssetBaseCfg(prim_path="/World/Light", spawn=DomeLightCfg(intensity=2000.0, color=(0.75, 0.75, 0.75)))


@configclass
class HumanoidDirectSceneCfg(AntDirectSceneCfg):
    """A humanoid on a plane, and a sensor of the wrenches in its joints."""

    robot: ArticulationCfg = released.HUMANOID_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")


@configclass
class AntEnvCfg(DirectRLEnvCfg):
    """Ant: eight torques, 60 values seen."""

    episode_length_s = 16.0
    decimation = 2
    action_scale = 0.5
    action_space = 8
    observation_space = 60
    state_space = 0
    sim: SimulationCfg = SimulationCfg(dt=1 / 120, render_interval=2, physics=AntPhysicsCfg())
    scene: Any = AntDirectSceneCfg(num_envs=4096, env_spacing=5.0, replicate_physics=True)

    joint_gears: Any = {".*": 15.0}
    """Torque of each joint at action 1 [N m], before ``action_scale``, by name; 1 for those that are not named."""

    feet_body_names: list[str] = list(ant.FEET)

    target_pos: tuple[float, float, float] = (1000.0, 0.0, 0.0)
    """Target from the origin of the environment [m]."""

    initial_joint_pos_range: tuple[float, float] = (-0.2, 0.2)
    """Positions of joints at the start, from the default [rad]."""

    initial_joint_vel_range: tuple[float, float] = (-0.1, 0.1)
    """Velocities of joints at the start, from the default [rad/s]."""

    heading_weight: float = 0.5
    up_weight: float = 0.1
    energy_cost_scale: float = 0.05
    actions_cost_scale: float = 0.005
    alive_reward_scale: float = 0.5
    joint_pos_limits_cost_scale: float = 0.1

    joint_pos_limits_threshold: float = 0.99
    """Share of the way from the middle of a joint's range to its limit from which on it costs."""

    death_cost: float = -2.0

    termination_height: float = 0.31
    """Height of the torso below which an episode ends [m]."""

    dof_vel_scale: float = 0.2
    angular_velocity_scale: float = 1.0
    contact_force_scale: float = 0.1


@configclass
class HumanoidEnvCfg(AntEnvCfg):
    """Humanoid: 21 torques, 87 values seen; what is not named here is the ant's."""

    action_scale = 1.0
    action_space = 21
    observation_space = 87
    sim: SimulationCfg = SimulationCfg(dt=1 / 120, render_interval=2, physics=HumanoidPhysicsCfg())
    scene: Any = HumanoidDirectSceneCfg(num_envs=4096, env_spacing=5.0, replicate_physics=True)
    joint_gears: Any = humanoid_gears()
    feet_body_names: list[str] = list(humanoid.FEET)
    energy_cost_scale: float = 0.005
    actions_cost_scale: float = 0.01
    alive_reward_scale: float = 2.0
    joint_pos_limits_cost_scale: float = 0.25
    joint_pos_limits_threshold: float = 0.98
    death_cost: float = -1.0
    termination_height: float = 0.8
    dof_vel_scale: float = 0.1
    angular_velocity_scale: float = 0.25
    contact_force_scale: float = 0.01


class LocomotionDirectEnv(LocomotionEnv):
    """Walks robots towards a far target, for the rewards of the tasks with managers."""

    def __init__(self, cfg: Any, render_mode: str | None = None, **kwargs: Any) -> None:
        super().__init__(cfg, render_mode, **kwargs)
        self.gear_ratio_scaled = self.joint_gears / self.joint_gears.max()
        feet, _ = self.joint_wrench.find_bodies(self.cfg.feet_body_names)
        self._feet_body_idx = torch.tensor(feet, dtype=torch.long, device=self.device)

    @property
    def target_pos(self) -> tuple[float, float, float]:
        """Target from the origin of an environment [m]."""
        return self.cfg.target_pos

    @property
    def progress_time(self) -> float:
        """Time in which progress of 1 m gives a rate of reward of 1 [s]."""
        return self.step_dt

    def _gears(self) -> torch.Tensor:
        """Gears of all joints [N m], 1 for those without one."""
        gears = torch.ones(self.robot.num_joints, device=self.device)
        indices, _, values = resolve_matching_names_values(self.cfg.joint_gears, self.robot.joint_names)
        gears[indices] = torch.tensor(values, dtype=torch.float32, device=self.device)
        return gears

    def _setup_scene(self) -> None:
        self.robot, self.terrain, self.joint_wrench = (
            self.scene[name] for name in ("robot", "terrain", "joint_wrench")
        )

    def _pre_physics_step(self, actions: torch.Tensor) -> None:
        super()._pre_physics_step(actions)
        forces = self.action_scale * self.joint_gears * actions.clamp(-1.0, 1.0)
        self.robot.set_joint_effort_target_index(target=forces, joint_ids=self._joint_dof_idx)

    def _apply_action(self) -> None:
        pass  # the targets of a step hold for all of its physics

    def _compute_intermediate_values(self) -> None:
        super()._compute_intermediate_values()
        self.dof_vel = self.dof_vel - as_torch(self.robot.data.default_joint_vel)

    def _get_observations(self) -> dict[str, torch.Tensor]:
        data = self.joint_wrench.data
        wrenches = torch.cat([as_torch(part)[:, self._feet_body_idx] for part in (data.force, data.torque)], dim=-1)
        state = super()._get_observations()["policy"]
        before, actions = state[:, : -self.actions.shape[1]], state[:, -self.actions.shape[1] :]
        feet = self.cfg.contact_force_scale * wrenches.reshape(self.num_envs, -1)
        return {"policy": torch.cat((before, feet, actions), dim=-1)}

    def _get_rewards(self) -> torch.Tensor:
        cfg = self.cfg
        alive = ~self.reset_terminated
        power = (self.actions * self.dof_vel * self.gear_ratio_scaled).abs()
        past = (self.dof_pos_scaled.abs() - cfg.joint_pos_limits_threshold) / (1.0 - cfg.joint_pos_limits_threshold)
        rate = (
            self.potentials
            - self.prev_potentials
            + cfg.alive_reward_scale * alive
            + cfg.up_weight * (self.up_proj > 0.93)
            + cfg.heading_weight * (self.heading_proj / 0.8).clamp(max=1.0)
            - cfg.actions_cost_scale * self.actions.square().sum(dim=-1)
            - cfg.energy_cost_scale * power.sum(dim=-1)
            - cfg.joint_pos_limits_cost_scale * (past.clamp(min=0.0) * self.gear_ratio_scaled).sum(dim=-1)
        )
        return self.step_dt * rate + cfg.death_cost * ~alive

    def _get_dones(self) -> tuple[torch.Tensor, torch.Tensor]:
        died, _ = super()._get_dones()
        return died, self.episode_length_buf >= self.max_episode_length

    def _reset_idx(self, env_ids: Sequence[int] | torch.Tensor | None) -> None:
        if env_ids is None:
            env_ids = torch.arange(self.num_envs, device=self.device)
        survived = self.reset_time_outs[env_ids].float().mean()
        self.extras.setdefault("log", {})["Metrics/success_rate"] = survived
        DirectRLEnv._reset_idx(self, env_ids)
        self.actions[env_ids] = 0.0
        data, origins = self.robot.data, as_torch(self.scene.env_origins)
        position, velocity = as_torch(data.default_joint_pos)[env_ids], as_torch(data.default_joint_vel)[env_ids]
        position = position + torch.empty_like(position).uniform_(*self.cfg.initial_joint_pos_range)
        velocity = velocity + torch.empty_like(velocity).uniform_(*self.cfg.initial_joint_vel_range)
        poses = begin_with_joints(self.robot, origins, env_ids, position, velocity)
        distance = (self.targets[env_ids] - poses[:, :3])[:, :2].norm(dim=-1)
        self.potentials[env_ids] = -distance / self.progress_time
        self._compute_intermediate_values()
