"""Direct-current motor: an ideal motor limited by a torque-speed curve."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

import torch

from pippin.utils import configclass

from .actuator_base import ActuatorBase
from .ideal_pd import IdealPDActuator, IdealPDActuatorCfg
from .joint_tensor import JointTensor
from .joint_values import require
from .kernels.dc_motor import dc_motor, limit_to_dc_motor
from .kernels.launch import Call, Launcher, launch, record
from .kernels.targets import Targets


class DCMotor(IdealPDActuator):
    """Joints whose effort stays within what a direct-current motor can give at its velocity.

    With the velocity v cut at the two velocities where the curve meets the effort limit beyond the no-load velocity,
    ``|v| <= velocity_limit (1 + effort_limit / saturation_effort)``, the effort lies between

    - ``max(saturation_effort (-1 - v / velocity_limit), -effort_limit)`` and
    - ``min(saturation_effort (1 - v / velocity_limit), effort_limit)``.

    So a motor that is driven beyond its ``velocity_limit`` brakes.

    Attributes:
        saturation_effort: Effort at standstill [N or N m], shape (num_envs, num_joints).

    Args:
        cfg: Config of the group.
        *args: The other arguments of :class:`ActuatorBase`.
        **kwargs: The other arguments of :class:`ActuatorBase`.

    Raises:
        ValueError: The saturation effort or the velocity limit is not configured or not positive, or as
            :class:`ActuatorBase`.
    """

    cfg: DCMotorCfg
    saturation_effort = JointTensor()

    def __init__(self, cfg: DCMotorCfg, *args: Any, **kwargs: Any):
        needed = {
            "saturation_effort": (cfg.saturation_effort,),
            "actuator_velocity_limit": (cfg.actuator_velocity_limit, cfg.velocity_limit),
        }
        for name, given in needed.items():
            if all(value is None for value in given):
                raise ValueError(f"A DC motor needs '{name}'; the config of joints {cfg.joint_names_expr} has none.")
        super().__init__(cfg, *args, **kwargs)
        self.saturation_effort = self._joint_values("saturation_effort", cfg.saturation_effort, None)
        saturation = self.saturation_effort
        require(
            (saturation > 0.0) & saturation.isfinite(), "saturation_effort", "positive and finite", self.joint_names
        )
        require(self.actuator_velocity_limit > 0.0, "actuator_velocity_limit", "positive", self.joint_names)

    def bind(self, targets: Targets, joint_pos: torch.Tensor, joint_vel: torch.Tensor) -> list[Call]:
        """Bind the law to tensors whose memory stays where it is; see :meth:`ActuatorBase.bind`."""
        return self._compute_effort(targets, joint_pos, joint_vel, record)

    def _compute_effort(
        self, targets: Targets, joint_pos: torch.Tensor, joint_vel: torch.Tensor, launcher: Launcher = launch
    ) -> list[Call]:
        """Write the computed and the applied effort, or record how."""
        return dc_motor(
            targets,
            joint_pos,
            joint_vel,
            self.stiffness,
            self.damping,
            self.saturation_effort,
            self.actuator_velocity_limit,
            self.actuator_effort_limit,
            computed=self.computed_effort,
            applied=self.applied_effort,
            launcher=launcher,
        )

    def _limit_effort(self, effort: torch.Tensor, joint_vel: torch.Tensor, *, applied: torch.Tensor) -> None:
        """Write the effort within the torque-speed curve."""
        limit_to_dc_motor(
            effort,
            joint_vel,
            self.saturation_effort,
            self.actuator_velocity_limit,
            self.actuator_effort_limit,
            applied=applied,
        )

    def _clip_effort(self, effort: torch.Tensor) -> torch.Tensor:
        """Effort within the torque-speed curve at ``_joint_vel`` [N or N m], shape (num_envs, num_joints)."""
        applied = torch.empty_like(effort)
        self._limit_effort(effort, self._joint_vel, applied=applied)
        return applied

    _clip_of_kernel = _clip_effort


@configclass
class DCMotorCfg(IdealPDActuatorCfg):
    """Proportional-derivative control limited by a torque-speed curve; ``velocity_limit`` must be set."""

    class_type: type[ActuatorBase] = DCMotor

    saturation_effort: dict[str, float] | float = MISSING
    """Effort at standstill from which the torque-speed curve falls to 0 at ``velocity_limit`` [N or N m]."""
