"""A cart with two links on top of each other, and two agents. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch

from pippin.assets import Articulation, ArticulationCfg
from pippin.envs import DirectMARLEnv, DirectMARLEnvCfg
from pippin.robots import released
from pippin.scene import InteractiveSceneCfg
from pippin.sim import SimulationCfg
from pippin.sim.spawners import DomeLightCfg, GroundPlaneCfg, spawn_ground_plane
from pippin.utils import as_torch, configclass
from pippin.utils.math import wrap_to_pi


@configclass
class CartDoublePendulumEnvCfg(DirectMARLEnvCfg):
    """The agent "cart" pushes the cart and sees it and the lower link; "pendulum" turns and sees the upper link."""

    decimation = 2
    episode_length_s = 5.0
    possible_agents = ["cart", "pendulum"]
    action_spaces = {"cart": 1, "pendulum": 1}
    observation_spaces = {"cart": 4, "pendulum": 3}
    state_space = -1
    sim: SimulationCfg = SimulationCfg(dt=1 / 120, render_interval=2)
    robot_cfg: ArticulationCfg = released.CART_DOUBLE_PENDULUM_CFG.replace(prim_path="/World/envs/env_.*/Robot")
    cart_dof_name = "slider_to_cart"
    pole_dof_name = "cart_to_pole"
    pendulum_dof_name = "pole_to_pendulum"
    scene: InteractiveSceneCfg = InteractiveSceneCfg(num_envs=4096, env_spacing=4.0, replicate_physics=True)

    max_cart_pos = 3.0
    """Position of the cart at which an episode ends [m]."""

    initial_pole_angle_range = [-0.25, 0.25]
    """Angle of the lower link at the start, as a multiple of pi."""

    initial_pendulum_angle_range = [-0.25, 0.25]
    """Angle of the upper link to the lower one at the start, as a multiple of pi."""

    cart_action_scale = 100.0
    """Force at action 1 [N]."""

    pendulum_action_scale = 50.0
    """Torque at action 1 [N m]."""

    rew_scale_alive = 1.0
    rew_scale_terminated = -2.0
    rew_scale_cart_pos = 0.0
    rew_scale_cart_vel = -0.01
    rew_scale_pole_pos = -1.0
    rew_scale_pole_vel = -0.01
    rew_scale_pendulum_pos = -1.0
    rew_scale_pendulum_vel = -0.01


class CartDoublePendulumEnv(DirectMARLEnv):
    """Balances two links on carts, with two agents."""

    cfg: CartDoublePendulumEnvCfg

    def __init__(self, cfg: CartDoublePendulumEnvCfg, render_mode: str | None = None, **kwargs: Any) -> None:
        super().__init__(cfg, render_mode, **kwargs)
        self._cart_dof_idx, _ = self.robot.find_joints(self.cfg.cart_dof_name)
        self._pole_dof_idx, _ = self.robot.find_joints(self.cfg.pole_dof_name)
        self._pendulum_dof_idx, _ = self.robot.find_joints(self.cfg.pendulum_dof_name)

    def _setup_scene(self) -> None:
        self.robot = Articulation(self.cfg.robot_cfg)
        spawn_ground_plane(prim_path="/World/ground", cfg=GroundPlaneCfg())
        self.scene.clone_environments(copy_from_source=False)
        self.scene.articulations["robot"] = self.robot
        light = DomeLightCfg(intensity=2000.0, color=(0.75, 0.75, 0.75))
        light.func("/World/Light", light)

    def _pre_physics_step(self, actions: dict[str, torch.Tensor]) -> None:
        self.actions = actions

    def _apply_action(self) -> None:
        force = self.actions["cart"] * self.cfg.cart_action_scale
        torque = self.actions["pendulum"] * self.cfg.pendulum_action_scale
        self.robot.set_joint_effort_target_index(target=force, joint_ids=self._cart_dof_idx)
        self.robot.set_joint_effort_target_index(target=torque, joint_ids=self._pendulum_dof_idx)

    def _joint(self, dof_idx: list[int]) -> tuple[torch.Tensor, torch.Tensor]:
        """Position and velocity of a joint, each of shape (num_envs,)."""
        data = self.robot.data
        return as_torch(data.joint_pos)[:, dof_idx[0]], as_torch(data.joint_vel)[:, dof_idx[0]]

    def _angles(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Angle of the lower link to the vertical and of the upper to the lower one [rad], each in [-pi, pi)."""
        return as_torch(wrap_to_pi(self._joint(self._pole_dof_idx)[0])), as_torch(
            wrap_to_pi(self._joint(self._pendulum_dof_idx)[0])
        )

    def _get_observations(self) -> dict[str, torch.Tensor]:
        lower, upper = self._angles()
        _, lower_rate = self._joint(self._pole_dof_idx)
        _, upper_rate = self._joint(self._pendulum_dof_idx)
        return {
            "cart": torch.stack([*self._joint(self._cart_dof_idx), lower, lower_rate], dim=-1),
            "pendulum": torch.stack([lower + upper, upper, upper_rate], dim=-1),
        }

    def _get_rewards(self) -> dict[str, torch.Tensor]:
        cfg = self.cfg
        lower, upper = self._angles()
        failed = self.terminated_dict["cart"].float()
        shared = cfg.rew_scale_alive * (1.0 - failed) + cfg.rew_scale_terminated * failed
        cart_pos, cart_vel = self._joint(self._cart_dof_idx)
        _, lower_rate = self._joint(self._pole_dof_idx)
        _, upper_rate = self._joint(self._pendulum_dof_idx)
        return {
            "cart": shared
            + cfg.rew_scale_cart_pos * cart_pos.abs()
            + cfg.rew_scale_cart_vel * cart_vel.abs()
            + cfg.rew_scale_pole_pos * lower.square()
            + cfg.rew_scale_pole_vel * lower_rate.abs(),
            "pendulum": shared
            + cfg.rew_scale_pendulum_pos * (lower + upper).square()
            + cfg.rew_scale_pendulum_vel * upper_rate.abs(),
        }

    def _get_dones(self) -> tuple[dict[str, torch.Tensor], dict[str, torch.Tensor]]:
        cart_is_out = self._joint(self._cart_dof_idx)[0].abs() > self.cfg.max_cart_pos
        has_fallen = self._joint(self._pole_dof_idx)[0].abs() > math.pi / 2
        time_out = self.episode_length_buf >= self.max_episode_length - 1
        agents = self.possible_agents
        return dict.fromkeys(agents, cart_is_out | has_fallen), dict.fromkeys(agents, time_out)

    def _reset_idx(self, env_ids: Sequence[int] | torch.Tensor | None) -> None:
        if env_ids is None:
            env_ids = torch.arange(self.num_envs, device=self.device)
        super()._reset_idx(env_ids)
        data = self.robot.data
        joint_pos = as_torch(data.default_joint_pos)[env_ids].clone()
        joint_vel = as_torch(data.default_joint_vel)[env_ids].clone()
        ranges = {
            self._pole_dof_idx[0]: self.cfg.initial_pole_angle_range,
            self._pendulum_dof_idx[0]: self.cfg.initial_pendulum_angle_range,
        }
        for joint, (low, high) in ranges.items():
            joint_pos[:, joint] += torch.empty_like(joint_pos[:, joint]).uniform_(math.pi * low, math.pi * high)
        root_state = as_torch(data.default_root_state)[env_ids].clone()
        root_state[:, :3] += as_torch(self.scene.env_origins)[env_ids]
        self.robot.write_root_pose_to_sim_index(root_pose=root_state[:, :7], env_ids=env_ids)
        self.robot.write_root_velocity_to_sim_index(root_velocity=root_state[:, 7:], env_ids=env_ids)
        self.robot.write_joint_position_to_sim_index(position=joint_pos, env_ids=env_ids)
        self.robot.write_joint_velocity_to_sim_index(velocity=joint_vel, env_ids=env_ids)
