"""Which properties of joints can be written, and how."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import warp as wp

from pippin.physics.views import ArticulationView


@dataclass(frozen=True)
class JointParameter:
    """A property of joints that :class:`ArticulationData` keeps and the engine is told of.

    Attributes:
        argument: Name of the parameter by which methods take it, for messages.
        write: Method of the view that takes it; None where the engine has no such property.
        dtype: Warp type of an element.
        lowest: Smallest value that makes sense.
    """

    argument: str
    write: Callable[..., None] | None
    dtype: Any = wp.float32
    lowest: float = 0.0


JOINT_PARAMETERS = {
    "joint_stiffness": JointParameter("stiffness", ArticulationView.write_joint_stiffness),
    "joint_damping": JointParameter("damping", ArticulationView.write_joint_damping),
    "joint_armature": JointParameter("armature", ArticulationView.write_joint_armature),
    "joint_effort_limits": JointParameter("limits", ArticulationView.write_joint_effort_limits),
    "joint_vel_limits": JointParameter("limits", ArticulationView.write_joint_velocity_limits),
    "joint_pos_limits": JointParameter("limits", ArticulationView.write_joint_position_limits, wp.vec2f, -float("inf")),
    "joint_friction_coeff": JointParameter("joint_friction_coeff", ArticulationView.write_joint_friction),
    "joint_dynamic_friction_coeff": JointParameter("joint_dynamic_friction_coeff", None),
    "joint_viscous_friction_coeff": JointParameter(
        "joint_viscous_friction_coeff", ArticulationView.write_joint_viscous_friction
    ),
}
"""By the name of the attribute of :class:`ArticulationData`."""
