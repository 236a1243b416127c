"""Terms of swinging up a pole on a linkage: those of :mod:`pippin.envs.mdp`, and those of its angle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from pippin.envs.managers import ManagerTermBase, SceneEntityCfg
from pippin.envs.mdp import *  # noqa: F403
from pippin.utils import as_torch

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv

FOLLOWERS = {"crank_to_coupler": -1.0, "coupler_to_rocker": 1.0}
"""Angles of the linkage's other joints, as multiples of the crank's: it is a parallelogram."""


def joint_pos_cos(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg) -> torch.Tensor:
    """Observe the cosines of joints' angles [1], shape (N, J)."""
    return torch.cos(as_torch(env.scene[asset_cfg.name].data.joint_pos)[:, asset_cfg.joint_ids])


def joint_pos_sin(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg) -> torch.Tensor:
    """Observe the sines of joints' angles [1], shape (N, J)."""
    return torch.sin(as_torch(env.scene[asset_cfg.name].data.joint_pos)[:, asset_cfg.joint_ids])


class pole_upright(ManagerTermBase):  # noqa: N801 (Isaac Lab's name)
    """Reward upright poles by their cosine, and log the share of environments where they stay so until the end.

    Args:
        cfg: Config of the term.
        env: The environment.
    """

    def __init__(self, cfg: Any, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        self._upright_steps = torch.zeros(env.num_envs, device=env.device)
        self._needed_steps = max(1, round(cfg.params["hold_time_s"] / env.step_dt))

    def reset(self, env_ids: Any = None) -> None:
        """Log as ``Metrics/success_rate`` where the pole was upright for long enough, and begin to count anew."""
        env_ids = slice(None) if env_ids is None else env_ids
        succeeded = (self._upright_steps[env_ids] >= self._needed_steps).float().mean()
        self._env.extras.setdefault("log", {})["Metrics/success_rate"] = succeeded
        self._upright_steps[env_ids] = 0.0

    def __call__(
        self, env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg, success_threshold: float, hold_time_s: float = 0.5
    ) -> torch.Tensor:
        """Reward uprightness.

        Args:
            env: The environment.
            asset_cfg: The poles' joints, 0 where they are upright.
            success_threshold: Cosine from which on a pole is upright.
            hold_time_s: How long it has to be [s].

        Returns:
            Sum of the cosines, shape (N,).
        """
        cosines = joint_pos_cos(env, asset_cfg)
        upright = (cosines > success_threshold).all(dim=1)
        self._upright_steps = torch.where(upright, self._upright_steps + 1.0, 0.0)
        return cosines.sum(dim=1)


def close_linkage(env: ManagerBasedRLEnv, env_ids: Any, asset_cfg: SceneEntityCfg = SceneEntityCfg("robot")) -> None:
    """Put coupler and rocker where the crank's angle and velocity have them, after those were set.

    Args:
        env: The environment.
        env_ids: Environments.
        asset_cfg: The linkage.
    """
    robot = env.scene[asset_cfg.name]
    (crank,), _ = robot.find_joints("ground_to_crank")
    joints, names = robot.find_joints(list(FOLLOWERS))
    factors = torch.tensor([FOLLOWERS[name] for name in names], device=env.device)
    position, velocity = (as_torch(part)[env_ids][:, [crank]] for part in (robot.data.joint_pos, robot.data.joint_vel))
    robot.write_joint_position_to_sim_index(position=position * factors, joint_ids=joints, env_ids=env_ids)
    robot.write_joint_velocity_to_sim_index(velocity=velocity * factors, joint_ids=joints, env_ids=env_ids)
