"""Actions that are targets of joints: positions, changes of them, velocities, efforts."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

import torch

from pippin.assets import Articulation
from pippin.envs.managers import ActionTerm, ActionTermCfg
from pippin.utils import configclass

from ..env_types import ManagerBasedEnv
from ..selection import columns
from .named_values import clip_into, named_limits, named_values


class JointAction(ActionTerm):
    """Base of the actions with one number for each joint, which gets a scale, an offset and limits.

    Args:
        cfg: Config of the action.
        env: The environment.
    """

    cfg: JointActionCfg
    _asset: Articulation

    def __init__(self, cfg: JointActionCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        self._joint_ids: Any
        keeps_order = getattr(cfg, "preserve_order", False)  # a program's own config may lack it
        self._joint_ids, self._joint_names = self._asset.find_joints(cfg.joint_names, preserve_order=keeps_order)
        self._num_joints = len(self._joint_ids)
        if self._num_joints == self._asset.num_joints and not keeps_order:
            self._joint_ids = slice(None)
        self._raw_actions = torch.zeros(self.num_envs, self.action_dim, device=self.device)
        self._processed_actions = torch.zeros_like(self._raw_actions)
        common = (self._joint_names, self.num_envs)
        self._scale = named_values("scale", cfg.scale, *common, 1.0, self.device)
        self._offset = named_values("offset", cfg.offset, *common, 0.0, self.device)
        limits = named_limits(cfg.clip, *common, self.device)
        if limits is not None:
            self._clip = limits

    @property
    def action_dim(self) -> int:
        """Number of joints, J."""
        return self._num_joints

    def process_actions(self, actions: torch.Tensor) -> None:
        """Scale, shift and clip actions of shape (N, J)."""
        self._raw_actions[:] = actions
        torch.mul(self._raw_actions, self._scale, out=self._processed_actions)
        self._processed_actions.add_(self._offset)
        if self.cfg.clip is not None:
            clip_into(self._processed_actions, self._clip)

    def reset(self, env_ids: Any = None) -> None:
        """Forget the actions of some environments; None means all."""
        self._raw_actions[slice(None) if env_ids is None else env_ids] = 0.0


class JointPositionAction(JointAction):
    """Positions of joints, relative to the default ones where ``use_default_offset`` says so."""

    takes_masks = True

    cfg: JointPositionActionCfg

    def __init__(self, cfg: JointPositionActionCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        if cfg.use_default_offset:
            self._offset = columns(self._asset.data.default_joint_pos, self._joint_ids).clone()

    def apply_actions(self) -> None:
        """Set target positions."""
        self._asset.set_joint_position_target_index(target=self.processed_actions, joint_ids=self._joint_ids)


class RelativeJointPositionAction(JointAction):
    """Changes of the joints' present positions, in each step of the simulation."""

    takes_masks = True

    cfg: RelativeJointPositionActionCfg

    def __init__(self, cfg: RelativeJointPositionActionCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        if cfg.use_zero_offset:
            self._offset = 0.0

    def apply_actions(self) -> None:
        """Set target positions."""
        target = self.processed_actions + columns(self._asset.data.joint_pos, self._joint_ids)
        self._asset.set_joint_position_target_index(target=target, joint_ids=self._joint_ids)


class JointVelocityAction(JointAction):
    """Velocities of joints, relative to the default ones where ``use_default_offset`` says so."""

    takes_masks = True

    cfg: JointVelocityActionCfg

    def __init__(self, cfg: JointVelocityActionCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        if cfg.use_default_offset:
            self._offset = columns(self._asset.data.default_joint_vel, self._joint_ids).clone()

    def apply_actions(self) -> None:
        """Set target velocities."""
        self._asset.set_joint_velocity_target_index(target=self.processed_actions, joint_ids=self._joint_ids)


class JointEffortAction(JointAction):
    """Efforts of joints."""

    takes_masks = True

    cfg: JointEffortActionCfg

    def apply_actions(self) -> None:
        """Set efforts."""
        self._asset.set_joint_effort_target_index(target=self.processed_actions, joint_ids=self._joint_ids)


@configclass
class JointActionCfg(ActionTermCfg):
    """Config of :class:`JointAction`."""

    joint_names: list[str] = MISSING  # type: ignore[assignment]
    """Names of joints, or regular expressions."""

    scale: float | dict[str, float] = 1.0
    """Factor of the actions, or factors by names; 1 for joints that are not named."""

    offset: float | dict[str, float] = 0.0
    """What is added after the factor [m, rad, m/s, rad/s, N or N m], or by names; 0 for joints that are not named."""

    preserve_order: bool = False
    """Whether the joints are in the order of ``joint_names``, not in that of the articulation."""


@configclass
class JointPositionActionCfg(JointActionCfg):
    """Config of :class:`JointPositionAction`."""

    class_type: type = JointPositionAction

    use_default_offset: bool = True
    """Whether the default positions are the offset, in the place of ``offset``."""


@configclass
class RelativeJointPositionActionCfg(JointActionCfg):
    """Config of :class:`RelativeJointPositionAction`."""

    class_type: type = RelativeJointPositionAction

    use_zero_offset: bool = True
    """Whether ``offset`` is left out."""


@configclass
class JointVelocityActionCfg(JointActionCfg):
    """Config of :class:`JointVelocityAction`."""

    class_type: type = JointVelocityAction

    use_default_offset: bool = True
    """Whether the default velocities are the offset, in the place of ``offset``."""


@configclass
class JointEffortActionCfg(JointActionCfg):
    """Config of :class:`JointEffortAction`."""

    class_type: type = JointEffortAction
