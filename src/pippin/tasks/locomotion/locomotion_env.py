"""The direct environment that ant and humanoid share. Its rewards are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from pippin.assets import Articulation
from pippin.envs import DirectRLEnv
from pippin.sim.spawners import DomeLightCfg
from pippin.tasks.default_state import begin_at_default
from pippin.utils import as_torch, resolve_matching_names_values
from pippin.utils.math import euler_xyz_from_quat, quat_apply, scale_transform, wrap_to_pi


class LocomotionEnv(DirectRLEnv):
    """Walks robots towards a target 1 km ahead of where they begin."""

    cfg: Any

    def __init__(self, cfg: Any, render_mode: str | None = None, **kwargs: Any) -> None:
        super().__init__(cfg, render_mode, **kwargs)
        self.action_scale = self.cfg.action_scale
        self.joint_gears = self._gears()
        self.motor_effort_ratio = torch.ones_like(self.joint_gears)
        self._joint_dof_idx, _ = self.robot.find_joints(".*")
        self.potentials = torch.zeros(self.num_envs, device=self.device)
        self.prev_potentials = torch.zeros_like(self.potentials)
        ahead = torch.tensor(self.target_pos, device=self.device)
        self.targets = as_torch(self.scene.env_origins) + ahead

    @property
    def target_pos(self) -> tuple[float, float, float]:
        """Target from the origin of an environment [m]."""
        return 1000.0, 0.0, 0.0

    @property
    def progress_time(self) -> float:
        """Time in which progress of 1 m gives a reward of 1 [s]."""
        return self.cfg.sim.dt

    def _gears(self) -> torch.Tensor:
        """Gears of all joints [N m], from a dict by regular expression or from a list in the robot's order."""
        gears = self.cfg.joint_gears
        if isinstance(gears, dict):
            gears = resolve_matching_names_values(gears, self.robot.joint_names)[2]
        if len(gears) != self.robot.num_joints:
            raise ValueError(
                f"Field 'joint_gears' gives {len(gears)} gears; expected {self.robot.num_joints}, one for each joint of"
                f" the robot: {', '.join(self.robot.joint_names)}."
            )
        return torch.tensor(gears, dtype=torch.float32, device=self.device)

    def _setup_scene(self) -> None:
        self.robot = Articulation(self.cfg.robot)
        self.cfg.terrain.num_envs = self.scene.cfg.num_envs
        self.cfg.terrain.env_spacing = self.scene.cfg.env_spacing
        self.terrain = self.cfg.terrain.class_type(self.cfg.terrain)
        self.scene.clone_environments(copy_from_source=False)
        self.scene.articulations["robot"] = self.robot
        light = DomeLightCfg(intensity=2000.0, color=(0.75, 0.75, 0.75))
        light.func("/World/Light", light)

    def _pre_physics_step(self, actions: torch.Tensor) -> None:
        self.actions = actions.clone()

    def _apply_action(self) -> None:
        forces = self.action_scale * self.joint_gears * self.actions
        self.robot.set_joint_effort_target_index(target=forces, joint_ids=self._joint_dof_idx)

    def _compute_intermediate_values(self) -> None:
        data = self.robot.data
        self.torso_position, self.torso_rotation = as_torch(data.root_pos_w), as_torch(data.root_quat_w)
        self.dof_pos, self.dof_vel = as_torch(data.joint_pos), as_torch(data.joint_vel)
        self.vel_loc, self.angvel_loc = as_torch(data.root_lin_vel_b), as_torch(data.root_ang_vel_b)
        to_target = self.targets - self.torso_position
        distance = torch.hypot(to_target[:, 0], to_target[:, 1])
        self.heading_vec = as_torch(quat_apply(self.torso_rotation, as_torch(data.FORWARD_VEC_B)))
        self.heading_proj = (self.heading_vec[:, :2] * to_target[:, :2]).sum(dim=-1) / distance
        self.up_proj = -as_torch(data.projected_gravity_b)[:, 2]
        roll, pitch, yaw = euler_xyz_from_quat(self.torso_rotation)
        self.roll, self.pitch, self.yaw = as_torch(roll), as_torch(pitch), as_torch(yaw)
        self.angle_to_target = torch.atan2(to_target[:, 1], to_target[:, 0]) - self.yaw
        limits = as_torch(data.soft_joint_pos_limits)
        self.dof_pos_scaled = scale_transform(self.dof_pos, limits[..., 0], limits[..., 1])
        self.prev_potentials.copy_(self.potentials)
        self.potentials = -distance / self.progress_time

    def _get_observations(self) -> dict[str, torch.Tensor]:
        columns = [
            self.torso_position[:, 2:3],
            self.vel_loc,
            self.angvel_loc * self.cfg.angular_velocity_scale,
            wrap_to_pi(self.yaw).unsqueeze(-1),
            wrap_to_pi(self.roll).unsqueeze(-1),
            wrap_to_pi(self.angle_to_target).unsqueeze(-1),
            self.up_proj.unsqueeze(-1),
            self.heading_proj.unsqueeze(-1),
            self.dof_pos_scaled,
            self.dof_vel * self.cfg.dof_vel_scale,
            self.actions,
        ]
        return {"policy": torch.cat(columns, dim=-1)}

    def _get_rewards(self) -> torch.Tensor:
        cfg = self.cfg
        power = (self.actions * self.dof_vel * cfg.dof_vel_scale).abs() * self.motor_effort_ratio
        reward = (
            self.potentials
            - self.prev_potentials
            + cfg.alive_reward_scale
            + cfg.up_weight * (self.up_proj > 0.93)
            + cfg.heading_weight * (self.heading_proj / 0.8).clamp(max=1.0)
            - cfg.actions_cost_scale * self.actions.square().sum(dim=-1)
            - cfg.energy_cost_scale * power.sum(dim=-1)
            - (self.dof_pos_scaled > 0.98).sum(dim=-1)
        )
        return torch.where(self.reset_terminated, cfg.death_cost, reward)

    def _get_dones(self) -> tuple[torch.Tensor, torch.Tensor]:
        self._compute_intermediate_values()
        time_out = self.episode_length_buf >= self.max_episode_length - 1
        return self.torso_position[:, 2] < self.cfg.termination_height, time_out

    def _reset_idx(self, env_ids: Sequence[int] | torch.Tensor | None) -> None:
        if env_ids is None:
            env_ids = torch.arange(self.num_envs, device=self.device)
        super()._reset_idx(env_ids)
        poses = begin_at_default(self.robot, as_torch(self.scene.env_origins), env_ids)
        distance = (self.targets[env_ids] - poses[:, :3])[:, :2].norm(dim=-1)
        self.potentials[env_ids] = -distance / self.progress_time
        self._compute_intermediate_values()
