"""Cartpole as a direct environment, as Isaac Lab 3.0.0 releases it: the task with managers, written out.

What differs from 2.3.2: where carts and poles begin, the order of the observations, that poles may fall, and that
rewards are rates that a step multiplies by its time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch

from pippin.assets import ArticulationCfg, AssetBaseCfg
from pippin.envs import DirectRLEnv, DirectRLEnvCfg
from pippin.robots import released as robots
from pippin.scene import InteractiveSceneCfg
from pippin.sim import SimulationCfg
from pippin.sim.spawners import DistantLightCfg, GroundPlaneCfg
from pippin.tasks.cartpole.cartpole_env import CartpoleEnv as CartpoleEnvOfVersion2
from pippin.tasks.cartpole.version_3 import LIGHT_ORIENTATION
from pippin.tasks.default_state import begin_with_joints
from pippin.tasks.engines import CartpolePhysicsCfg
from pippin.utils import as_torch, configclass
from pippin.utils.math import wrap_to_pi

EIGHTH = 0.25 * math.pi


@configclass
class CartpoleSceneCfg(InteractiveSceneCfg):
    """A cart with a pole, on a plane."""

    ground = AssetBaseCfg(prim_path="/World/ground", spawn=GroundPlaneCfg())
    cartpole: ArticulationCfg = robots.CARTPOLE_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")
    light = AssetBaseCfg(
        prim_path="/World/Light",
        spawn=DistantLightCfg(intensity=2000.0),
        init_state=AssetBaseCfg.InitialStateCfg(rot=LIGHT_ORIENTATION),
    )


@configclass
class CartpoleEnvCfg(DirectRLEnvCfg):
    """Cartpole: one force on the cart [100 N], two positions and two velocities seen."""

    decimation = 2
    episode_length_s = 5.0
    action_scale = 100.0
    action_space = 1
    observation_space = 4
    state_space = 0
    sim: SimulationCfg = SimulationCfg(dt=1 / 120, render_interval=2, physics=CartpolePhysicsCfg())
    cart_dof_name = "slider_to_cart"
    pole_dof_name = "cart_to_pole"
    scene: Any = CartpoleSceneCfg(num_envs=4096, env_spacing=4.0, replicate_physics=True)

    max_cart_pos = 3.0
    """Position of the cart at which an episode ends [m]."""

    initial_cart_position_range = (-1.0, 1.0)
    """Position of the cart at the start [m]."""

    initial_cart_velocity_range = (-0.5, 0.5)
    """Velocity of the cart at the start [m/s]."""

    initial_pole_angle_range = (-EIGHTH, EIGHTH)
    """Angle of the pole at the start [rad]."""

    initial_pole_velocity_range = (-EIGHTH, EIGHTH)
    """Velocity of the pole at the start [rad/s]."""

    rew_scale_alive = 1.0
    rew_scale_terminated = -2.0
    rew_scale_pole_pos = -1.0
    rew_scale_cart_vel = -0.01
    rew_scale_pole_vel = -0.005

    def __post_init__(self) -> None:
        self.viewer.eye = (8.0, 0.0, 5.0)


class CartpoleEnv(CartpoleEnvOfVersion2):
    """Balances poles on carts."""

    cfg: Any

    def _setup_scene(self) -> None:
        self.cartpole = self.scene["cartpole"]

    def _get_observations(self) -> dict[str, torch.Tensor]:
        data, joints = self.cartpole.data, [self._cart_dof_idx[0], self._pole_dof_idx[0]]
        position = self.joint_pos - as_torch(data.default_joint_pos)
        velocity = self.joint_vel - as_torch(data.default_joint_vel)
        return {"policy": torch.cat((position[:, joints], velocity[:, joints]), dim=-1)}

    def _get_rewards(self) -> torch.Tensor:
        cfg = self.cfg
        failed = self.reset_terminated.float()
        pole, cart = self._pole_dof_idx[0], self._cart_dof_idx[0]
        rate = (
            cfg.rew_scale_alive * (1.0 - failed)
            + cfg.rew_scale_terminated * failed
            + cfg.rew_scale_pole_pos * as_torch(wrap_to_pi(self.joint_pos[:, pole])).square()
            + cfg.rew_scale_cart_vel * self.joint_vel[:, cart].abs()
            + cfg.rew_scale_pole_vel * self.joint_vel[:, pole].abs()
        )
        return self.step_dt * rate

    def _get_dones(self) -> tuple[torch.Tensor, torch.Tensor]:
        self._read_joints()
        cart_is_out = self.joint_pos[:, self._cart_dof_idx[0]].abs() > self.cfg.max_cart_pos
        return cart_is_out, self.episode_length_buf >= self.max_episode_length

    def _reset_idx(self, env_ids: Sequence[int] | torch.Tensor | None) -> None:
        if env_ids is None:
            env_ids = torch.arange(self.num_envs, device=self.device)
        survived = self.reset_time_outs[env_ids].float().mean()
        self.extras.setdefault("log", {})["Metrics/success_rate"] = survived
        DirectRLEnv._reset_idx(self, env_ids)
        begin_with_joints(self.cartpole, as_torch(self.scene.env_origins), env_ids, *self._drawn_joints(env_ids))

    def _drawn_joints(self, env_ids: Sequence[int] | torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Positions and velocities of joints at the start, each of shape (M, 2)."""
        cfg, data = self.cfg, self.cartpole.data
        position = as_torch(data.default_joint_pos)[env_ids].clone()
        velocity = as_torch(data.default_joint_vel)[env_ids].clone()
        for values, joint, limits in (
            (position, self._cart_dof_idx, cfg.initial_cart_position_range),
            (velocity, self._cart_dof_idx, cfg.initial_cart_velocity_range),
            (position, self._pole_dof_idx, cfg.initial_pole_angle_range),
            (velocity, self._pole_dof_idx, cfg.initial_pole_velocity_range),
        ):
            values[:, joint] += torch.empty_like(values[:, joint]).uniform_(*limits)
        return position, velocity
