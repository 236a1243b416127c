"""Gains, limits, armature and friction of the joints of all instances."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import warp as wp

from pippin.utils.torch_view import torch_view

from ..compile import UNLIMITED
from ..worlds import SPEED_LIMIT
from .body_view import BodyView
from .instance_view import Rows
from .selection import VariantSelection, relative_names

if TYPE_CHECKING:
    from ..scene import PhysicsScene


_GAIN = {"first_component": 1, "scale": -1.0}
"""Where the engine holds the gain of a drive: as the negative of its second or third bias parameter."""


def _writer(what: str, parameter: str, elements: str, lowest: float = 0.0, **options: Any) -> Callable[..., None]:
    """Make a method that writes a property of joints.

    Args:
        what: The property with its unit, for the docstring.
        parameter: Parameter of the engine's model that holds it.
        elements: Attribute of the view's part of a variant that says which of its elements.
        lowest: Smallest value; those below are raised to it.
        **options: Which components of the parameter, as ``_scatter_parameter`` takes them.
    """

    def write(
        self: JointPropertiesView,
        values: wp.array,
        rows: Rows = None,
        joints: Rows = None,
        full_data: bool = False,
        kept: wp.array | None = None,
    ) -> None:
        for part, _ in self._parts:
            of = getattr(part, elements)
            self._scatter_parameter(
                part, parameter, of, values, rows, joints, full_data, kept, lowest=lowest, **options
            )

    write.__doc__ = f"Set the {what}."
    return write


class JointPropertiesView(BodyView):
    """Instances of one articulation in all environments, and what of their joints the engine's model holds.

    Args:
        scene: The scene that plays.
        selections: The view's part of each variant.
    """

    def __init__(self, scene: PhysicsScene, selections: list[VariantSelection]) -> None:
        super().__init__(scene, selections)
        first = selections[0]
        layout, slot = first.worlds.layout, first.slots[0]
        self.joint_names: list[str] = relative_names(slot, layout.joint_paths, slot.joints)
        """Names of the joints."""
        self.num_joints: int = len(self.joint_names)
        """Number of joints of an instance, J."""
        self.joint_paths: list[str] = [layout.joint_paths[j] for j in slot.joints]
        """Prim paths of the joints of the first instance."""
        self.all_joints: wp.array = wp.array(
            np.arange(len(self.joint_names), dtype=np.int32), dtype=int, device=self.device
        )
        """All joints of the view, shape (J,), int32."""

    # Each takes values of shape (n, m) or, with ``full_data``, (N, J), float32; limits of positions have pairs.

    write_joint_stiffness = _writer("stiffness of the drives [N/m, N m/rad]", "actuator_biasprm", "actuators", **_GAIN)
    write_joint_damping = _writer(
        "damping of the drives [N s/m, N m s/rad]", "actuator_biasprm", "actuators", **_GAIN | {"first_component": 2}
    )
    write_joint_effort_limits = _writer(
        "largest efforts of the drives [N, N m]",
        "actuator_forcerange",
        "actuators",
        first_component=1,
        opposite_component=0,
    )
    write_joint_velocity_limits = _writer("largest velocities of joints [m/s, rad/s]", SPEED_LIMIT, "joint_dofs")
    write_joint_armature = _writer("inertia added to joints [kg, kg m^2]", "dof_armature", "joint_dofs")
    write_joint_friction = _writer("dry friction of joints [N, N m]", "dof_frictionloss", "joint_dofs")
    write_joint_viscous_friction = _writer("viscous friction of joints [N s/m, N m s/rad]", "dof_damping", "joint_dofs")
    write_joint_position_limits = _writer(
        "lower and upper position limits [m, rad]", "jnt_range", "joint_ids", lowest=-np.inf
    )

    def read_joint_stiffness(self, out: wp.array) -> wp.array:
        """Stiffness of the drives [N/m, N m/rad], shape (N, J), float32."""
        return self._read_actuator_bias(1, out)

    def read_joint_damping(self, out: wp.array) -> wp.array:
        """Damping of the drives [N s/m, N m s/rad], shape (N, J), float32."""
        return self._read_actuator_bias(2, out)

    def _read_actuator_bias(self, component: int, out: wp.array) -> wp.array:
        bias = wp.zeros((self.count, self.num_joints, 10), dtype=float, device=self.device)
        for part, _ in self._parts:
            self._gather_parameter(part, self._parameter_values(part, "actuator_biasprm"), part.actuators, bias)
        torch_view(out).copy_(0.0 - torch_view(bias)[..., component])  # a drive without gain has 0, not -0
        return out

    def read_joint_effort_limits(self, out: wp.array) -> wp.array:
        """Largest efforts of the drives [N, N m], shape (N, J), float32; :data:`UNLIMITED` where there is none."""
        ranges = wp.zeros((self.count, self.num_joints, 2), dtype=float, device=self.device)
        for part, _ in self._parts:
            self._gather_parameter(part, self._parameter_values(part, "actuator_forcerange"), part.actuators, ranges)
        torch_view(out).copy_(torch_view(ranges)[..., 1])
        return out

    def read_joint_armature(self, out: wp.array) -> wp.array:
        """Inertia added to the joints [kg, kg m^2], shape (N, J), float32."""
        return self._read_dof_parameter("dof_armature", out)

    def read_joint_friction(self, out: wp.array) -> wp.array:
        """Dry friction of the joints [N, N m], shape (N, J), float32."""
        return self._read_dof_parameter("dof_frictionloss", out)

    def read_joint_viscous_friction(self, out: wp.array) -> wp.array:
        """Viscous friction of the joints [N s/m, N m s/rad], shape (N, J), float32."""
        return self._read_dof_parameter("dof_damping", out)

    def read_joint_position_limits(self, out: wp.array) -> wp.array:
        """Lower and upper position limits [m, rad], shape (N, J, 2), float32."""
        for part, _ in self._parts:
            self._gather_parameter(part, self._parameter_values(part, "jnt_range"), part.joint_ids, out)
        return out

    def read_joint_velocity_limits(self, out: wp.array) -> wp.array:
        """Velocity limits [m/s, rad/s], shape (N, J), float32; :data:`UNLIMITED` without."""
        torch_view(self._read_dof_parameter(SPEED_LIMIT, out)).clamp_(max=UNLIMITED)
        return out

    def _read_dof_parameter(self, name: str, out: wp.array) -> wp.array:
        for part, _ in self._parts:
            self._gather_parameter(part, self._parameter_values(part, name), part.joint_dofs, out)
        return out
