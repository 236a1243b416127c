"""Actions of a base that drives forward and turns."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

import torch

from pippin.assets import Articulation
from pippin.envs.managers import ActionTerm, ActionTermCfg
from pippin.utils import as_torch, configclass
from pippin.utils.math import euler_xyz_from_quat

from ..env_types import ManagerBasedEnv
from .named_values import clip_into, named_limits


class NonHolonomicAction(ActionTerm):
    """Speeds forward and of yaw, which become velocities of two prismatic joints and a revolute one.

    Args:
        cfg: Config of the action.
        env: The environment.

    Raises:
        ValueError: A name matches no joint or body, or several.
    """

    cfg: NonHolonomicActionCfg
    _asset: Articulation

    def __init__(self, cfg: NonHolonomicActionCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        keys = ("x_joint_name", "y_joint_name", "yaw_joint_name")
        found = [_only_one(key, *self._asset.find_joints(getattr(cfg, key))) for key in keys]
        self._joint_ids = [joint for joint, _ in found]
        self._joint_names = [name for _, name in found]
        self._body_idx, self._body_name = _only_one("body_name", *self._asset.find_bodies(cfg.body_name))
        self._raw_actions = torch.zeros(self.num_envs, self.action_dim, device=self.device)
        self._processed_actions = torch.zeros_like(self._raw_actions)
        self._joint_vel_command = torch.zeros(self.num_envs, 3, device=self.device)
        self._scale = torch.tensor(cfg.scale, device=self.device).unsqueeze(0)
        self._offset = torch.tensor(cfg.offset, device=self.device).unsqueeze(0)
        # Limits are those of the two actions; names of the first and the last joint stand for them.
        limits = named_limits(cfg.clip, self._joint_names, self.num_envs, self.device)
        if limits is not None:
            self._clip = limits[:, ::2]

    @property
    def action_dim(self) -> int:
        """2."""
        return 2

    def process_actions(self, actions: torch.Tensor) -> None:
        """Scale, shift and clip actions of shape (N, 2)."""
        self._raw_actions[:] = actions
        torch.mul(self._raw_actions, self._scale, out=self._processed_actions)
        self._processed_actions.add_(self._offset)
        if self.cfg.clip is not None:
            clip_into(self._processed_actions, self._clip)

    def apply_actions(self) -> None:
        """Set target velocities along the present heading."""
        yaw = euler_xyz_from_quat(as_torch(self._asset.data.body_quat_w)[:, self._body_idx])[2]
        forward, turn = self.processed_actions.unbind(1)
        torch.stack([torch.cos(yaw) * forward, torch.sin(yaw) * forward, turn], dim=1, out=self._joint_vel_command)
        self._asset.set_joint_velocity_target_index(target=self._joint_vel_command, joint_ids=self._joint_ids)

    def reset(self, env_ids: Any = None) -> None:
        """Forget the actions of some environments; None means all."""
        self._raw_actions[slice(None) if env_ids is None else env_ids] = 0.0


def _only_one(key: str, ids: list[int], names: list[str]) -> tuple[int, str]:
    if len(ids) != 1:
        raise ValueError(f"'{key}' of an action matches {names}: it should match one.")
    return int(ids[0]), names[0]


@configclass
class NonHolonomicActionCfg(ActionTermCfg):
    """Config of :class:`NonHolonomicAction`."""

    class_type: type = NonHolonomicAction

    body_name: str = MISSING  # type: ignore[assignment]
    """Body whose heading is forward."""

    x_joint_name: str = MISSING  # type: ignore[assignment]
    """Prismatic joint along x."""

    y_joint_name: str = MISSING  # type: ignore[assignment]
    """Prismatic joint along y."""

    yaw_joint_name: str = MISSING  # type: ignore[assignment]
    """Revolute joint about z."""

    scale: tuple[float, float] = (1.0, 1.0)
    """Factors of the two actions."""

    offset: tuple[float, float] = (0.0, 0.0)
    """What is added after the factors [m/s, rad/s]."""
