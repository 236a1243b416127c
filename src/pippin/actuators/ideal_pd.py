"""Ideal motor: proportional-derivative control with an effort limit, computed outside the engine."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from pippin.utils import configclass

from .actuator_base import ActuatorBase, ActuatorBaseCfg
from .kernels.launch import Call, Launcher, launch, record
from .kernels.pd import pd
from .kernels.targets import Targets
from .types import ArticulationActions


class IdealPDActuator(ActuatorBase):
    """Joints whose effort is ``clip(kp (q* - q) + kd (qd* - qd) + effort*, -effort_limit, effort_limit)``."""

    cfg: IdealPDActuatorCfg

    def reset(self, env_ids: Sequence[int] | torch.Tensor | slice | None) -> None:
        """Do nothing: the law has no memory.

        Args:
            env_ids: Environments to reset; None means all.
        """

    def compute(
        self, control_action: ArticulationActions, joint_pos: torch.Tensor, joint_vel: torch.Tensor
    ) -> ArticulationActions:
        """Replace the targets by the efforts that follow from them.

        Args:
            control_action: Target positions, velocities and feed-forward efforts, shape (num_envs, num_joints).
            joint_pos: Joint positions [m or rad], shape (num_envs, num_joints).
            joint_vel: Joint velocities [m/s or rad/s], shape (num_envs, num_joints).

        Returns:
            ``control_action``, with ``applied_effort`` as its efforts and no positions and velocities.
        """
        self._compute_effort(self._targets(control_action, joint_pos, joint_vel), joint_pos, joint_vel)
        self._apply_own_clip(joint_vel)
        return self._effort_action(control_action)

    def _targets(
        self, control_action: ArticulationActions, joint_pos: torch.Tensor, joint_vel: torch.Tensor
    ) -> Targets:
        """Targets that the law gets to see."""
        return self._checked_targets(control_action, joint_pos, joint_vel)

    def bind(self, targets: Targets, joint_pos: torch.Tensor, joint_vel: torch.Tensor) -> list[Call]:
        """Bind the law to tensors whose memory stays where it is; see :meth:`ActuatorBase.bind`."""
        return self._compute_effort(targets, joint_pos, joint_vel, record)

    def _compute_effort(
        self, targets: Targets, joint_pos: torch.Tensor, joint_vel: torch.Tensor, launcher: Launcher = launch
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

    def _effort_action(self, control_action: ArticulationActions) -> ArticulationActions:
        """The action with the applied effort in place of all targets."""
        control_action.joint_efforts = self.applied_effort
        control_action.joint_positions = None
        control_action.joint_velocities = None
        return control_action


@configclass
class IdealPDActuatorCfg(ActuatorBaseCfg):
    """Proportional-derivative control with an effort limit."""

    class_type: type[ActuatorBase] = IdealPDActuator
