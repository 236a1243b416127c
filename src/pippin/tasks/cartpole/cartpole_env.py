"""Cartpole as a direct environment. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch

from pippin.assets import Articulation, ArticulationCfg
from pippin.envs import DirectRLEnv, DirectRLEnvCfg
from pippin.robots import released as robots
from pippin.scene import InteractiveSceneCfg
from pippin.sim import SimulationCfg
from pippin.sim.spawners import DomeLightCfg, GroundPlaneCfg, spawn_ground_plane
from pippin.utils import as_torch, configclass


@configclass
class CartpoleEnvCfg(DirectRLEnvCfg):
    """Cartpole: one force on the cart [100 N], two positions and two velocities seen."""

    decimation = 2
    episode_length_s = 5.0
    action_scale = 100.0
    action_space = 1
    observation_space = 4
    state_space = 0
    sim: SimulationCfg = SimulationCfg(dt=1 / 120, render_interval=2)
    robot_cfg: ArticulationCfg = robots.CARTPOLE_CFG.replace(prim_path="/World/envs/env_.*/Robot")
    cart_dof_name = "slider_to_cart"
    pole_dof_name = "cart_to_pole"
    scene: InteractiveSceneCfg = InteractiveSceneCfg(num_envs=4096, env_spacing=4.0, replicate_physics=True)

    max_cart_pos = 3.0
    """Position of the cart at which an episode ends [m]."""

    initial_pole_angle_range = [-0.25, 0.25]
    """Angle of the pole at the start, as a multiple of pi."""

    rew_scale_alive = 1.0
    rew_scale_terminated = -2.0
    rew_scale_pole_pos = -1.0
    rew_scale_cart_vel = -0.01
    rew_scale_pole_vel = -0.005


class CartpoleEnv(DirectRLEnv):
    """Balances poles on carts."""

    cfg: CartpoleEnvCfg

    def __init__(self, cfg: CartpoleEnvCfg, render_mode: str | None = None, **kwargs: Any) -> None:
        super().__init__(cfg, render_mode, **kwargs)
        self._cart_dof_idx, _ = self.cartpole.find_joints(self.cfg.cart_dof_name)
        self._pole_dof_idx, _ = self.cartpole.find_joints(self.cfg.pole_dof_name)
        self.action_scale = self.cfg.action_scale
        self._read_joints()

    def _read_joints(self) -> None:
        self.joint_pos = as_torch(self.cartpole.data.joint_pos)
        self.joint_vel = as_torch(self.cartpole.data.joint_vel)

    def _setup_scene(self) -> None:
        self.cartpole = Articulation(self.cfg.robot_cfg)
        spawn_ground_plane(prim_path="/World/ground", cfg=GroundPlaneCfg())
        self.scene.clone_environments(copy_from_source=False)
        self.scene.articulations["cartpole"] = self.cartpole
        light = DomeLightCfg(intensity=2000.0, color=(0.75, 0.75, 0.75))
        light.func("/World/Light", light)

    def _pre_physics_step(self, actions: torch.Tensor) -> None:
        self.actions = self.action_scale * actions

    def _apply_action(self) -> None:
        self.cartpole.set_joint_effort_target_index(target=self.actions, joint_ids=self._cart_dof_idx)

    def _get_observations(self) -> dict[str, torch.Tensor]:
        pole, cart = self._pole_dof_idx[0], self._cart_dof_idx[0]
        columns = [self.joint_pos[:, pole], self.joint_vel[:, pole], self.joint_pos[:, cart], self.joint_vel[:, cart]]
        return {"policy": torch.stack(columns, dim=-1)}

    def _get_rewards(self) -> torch.Tensor:
        cfg = self.cfg
        failed = self.reset_terminated.float()
        pole, cart = self._pole_dof_idx[0], self._cart_dof_idx[0]
        return (
            cfg.rew_scale_alive * (1.0 - failed)
            + cfg.rew_scale_terminated * failed
            + cfg.rew_scale_pole_pos * self.joint_pos[:, pole].square()
            + cfg.rew_scale_cart_vel * self.joint_vel[:, cart].abs()
            + cfg.rew_scale_pole_vel * self.joint_vel[:, pole].abs()
        )

    def _get_dones(self) -> tuple[torch.Tensor, torch.Tensor]:
        self._read_joints()
        time_out = self.episode_length_buf >= self.max_episode_length - 1
        cart_is_out = self.joint_pos[:, self._cart_dof_idx[0]].abs() > self.cfg.max_cart_pos
        pole_has_fallen = self.joint_pos[:, self._pole_dof_idx[0]].abs() > math.pi / 2
        return cart_is_out | pole_has_fallen, time_out

    def _reset_idx(self, env_ids: Sequence[int] | torch.Tensor | None) -> None:
        if env_ids is None:
            env_ids = torch.arange(self.num_envs, device=self.device)
        super()._reset_idx(env_ids)
        data = self.cartpole.data
        joint_pos = as_torch(data.default_joint_pos)[env_ids].clone()
        joint_vel = as_torch(data.default_joint_vel)[env_ids].clone()
        low, high = (math.pi * limit for limit in self.cfg.initial_pole_angle_range)
        pole = joint_pos[:, self._pole_dof_idx]
        joint_pos[:, self._pole_dof_idx] = pole + torch.empty_like(pole).uniform_(low, high)
        root_state = as_torch(data.default_root_state)[env_ids].clone()
        root_state[:, :3] += as_torch(self.scene.env_origins)[env_ids]
        self.cartpole.write_root_pose_to_sim_index(root_pose=root_state[:, :7], env_ids=env_ids)
        self.cartpole.write_root_velocity_to_sim_index(root_velocity=root_state[:, 7:], env_ids=env_ids)
        self.cartpole.write_joint_position_to_sim_index(position=joint_pos, env_ids=env_ids)
        self.cartpole.write_joint_velocity_to_sim_index(velocity=joint_vel, env_ids=env_ids)
