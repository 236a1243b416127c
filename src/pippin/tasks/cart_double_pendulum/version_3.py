"""A double pendulum on a cart with two agents, as Isaac Lab 3.0.0 releases it: what differs from 2.3.2.

Both agents share one reward, a rate that a step multiplies by its time: for links that point upwards, for both within
15 degrees, and for small actions. Who held both upright for the last second has succeeded.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch

from pippin.assets import ArticulationCfg, AssetBaseCfg
from pippin.envs import DirectMARLEnvCfg
from pippin.robots import released
from pippin.scene import InteractiveSceneCfg
from pippin.sim import SimulationCfg
from pippin.sim.spawners import DomeLightCfg, GroundPlaneCfg
from pippin.tasks.cart_double_pendulum.cart_double_pendulum_env import CartDoublePendulumEnv
from pippin.tasks.engines import CartpolePhysicsCfg
from pippin.utils import as_torch, configclass
from pippin.utils.math import wrap_to_pi


@configclass
class PendulumSceneCfg(InteractiveSceneCfg):
    """Two links on a cart, on a plane."""

    ground = AssetBaseCfg(prim_path="/World/ground", spawn=GroundPlaneCfg())
    robot: ArticulationCfg = released.CART_DOUBLE_PENDULUM_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")
    light = AssetBaseCfg(prim_path="/World/Light", spawn=DomeLightCfg(intensity=2000.0, color=(0.75, 0.75, 0.75)))

    def __post_init__(self) -> None:
        self.robot.actuators["pendulum_actuator"].armature = 0.05


@configclass
class PendulumMARLEnvCfg(DirectMARLEnvCfg):
    """The agent "cart" pushes the cart and sees it and the lower link; "pendulum" turns and sees the upper link."""

    decimation = 2
    episode_length_s = 5.0
    possible_agents = ["cart", "pendulum"]
    action_spaces = {"cart": 1, "pendulum": 1}
    observation_spaces = {"cart": 4, "pendulum": 3}
    state_space = -1
    sim: SimulationCfg = SimulationCfg(dt=1 / 120, render_interval=2, physics=CartpolePhysicsCfg())
    cart_dof_name = "slider_to_cart"
    pole_dof_name = "cart_to_pole"
    pendulum_dof_name = "pole_to_pendulum"
    scene: Any = PendulumSceneCfg(num_envs=4096, env_spacing=4.0, replicate_physics=True)

    max_cart_pos = 3.0
    """Position of the cart at which an episode ends [m]."""

    initial_pole_angle_range = [-0.25, 0.25]
    """Angle of the lower link at the start, as a multiple of pi."""

    initial_pendulum_angle_range = [-0.25, 0.25]
    """Angle of the upper link to the lower one at the start, as a multiple of pi."""

    success_upright_angle = math.pi / 12
    """Largest angle of links to the vertical that count as upright [rad]."""

    success_duration_s = 1.0
    """Time for which both are to be upright at the end of an episode [s]."""

    cart_action_scale = 100.0
    """Force at action 1 [N]."""

    pendulum_action_scale = 50.0
    """Torque at action 1 [N m]."""

    rew_scale_alive = 1.0
    rew_scale_terminated = -2.0
    rew_scale_cart_vel = -0.01
    rew_scale_pole_pos = 1.0
    rew_scale_pole_vel = -0.01
    rew_scale_pendulum_pos = 1.0
    rew_scale_pendulum_vel = -0.01
    rew_scale_upright = 1.0
    rew_scale_action = -0.01


class PendulumMARLEnv(CartDoublePendulumEnv):
    """Balances two links on carts, with two agents that share a reward."""

    cfg: Any

    def __init__(self, cfg: Any, render_mode: str | None = None, **kwargs: Any) -> None:
        super().__init__(cfg, render_mode, **kwargs)
        self._upright_steps = torch.zeros(self.num_envs, dtype=torch.long, device=self.device)

    def _setup_scene(self) -> None:
        self.robot = self.scene["robot"]

    def _are_upright(self) -> torch.Tensor:
        """Whether both links are near the vertical, shape (num_envs,)."""
        lower, upper = self._angles()
        tilts = torch.stack((lower, as_torch(wrap_to_pi(lower + upper))))
        return (tilts.abs() <= self.cfg.success_upright_angle).all(dim=0)

    def _get_rewards(self) -> dict[str, torch.Tensor]:
        cfg = self.cfg
        lower, upper = self._angles()
        (_, cart_vel), (_, lower_rate) = self._joint(self._cart_dof_idx), self._joint(self._pole_dof_idx)
        _, upper_rate = self._joint(self._pendulum_dof_idx)
        failed = self.terminated_dict["cart"].float()
        effort = sum(action.square().sum(dim=1) for action in self.actions.values())
        rate = (
            cfg.rew_scale_alive * (1.0 - failed)
            + cfg.rew_scale_terminated * failed
            + cfg.rew_scale_cart_vel * cart_vel.abs()
            + cfg.rew_scale_pole_pos * lower.cos()
            + cfg.rew_scale_pole_vel * lower_rate.abs()
            + cfg.rew_scale_pendulum_pos * (lower + upper).cos()
            + cfg.rew_scale_pendulum_vel * (lower_rate + upper_rate).abs()
            + cfg.rew_scale_upright * self._are_upright()
            + cfg.rew_scale_action * effort
        )
        return dict.fromkeys(self.possible_agents, self.step_dt * rate)

    def _get_dones(self) -> tuple[dict[str, torch.Tensor], dict[str, torch.Tensor]]:
        self._upright_steps = torch.where(self._are_upright(), self._upright_steps + 1, 0)
        return super()._get_dones()

    def _reset_idx(self, env_ids: Sequence[int] | torch.Tensor | None) -> None:
        if env_ids is None:
            env_ids = torch.arange(self.num_envs, device=self.device)
        if hasattr(self, "time_out_dict"):  # from the first step on
            self._log_success(env_ids)
        self._upright_steps[env_ids] = 0
        super()._reset_idx(env_ids)

    def _log_success(self, env_ids: Sequence[int] | torch.Tensor) -> None:
        """Log the share of episodes that lasted, with both links upright for long enough at their end."""
        lasted = self.time_out_dict["cart"][env_ids] & ~self.terminated_dict["cart"][env_ids]
        required = round(self.cfg.success_duration_s / self.step_dt)
        succeeded = lasted & (self._upright_steps[env_ids] >= required)
        self.extras.setdefault("log", {})["Metrics/success_rate"] = succeeded.float().mean()
