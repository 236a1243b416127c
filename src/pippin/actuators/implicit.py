"""Proportional-derivative control that the engine computes within its integration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import torch

from pippin.utils import configclass

from .actuator_base import ActuatorBase, ActuatorBaseCfg
from .kernels.launch import Call, Launcher, launch, record
from .kernels.pd import pd
from .kernels.targets import Targets
from .types import ArticulationActions


class ImplicitActuator(ActuatorBase):
    """Joints whose proportional-derivative control the engine solves together with the motion, at any stiffness.

    The engine enforces ``joint_effort_limit`` and ``joint_velocity_limit``, which are the asset's where the config
    gives none. ``actuator_effort_limit`` limits the efforts that are kept here, and ``actuator_velocity_limit`` is what
    programs read as soft velocity limits; where the config gives none, they are the joint's.

    The efforts kept here are those that the law would give at the state before the step, for rewards and records; the
    engine's own differ by what the joints do within the step.

    Args:
        cfg: Config of the group.
        *args: The other arguments of :class:`ActuatorBase`.
        **kwargs: The other arguments of :class:`ActuatorBase`.

    Raises:
        ValueError: As :class:`ActuatorBase`.
    """

    cfg: ImplicitActuatorCfg
    is_implicit_model: ClassVar[bool] = True

    def reset(self, env_ids: Sequence[int] | torch.Tensor | slice | None) -> None:
        """Do nothing: the law has no memory.

        Args:
            env_ids: Environments to reset; None means all.
        """

    def compute(
        self, control_action: ArticulationActions, joint_pos: torch.Tensor, joint_vel: torch.Tensor
    ) -> ArticulationActions:
        """Keep what the efforts will be about, and leave the targets to the engine.

        Args:
            control_action: Target positions, velocities and feed-forward efforts, shape (num_envs, num_joints).
            joint_pos: Joint positions [m or rad], shape (num_envs, num_joints).
            joint_vel: Joint velocities [m/s or rad/s], shape (num_envs, num_joints).

        Returns:
            ``control_action``, unchanged.
        """
        self._compute_effort(self._checked_targets(control_action, joint_pos, joint_vel), joint_pos, joint_vel, launch)
        self._apply_own_clip(joint_vel)
        return control_action

    def bind(self, targets: Targets, joint_pos: torch.Tensor, joint_vel: torch.Tensor) -> list[Call]:
        """Bind the law to tensors whose memory stays where it is; see :meth:`ActuatorBase.bind`."""
        return self._compute_effort(targets, joint_pos, joint_vel, record)

    def _compute_effort(
        self, targets: Targets, joint_pos: torch.Tensor, joint_vel: torch.Tensor, launcher: Launcher
    ) -> list[Call]:
        """Write the computed and the applied effort, or record how."""
        return pd(
            targets,
            joint_pos,
            joint_vel,
            self.stiffness,
            self.damping,
            self.actuator_effort_limit,
            computed=self.computed_effort,
            applied=self.applied_effort,
            launcher=launcher,
        )


@configclass
class ImplicitActuatorCfg(ActuatorBaseCfg):
    """Proportional-derivative control that the engine computes. The table of limits is at :class:`ImplicitActuator`."""

    class_type: type[ActuatorBase] = ImplicitActuator
