"""Terms of walking to a target that is given from the origin of the environment, as Isaac Lab 3.0.0 has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from pippin.envs.managers import SceneEntityCfg
from pippin.tasks.locomotion import mdp
from pippin.tasks.locomotion.mdp import Target
from pippin.utils import as_torch

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedEnv, ManagerBasedRLEnv


def walk_target_w(env: ManagerBasedEnv, target_pos: Target) -> torch.Tensor:
    """Return the targets in the world [m], shape (N, 3), of one from the origin of each environment."""
    origins = as_torch(env.scene.env_origins)
    return torch.stack([origins[:, axis] + target_pos[axis] for axis in range(3)], dim=-1)


def base_heading_proj(
    env: ManagerBasedEnv, target_pos: Target, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
) -> torch.Tensor:
    """Observe how well the base heads for the target: its x axis along the horizontal direction there, shape (N, 1)."""
    return mdp.heading_along(env, *_to_target(env, target_pos, asset_cfg), asset_cfg)


def base_angle_to_target(
    env: ManagerBasedEnv, target_pos: Target, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
) -> torch.Tensor:
    """Observe the angle from the yaw of the base to the target [rad], between -pi and pi, shape (N, 1)."""
    return mdp.angle_to(env, *_to_target(env, target_pos, asset_cfg), asset_cfg)


def move_to_target_bonus(
    env: ManagerBasedRLEnv, threshold: float, target_pos: Target, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")
) -> torch.Tensor:
    """Reward heading for the target: in proportion up to a threshold, 1 above it, shape (N,)."""
    heading = base_heading_proj(env, target_pos, asset_cfg)[:, 0]
    return torch.where(heading > threshold, 1.0, heading / threshold)


class progress_reward(mdp.progress_reward):  # noqa: N801 (Isaac Lab's name)
    """Reward coming nearer to the target: the speed towards it over the last step [m/s]."""

    @staticmethod
    def to_target(
        env: ManagerBasedEnv, target_pos: Target, asset_cfg: SceneEntityCfg
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the horizontal way from the base to the target, x and y in the world [m], shapes (N,)."""
        return _to_target(env, target_pos, asset_cfg)


def _to_target(
    env: ManagerBasedEnv, target_pos: Target, asset_cfg: SceneEntityCfg
) -> tuple[torch.Tensor, torch.Tensor]:
    """Horizontal way from the base to the target, x and y in the world [m], shapes (N,)."""
    way = walk_target_w(env, target_pos) - as_torch(env.scene[asset_cfg.name].data.root_pos_w)
    return way[:, 0], way[:, 1]
