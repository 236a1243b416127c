"""Batched access to articulations: what a :class:`BodyView` gives, and joints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import warp as wp

from pippin.utils.torch_view import torch_view

from ..compile import UNLIMITED
from ..joint_wrenches import gather_joint_wrenches, joint_wrench_addresses
from ..worlds import SPEED_LIMIT
from ..wrench_frames import joint_frame_rotations, turn_into_parents
from . import gather_kernels, scatter_kernels
from .body_view import BodyView
from .instance_view import Rows
from .selection import VariantSelection, relative_names
from .tendon_view import TendonView

if TYPE_CHECKING:
    from ..scene import PhysicsScene


class ArticulationView(BodyView):
    """Instances of one articulation in all environments; joints (degrees of freedom) in breadth-first order.

    Joint arrays have shape (N, J); values are in rad or m, by the type of the joint.

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
        self.joint_paths: list[str] = [layout.joint_paths[j] for j in slot.joints]
        """Prim paths of the joints of the first instance."""
        self.all_joints: wp.array = wp.array(
            np.arange(len(self.joint_names), dtype=np.int32), dtype=int, device=self.device
        )
        """All joints of the view, shape (J,), int32."""
        self.fixed_tendons = TendonView(scene, selections, self.count, "fixed")
        """Tendons that couple joints."""
        self.spatial_tendons = TendonView(scene, selections, self.count, "spatial")
        """Tendons that run from link to link."""
        self.drive_inputs: tuple[wp.array, wp.array, wp.array] | None = None
        """Target positions, target velocities and efforts of shape (N, J) that the drives were last told; None before
        the first time. Whoever replays a graph of :meth:`apply_drives` says here what the graph tells them."""
        self._wrench_addresses: list[wp.array] = []

    @property
    def num_joints(self) -> int:
        """Number of joints of an instance, J."""
        return len(self.joint_names)

    @property
    def is_fixed_base(self) -> bool:
        """Whether the root link is fixed to the world."""
        return not self.has_free_root

    # -- state ---------------------------------------------------------------------------------------------------------

    def read_joint_positions(self, out: wp.array) -> wp.array:
        """Joint positions [m, rad], shape (N, J), float32."""
        for part, _ in self._parts:
            self._gather_columns(part, part.worlds.qpos, part.joint_qpos, out)
        return out

    def read_joint_velocities(self, out: wp.array) -> wp.array:
        """Joint velocities [m/s, rad/s], shape (N, J), float32."""
        for part, _ in self._parts:
            self._gather_columns(part, part.worlds.qvel, part.joint_dofs, out)
        return out

    def read_joint_accelerations(self, out: wp.array) -> wp.array:
        """Mean joint accelerations over the last step [m/s^2, rad/s^2], shape (N, J), float32; 0 after a write."""
        for part, _ in self._parts:
            if self.num_joints:
                wp.launch(
                    gather_kernels.gather_rates,
                    dim=(*part.instances.shape, self.num_joints),
                    inputs=[
                        part.worlds.qvel,
                        part.worlds.previous_qvel,
                        1.0 / self.scene.dt,
                        part.joint_dofs,
                        part.instances,
                    ],
                    outputs=[out],
                    device=self.device,
                )
        return out

    def require_joint_wrenches(self) -> None:
        """Make sure that :meth:`read_incoming_joint_wrenches` has something to read.

        Raises:
            RuntimeError: The wrenches are not measured, since nobody asked for them before play.
            NotImplementedError: Gravity does not act on a link.
        """
        if not self._wrench_addresses:
            self._wrench_addresses = [
                joint_wrench_addresses(part.worlds, part.bodies.numpy(), self.device) for part, _ in self._parts
            ]
            self._wrench_frames = self._make_wrench_frames()

    def read_incoming_joint_wrenches(self, out: wp.array) -> wp.array:
        """Wrenches that the parents exert on the links through their joints, shape (N, L), wp.spatial_vectorf.

        Force [N] and torque [N m] about the origin of the joint's frame on the link, in that frame's axes, in the last
        engine step; 0 before the first one, and for a root that floats.

        Raises:
            RuntimeError: The wrenches are not measured, since nobody asked for them before play.
            NotImplementedError: Gravity does not act on a link.
        """
        self.require_joint_wrenches()
        for (part, _), addresses in zip(self._parts, self._wrench_addresses, strict=True):
            wp.launch(
                gather_joint_wrenches,
                dim=(*part.instances.shape, self.num_links),
                inputs=[part.worlds.sensordata, addresses, part.instances],
                outputs=[out],
                device=self.device,
            )
        return out

    def read_incoming_joint_wrenches_in_parents(self, out: wp.array) -> wp.array:
        """As :meth:`read_incoming_joint_wrenches`, along the axes of the parents' link frames; of the world for a root.

        Torques stay about the origins of the joints' frames.

        Raises:
            RuntimeError: The wrenches are not measured, since nobody asked for them before play.
            NotImplementedError: Gravity does not act on a link.
        """
        self.read_incoming_joint_wrenches(out)
        for index, (part, frames) in enumerate(self._parts):
            frames.kinematics.update(self.scene.state_version)
            wp.launch(
                turn_into_parents,
                dim=(*part.instances.shape, self.num_links),
                inputs=[frames.kinematics.poses, *self._wrench_frames[index], part.instances],
                outputs=[out],
                device=self.device,
            )
        return out

    def _make_wrench_frames(self) -> list[tuple[wp.array, wp.array, wp.array]]:
        """For each variant, the rotations of the joints' frames, the links, and the parents of all bodies."""
        made = []
        for part, _ in self._parts:
            joint_frames = self.scene.description.variants[part.variant].incoming_joint_frames
            rotations = joint_frame_rotations(part.worlds, part.bodies.numpy(), joint_frames, self.device)
            parents = np.asarray(part.worlds.layout.body_parents, dtype=np.int32)
            made.append((rotations, part.bodies, wp.array(parents, dtype=int, device=self.device)))
        return made

    def write_joint_positions(
        self, positions: wp.array, rows: Rows = None, joints: Rows = None, full_data: bool = False
    ) -> None:
        """Set joint positions [m, rad], shape (n, m) or (N, J), float32."""
        for part, _ in self._parts:
            worlds = part.worlds
            self._scatter_columns(
                part, positions, rows, joints, full_data, part.joint_qpos, worlds.qpos, worlds.previous_qpos
            )

    def write_joint_velocities(
        self, velocities: wp.array, rows: Rows = None, joints: Rows = None, full_data: bool = False
    ) -> None:
        """Set joint velocities [m/s, rad/s], shape (n, m) or (N, J), float32."""
        for part, _ in self._parts:
            worlds = part.worlds
            self._scatter_columns(
                part, velocities, rows, joints, full_data, part.joint_dofs, worlds.qvel, worlds.previous_qvel
            )

    def _gather_columns(self, part: VariantSelection, values: wp.array, columns: wp.array, out: wp.array) -> None:
        if self.num_joints:
            wp.launch(
                gather_kernels.gather_columns,
                dim=(*part.instances.shape, self.num_joints),
                inputs=[values, columns, part.instances],
                outputs=[out],
                device=self.device,
            )

    def _scatter_columns(
        self,
        part: VariantSelection,
        data: wp.array,
        rows: Rows,
        joints: Rows,
        full_data: bool,
        elements: wp.array,
        values: wp.array,
        previous: wp.array,
    ) -> None:
        chosen, columns = self._choose(rows, self.count), self._choose(joints, self.num_joints)
        self._repeat(
            scatter_kernels.scatter_columns,
            part,
            dim=(chosen.count, columns.count),
            inputs=[data, int(full_data), chosen.argument, columns.argument, part.world_of, part.slot_of, elements],
            outputs=[values, previous],
            purpose="positions" if values is part.worlds.qpos else "velocities",
        )
        part.worlds.state_written()
        self.scene.state_version += 1

    # -- drives --------------------------------------------------------------------------------------------------------

    def apply_drives(
        self,
        position_targets: wp.array,
        velocity_targets: wp.array,
        efforts: wp.array,
        stiffness: wp.array,
        damping: wp.array,
    ) -> None:
        """Set what the joints' actuators do in the coming steps.

        The engine applies ``stiffness (q_target - q) + damping (qd_target - qd) + effort`` to each joint, evaluated
        implicitly within the step and clipped to the effort limit.

        Args:
            position_targets: Shape (N, J), float32 [m, rad].
            velocity_targets: Shape (N, J), float32 [m/s, rad/s].
            efforts: Feed-forward efforts, shape (N, J), float32 [N, N m].
            stiffness: The gains that were written with :meth:`write_joint_stiffness`, shape (N, J), float32.
            damping: The gains that were written with :meth:`write_joint_damping`, shape (N, J), float32.
        """
        self.drive_inputs = (position_targets, velocity_targets, efforts)
        for part, _ in self._parts:
            if self.num_joints:
                wp.launch(
                    scatter_kernels.drive_inputs,
                    dim=(*part.instances.shape, self.num_joints),
                    inputs=[
                        position_targets,
                        velocity_targets,
                        efforts,
                        stiffness,
                        damping,
                        part.actuators,
                        part.instances,
                    ],
                    outputs=[part.worlds.ctrl],
                    device=self.device,
                )

    # -- parameters of joints ------------------------------------------------------------------------------------------

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
                part, "actuator_biasprm", part.actuators, stiffness, rows, joints, full_data, kept, 1, -1.0, lowest=0.0
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
                part, "actuator_biasprm", part.actuators, damping, rows, joints, full_data, kept, 2, -1.0, lowest=0.0
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
                part, "actuator_forcerange", part.actuators, limits, rows, joints, full_data, kept, 1, 1.0, 0, 0.0
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
