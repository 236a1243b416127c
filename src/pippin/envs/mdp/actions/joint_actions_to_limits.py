"""Actions that are positions between the limits of joints."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

import torch

from pippin.assets import Articulation
from pippin.envs.managers import ActionTerm, ActionTermCfg
from pippin.utils import as_torch, configclass
from pippin.utils.math import unscale_transform

from ..env_types import ManagerBasedEnv
from ..selection import columns
from .named_values import clip_into, named_limits, named_values


class JointPositionToLimitsAction(ActionTerm):
    """Positions of joints, of which -1 and 1 are the soft limits.

    Args:
        cfg: Config of the action.
        env: The environment.
    """

    cfg: JointPositionToLimitsActionCfg
    _asset: Articulation

    def __init__(self, cfg: JointPositionToLimitsActionCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        self._joint_ids: Any
        self._joint_ids, self._joint_names = self._asset.find_joints(cfg.joint_names, preserve_order=cfg.preserve_order)
        self._num_joints = len(self._joint_ids)
        if self._num_joints == self._asset.num_joints and not cfg.preserve_order:
            self._joint_ids = slice(None)
        self._raw_actions = torch.zeros(self.num_envs, self.action_dim, device=self.device)
        self._processed_actions = torch.zeros_like(self._raw_actions)
        self._scale = named_values("scale", cfg.scale, self._joint_names, self.num_envs, 1.0, self.device)
        limits = named_limits(cfg.clip, self._joint_names, self.num_envs, self.device)
        if limits is not None:
            self._clip = limits

    @property
    def action_dim(self) -> int:
        """Number of joints, J."""
        return self._num_joints

    def process_actions(self, actions: torch.Tensor) -> None:
        """Turn actions of shape (N, J) into positions."""
        self._raw_actions[:] = actions
        torch.mul(self._raw_actions, self._scale, out=self._processed_actions)
        if self.cfg.clip is not None:
            clip_into(self._processed_actions, self._clip)
        if self.cfg.rescale_to_limits:
            limits = self._soft_limits()
            shares = self._processed_actions.clamp_(-1.0, 1.0)
            self._processed_actions[:] = unscale_transform(shares, limits[..., 0], limits[..., 1])

    def apply_actions(self) -> None:
        """Set target positions."""
        self._asset.set_joint_position_target_index(target=self.processed_actions, joint_ids=self._joint_ids)

    def reset(self, env_ids: Any = None) -> None:
        """Forget the actions of some environments; None means all."""
        self._raw_actions[slice(None) if env_ids is None else env_ids] = 0.0

    def _soft_limits(self) -> torch.Tensor:
        return columns(self._asset.data.soft_joint_pos_limits, self._joint_ids)


class EMAJointPositionToLimitsAction(JointPositionToLimitsAction):
    """The same, with an exponential moving average: alpha times the new target plus the rest of the last one.

    Args:
        cfg: Config of the action.
        env: The environment.

    Raises:
        ValueError: A weight is not in [0, 1].
    """

    cfg: EMAJointPositionToLimitsActionCfg

    def __init__(self, cfg: EMAJointPositionToLimitsActionCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        self._alpha = named_values("alpha", cfg.alpha, self._joint_names, self.num_envs, 1.0, self.device)
        weights = torch.as_tensor(self._alpha, device="cpu")
        if bool(((weights < 0.0) | (weights > 1.0)).any()):
            raise ValueError(f"'alpha' of an action is {cfg.alpha}: weights should be in [0, 1].")
        self._prev_applied_actions = torch.zeros_like(self.processed_actions)

    def reset(self, env_ids: Any = None) -> None:
        """Let the average begin at the present positions."""
        env_ids = slice(None) if env_ids is None else env_ids
        super().reset(env_ids)
        self._prev_applied_actions[env_ids] = columns(as_torch(self._asset.data.joint_pos)[env_ids], self._joint_ids)

    def process_actions(self, actions: torch.Tensor) -> None:
        """Turn actions of shape (N, J) into averaged positions within the limits."""
        super().process_actions(actions)
        targets, limits = self._processed_actions, self._soft_limits()
        averages = self._alpha * targets + (1.0 - self._alpha) * self._prev_applied_actions
        targets[:] = averages.clamp_(limits[..., 0], limits[..., 1])
        self._prev_applied_actions[:] = targets


@configclass
class JointPositionToLimitsActionCfg(ActionTermCfg):
    """Config of :class:`JointPositionToLimitsAction`."""

    class_type: type = JointPositionToLimitsAction

    joint_names: list[str] = MISSING  # type: ignore[assignment]
    """Names of joints, or regular expressions."""

    scale: float | dict[str, float] = 1.0
    """Factor of the actions, or factors by names."""

    rescale_to_limits: bool = True
    """Whether -1 and 1 are the limits; otherwise actions are positions [m, rad]."""

    preserve_order: bool = False
    """Whether the joints are in the order of ``joint_names``, not in that of the articulation."""


@configclass
class EMAJointPositionToLimitsActionCfg(JointPositionToLimitsActionCfg):
    """Config of :class:`EMAJointPositionToLimitsAction`."""

    class_type: type = EMAJointPositionToLimitsAction

    alpha: float | dict[str, float] = 1.0
    """Weight of new targets in [0, 1], or weights by names; 1 leaves nothing of the last ones."""
