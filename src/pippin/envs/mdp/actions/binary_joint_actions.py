"""Actions that open or close grippers."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

import torch

from pippin.assets import Articulation
from pippin.envs.managers import ActionTerm, ActionTermCfg
from pippin.utils import configclass, resolve_matching_names_values

from ..env_types import ManagerBasedEnv
from .named_values import clip_into, named_limits


class BinaryJointAction(ActionTerm):
    """Base of the actions that choose one of two commands for joints: negative numbers and False close.

    Args:
        cfg: Config of the action.
        env: The environment.

    Raises:
        ValueError: A command leaves out joints.
    """

    cfg: Any
    _asset: Articulation

    def __init__(self, cfg: BinaryJointActionCfg | AbsBinaryJointPositionActionCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        self._joint_ids, self._joint_names = self._asset.find_joints(cfg.joint_names)
        self._num_joints = len(self._joint_ids)
        self._raw_actions = torch.zeros(self.num_envs, 1, device=self.device)
        self._processed_actions = torch.zeros(self.num_envs, self._num_joints, device=self.device)
        self._open_command = self._command("open_command_expr")
        self._close_command = self._command("close_command_expr")
        limits = named_limits(cfg.clip, self._joint_names, self.num_envs, self.device)
        if limits is not None:
            self._clip = limits

    @property
    def action_dim(self) -> int:
        """1."""
        return 1

    def process_actions(self, actions: torch.Tensor) -> None:
        """Choose commands by actions of shape (N, 1)."""
        self._raw_actions[:] = actions
        self._choose(actions if actions.dtype == torch.bool else actions >= 0)

    def reset(self, env_ids: Any = None) -> None:
        """Forget the actions of some environments; None means all."""
        self._raw_actions[slice(None) if env_ids is None else env_ids] = 0.0

    def _choose(self, is_open: torch.Tensor) -> None:
        """Take the commands for shape (N, 1), bool."""
        torch.where(is_open, self._open_command, self._close_command, out=self._processed_actions)
        if self.cfg.clip is not None:
            clip_into(self._processed_actions, self._clip)

    def _command(self, name: str) -> torch.Tensor:
        """A command of the config, shape (J,)."""
        found, names, values = resolve_matching_names_values(getattr(self.cfg, name), self._joint_names)
        missing = [joint for joint in self._joint_names if joint not in names]
        if missing:
            raise ValueError(f"'{name}' of an action names no value for the joints {missing}: give one for each.")
        command = torch.zeros(self._num_joints, device=self.device)
        command[found] = torch.tensor(values, dtype=torch.float32, device=self.device)
        return command


class BinaryJointPositionAction(BinaryJointAction):
    """Positions of an open or a closed gripper."""

    takes_masks = True

    cfg: BinaryJointPositionActionCfg

    def apply_actions(self) -> None:
        """Set target positions."""
        self._asset.set_joint_position_target_index(target=self._processed_actions, joint_ids=self._joint_ids)


class BinaryJointVelocityAction(BinaryJointAction):
    """Velocities of an opening or a closing gripper."""

    takes_masks = True

    cfg: BinaryJointVelocityActionCfg

    def apply_actions(self) -> None:
        """Set target velocities."""
        self._asset.set_joint_velocity_target_index(target=self._processed_actions, joint_ids=self._joint_ids)


class AbsBinaryJointPositionAction(BinaryJointAction):
    """Positions of a gripper that opens beyond a threshold of the action."""

    takes_masks = True

    cfg: AbsBinaryJointPositionActionCfg

    def process_actions(self, actions: torch.Tensor) -> None:
        """Choose commands by actions of shape (N, 1)."""
        self._raw_actions[:] = actions
        threshold = self.cfg.threshold
        self._choose(actions > threshold if self.cfg.positive_threshold else actions < threshold)

    def apply_actions(self) -> None:
        """Set target positions."""
        self._asset.set_joint_position_target_index(target=self._processed_actions, joint_ids=self._joint_ids)


@configclass
class BinaryJointActionCfg(ActionTermCfg):
    """Config of :class:`BinaryJointAction`."""

    joint_names: list[str] = MISSING  # type: ignore[assignment]
    """Names of joints, or regular expressions."""

    open_command_expr: dict[str, float] = MISSING  # type: ignore[assignment]
    """Targets of the joints of an open gripper by names [m, rad, m/s, rad/s]."""

    close_command_expr: dict[str, float] = MISSING  # type: ignore[assignment]
    """Targets of the joints of a closed gripper by names."""


@configclass
class BinaryJointPositionActionCfg(BinaryJointActionCfg):
    """Config of :class:`BinaryJointPositionAction`."""

    class_type: type = BinaryJointPositionAction


@configclass
class BinaryJointVelocityActionCfg(BinaryJointActionCfg):
    """Config of :class:`BinaryJointVelocityAction`."""

    class_type: type = BinaryJointVelocityAction


@configclass
class AbsBinaryJointPositionActionCfg(ActionTermCfg):
    """Config of :class:`AbsBinaryJointPositionAction`."""

    class_type: type = AbsBinaryJointPositionAction

    joint_names: list[str] = MISSING  # type: ignore[assignment]
    """Names of joints, or regular expressions."""

    open_command_expr: dict[str, float] = MISSING  # type: ignore[assignment]
    """Positions of the joints of an open gripper by names [m, rad]."""

    close_command_expr: dict[str, float] = MISSING  # type: ignore[assignment]
    """Positions of the joints of a closed gripper by names [m, rad]."""

    threshold: float = 0.5
    """Action at which the gripper switches."""

    positive_threshold: bool = True
    """Whether larger actions open; otherwise smaller ones do."""
