"""Gains, limits, armature and friction of the joints of all instances."""

from __future__ import annotations

from typing import TYPE_CHECKING

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

    def write_joint_stiffness(
        self,
        stiffness: wp.array,
        rows: Rows = None,
        joints: Rows = None,
        full_data: bool = False,
        kept: wp.array | None = None,
    ) -> None:
        """Set the drives' stiffness [N/m, N m/rad], raised to 0, shape (n, m) or (N, J), float32."""
        for part, _ in self._parts:
            self._scatter_parameter(
                part,
                "actuator_biasprm",
                part.actuators,
                stiffness,
                rows,
                joints,
                full_data,
                kept,
                first_component=1,
                scale=-1.0,
                lowest=0.0,
            )

    def write_joint_damping(
        self,
        damping: wp.array,
        rows: Rows = None,
        joints: Rows = None,
        full_data: bool = False,
        kept: wp.array | None = None,
    ) -> None:
        """Set the drives' damping [N s/m, N m s/rad], raised to 0, shape (n, m) or (N, J), float32."""
        for part, _ in self._parts:
            self._scatter_parameter(
                part,
                "actuator_biasprm",
                part.actuators,
                damping,
                rows,
                joints,
                full_data,
                kept,
                first_component=2,
                scale=-1.0,
                lowest=0.0,
            )

    def write_joint_effort_limits(
        self,
        limits: wp.array,
        rows: Rows = None,
        joints: Rows = None,
        full_data: bool = False,
        kept: wp.array | None = None,
    ) -> None:
        """Set the largest efforts of the drives [N, N m], raised to 0, shape (n, m) or (N, J), float32."""
        for part, _ in self._parts:
            self._scatter_parameter(
                part,
                "actuator_forcerange",
                part.actuators,
                limits,
                rows,
                joints,
                full_data,
                kept,
                first_component=1,
                opposite_component=0,
                lowest=0.0,
            )

    def write_joint_velocity_limits(
        self,
        limits: wp.array,
        rows: Rows = None,
        joints: Rows = None,
        full_data: bool = False,
        kept: wp.array | None = None,
    ) -> None:
        """Set the largest velocities of the joints [m/s, rad/s], raised to 0, shape (n, m) or (N, J), float32."""
        for part, _ in self._parts:
            self._scatter_parameter(
                part, SPEED_LIMIT, part.joint_dofs, limits, rows, joints, full_data, kept, lowest=0.0
            )

    def write_joint_armature(
        self,
        armature: wp.array,
        rows: Rows = None,
        joints: Rows = None,
        full_data: bool = False,
        kept: wp.array | None = None,
    ) -> None:
        """Set the inertia added to the joints [kg, kg m^2], raised to 0, shape (n, m) or (N, J), float32."""
        for part, _ in self._parts:
            self._scatter_parameter(
                part, "dof_armature", part.joint_dofs, armature, rows, joints, full_data, kept, lowest=0.0
            )

    def write_joint_friction(
        self,
        friction: wp.array,
        rows: Rows = None,
        joints: Rows = None,
        full_data: bool = False,
        kept: wp.array | None = None,
    ) -> None:
        """Set the dry friction of the joints [N, N m], raised to 0, shape (n, m) or (N, J), float32."""
        for part, _ in self._parts:
            self._scatter_parameter(
                part, "dof_frictionloss", part.joint_dofs, friction, rows, joints, full_data, kept, lowest=0.0
            )

    def write_joint_viscous_friction(
        self,
        friction: wp.array,
        rows: Rows = None,
        joints: Rows = None,
        full_data: bool = False,
        kept: wp.array | None = None,
    ) -> None:
        """Set the viscous friction of the joints [N s/m, N m s/rad], raised to 0, shape (n, m) or (N, J), float32."""
        for part, _ in self._parts:
            self._scatter_parameter(
                part, "dof_damping", part.joint_dofs, friction, rows, joints, full_data, kept, lowest=0.0
            )

    def write_joint_position_limits(
        self,
        limits: wp.array,
        rows: Rows = None,
        joints: Rows = None,
        full_data: bool = False,
        kept: wp.array | None = None,
    ) -> None:
        """Set the lower and upper position limits [m, rad], shape (n, m, 2) or (N, J, 2), float32."""
        for part, _ in self._parts:
            self._scatter_parameter(part, "jnt_range", part.joint_ids, limits, rows, joints, full_data, kept)

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
