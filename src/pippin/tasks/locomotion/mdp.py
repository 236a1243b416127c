"""Terms of walking to a target: those of :mod:`pippin.envs.mdp`, and those of ant and humanoid.

Positions of targets are in the world [m], as Isaac Lab 2.3.2 has them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from pippin.envs.managers import ManagerTermBase, SceneEntityCfg
from pippin.envs.managers.env_rows import drawn_rows, put_rows
from pippin.envs.mdp import *  # noqa: F403
from pippin.utils import as_torch, resolve_matching_names_values
from pippin.utils.math import euler_xyz_from_quat, quat_apply, scale_transform, wrap_to_pi

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedEnv, ManagerBasedRLEnv

Target = tuple[float, float, float]
"""Position in the world [m]."""

# -- observations --------------------------------------------------------------------------------------------------


def base_yaw_roll(env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Observe yaw and roll of the base in the world [rad], between -pi and pi, shape (N, 2)."""
    roll, _, yaw = euler_xyz_from_quat(as_torch(env.scene[asset_cfg.name].data.root_quat_w))
    return torch.stack((wrap_to_pi(as_torch(yaw)), wrap_to_pi(as_torch(roll))), dim=-1)


def base_up_proj(env: ManagerBasedEnv, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> torch.Tensor:
    """Observe how upright the base is: the cosine between its z axis and the vertical, shape (N, 1)."""
    return -as_torch(env.scene[asset_cfg.name].data.projected_gravity_b)[:, 2:3]


def base_heading_proj(
    env: ManagerBasedEnv, target_pos: Target, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
) -> torch.Tensor:
    """Observe how well the base heads for the target: its x axis along the horizontal direction there, shape (N, 1)."""
    return heading_along(env, *_to_target(env, target_pos, asset_cfg), asset_cfg)


def base_angle_to_target(
    env: ManagerBasedEnv, target_pos: Target, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
) -> torch.Tensor:
    """Observe the angle from the yaw of the base to the target [rad], between -pi and pi, shape (N, 1)."""
    return angle_to(env, *_to_target(env, target_pos, asset_cfg), asset_cfg)


# -- rewards -------------------------------------------------------------------------------------------------------


def upright_posture_bonus(
    env: ManagerBasedRLEnv, threshold: float, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
) -> torch.Tensor:
    """Reward a base that is more upright than a threshold: 1 or 0, shape (N,)."""
    return (base_up_proj(env, asset_cfg)[:, 0] > threshold).float()


def move_to_target_bonus(
    env: ManagerBasedRLEnv, threshold: float, target_pos: Target, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
) -> torch.Tensor:
    """Reward heading for the target: in proportion up to a threshold, 1 above it, shape (N,)."""
    heading = base_heading_proj(env, target_pos, asset_cfg)[:, 0]
    return torch.where(heading > threshold, 1.0, heading / threshold)


class progress_reward(ManagerTermBase):  # noqa: N801 (Isaac Lab's name)
    """Reward coming nearer to the target: the speed towards it over the last step [m/s]."""

    takes_masks = True

    @staticmethod
    def to_target(
        env: ManagerBasedEnv, target_pos: Target, asset_cfg: SceneEntityCfg
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the horizontal way from the base to the target, x and y in the world [m], shapes (N,)."""
        return _to_target(env, target_pos, asset_cfg)

    def __init__(self, cfg: Any, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        self.potentials = torch.zeros(env.num_envs, device=env.device)
        self.prev_potentials = torch.zeros_like(self.potentials)

    def reset(self, env_ids: Any = None) -> None:
        """Measure progress from where the robots stand now."""
        params = self.cfg.params
        x, y = self.to_target(self._env, params["target_pos"], params.get("asset_cfg", SceneEntityCfg("robot")))
        potentials = (-torch.hypot(x, y) / self._env.step_dt)[drawn_rows(env_ids)]
        put_rows(self.potentials, env_ids, potentials)
        put_rows(self.prev_potentials, env_ids, potentials)

    def __call__(
        self, env: ManagerBasedRLEnv, target_pos: Target, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
    ) -> torch.Tensor:
        """Return the speeds, shape (N,)."""
        x, y = self.to_target(env, target_pos, asset_cfg)
        self.prev_potentials.copy_(self.potentials)
        torch.hypot(x, y, out=self.potentials).div_(-env.step_dt)
        return self.potentials - self.prev_potentials


class _GearedTerm(ManagerTermBase):
    """A penalty that weighs joints by their gears, relative to the largest. Joints without one have gear 1."""

    def __init__(self, cfg: Any, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        asset = env.scene[cfg.params.get("asset_cfg", SceneEntityCfg("robot")).name]
        indices, _, gears = resolve_matching_names_values(cfg.params["gear_ratio"], asset.joint_names)
        self.gear_ratio = torch.ones(env.num_envs, asset.num_joints, device=env.device)
        self.gear_ratio[:, indices] = torch.tensor(gears, device=env.device)
        self.gear_ratio_scaled = self.gear_ratio / self.gear_ratio.max()


class joint_pos_limits_penalty_ratio(_GearedTerm):  # noqa: N801 (Isaac Lab's name)
    """Penalize joints near their limits: how far they are past a share of their range, by gear."""

    def __call__(
        self,
        env: ManagerBasedRLEnv,
        threshold: float,
        gear_ratio: dict[str, float],
        asset_cfg: SceneEntityCfg = SceneEntityCfg("robot"),
    ) -> torch.Tensor:
        """Return the sums, shape (N,): of each joint 0 at the threshold and 1 at the limit, times its relative gear."""
        data = env.scene[asset_cfg.name].data
        limits = as_torch(data.soft_joint_pos_limits)
        position = scale_transform(as_torch(data.joint_pos), limits[..., 0], limits[..., 1]).abs()
        return (((position - threshold) / (1 - threshold)).clamp(min=0.0) * self.gear_ratio_scaled).sum(dim=-1)


class power_consumption(_GearedTerm):  # noqa: N801 (Isaac Lab's name)
    """Penalize power: the size of action times joint velocity [rad/s], by gear."""

    def __call__(
        self, env: ManagerBasedRLEnv, gear_ratio: dict[str, float], asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
    ) -> torch.Tensor:
        """Return the sums, shape (N,). Actions are those of the policy, one for each joint."""
        velocity = as_torch(env.scene[asset_cfg.name].data.joint_vel)
        return (env.action_manager.action * velocity * self.gear_ratio_scaled).abs().sum(dim=-1)


def heading_along(env: ManagerBasedEnv, x: torch.Tensor, y: torch.Tensor, asset_cfg: SceneEntityCfg) -> torch.Tensor:
    """Return the part of the base's x axis along a horizontal way (x, y) in the world [m], shape (N, 1)."""
    data = env.scene[asset_cfg.name].data
    heading = as_torch(quat_apply(as_torch(data.root_quat_w), as_torch(data.FORWARD_VEC_B)))
    distance = torch.hypot(x, y).clamp(min=1e-9)
    return ((heading[:, 0] * x + heading[:, 1] * y) / distance).unsqueeze(-1)


def angle_to(env: ManagerBasedEnv, x: torch.Tensor, y: torch.Tensor, asset_cfg: SceneEntityCfg) -> torch.Tensor:
    """Return the angle from the yaw of the base to a horizontal way (x, y) in the world [rad], shape (N, 1)."""
    _, _, yaw = euler_xyz_from_quat(as_torch(env.scene[asset_cfg.name].data.root_quat_w))
    return wrap_to_pi(torch.atan2(y, x) - as_torch(yaw)).unsqueeze(-1)


def _to_target(
    env: ManagerBasedEnv, target_pos: Target, asset_cfg: SceneEntityCfg
) -> tuple[torch.Tensor, torch.Tensor]:
    """Horizontal way from the base to the target, x and y in the world [m], shapes (N,)."""
    position = as_torch(env.scene[asset_cfg.name].data.root_pos_w)
    return target_pos[0] - position[:, 0], target_pos[1] - position[:, 1]
