"""Batched access to articulations: what a :class:`BodyView` gives, and joints."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

import mujoco
import numpy as np
import warp as wp

from pippin.utils.launch import threads_along
from pippin.utils.repeated_launch import RecordedLaunch

from ..joint_wrenches import (
    MeasuredJoints,
    compensates_gravity,
    gather_joint_wrenches,
    measure_joints,
    take_off_compensation,
    turn_into_parents,
)
from . import gather_kernels, scatter_kernels
from .dynamics import ArticulationDynamics
from .instance_view import Rows
from .joint_properties import JointPropertiesView
from .selection import VariantSelection
from .tendon_view import TendonView

if TYPE_CHECKING:
    from ..scene import PhysicsScene


class ArticulationView(JointPropertiesView):
    """Instances of one articulation in all environments; joints (degrees of freedom) in breadth-first order.

    Joint arrays have shape (N, J); values are in rad or m, by the type of the joint.

    Args:
        scene: The scene that plays.
        selections: The view's part of each variant.
    """

    def __init__(self, scene: PhysicsScene, selections: list[VariantSelection]) -> None:
        super().__init__(scene, selections)
        self.fixed_tendons = TendonView(scene, selections, self.count, "fixed")
        """Tendons that couple joints."""
        self.spatial_tendons = TendonView(scene, selections, self.count, "spatial")
        """Tendons that run from link to link."""
        self.drive_inputs: tuple[wp.array, wp.array, wp.array] | None = None
        """Target positions, target velocities and efforts of shape (N, J) that the drives were last told; None before
        the first time. A program that replays a graph of :meth:`apply_drives` says here what the graph tells them."""
        self._joint_threads = threads_along(self.num_joints, self.device)
        self._takes: dict[tuple[int, bool], tuple[wp.array, Callable[[], object] | None]] = {}
        self._measured_joints: list[MeasuredJoints] = []
        self._dynamics: ArticulationDynamics | None = None

    @property
    def dynamics(self) -> ArticulationDynamics:
        """Jacobians, mass matrices and generalised forces."""
        if self._dynamics is None:
            self._dynamics = ArticulationDynamics(self)
        return self._dynamics

    @property
    def is_fixed_base(self) -> bool:
        """Whether the root link is fixed to the world."""
        return not self.has_free_root

    @property
    def joints_slide(self) -> list[bool]:
        """Whether each joint slides, rather than turns."""
        part, _ = self._parts[0]
        types = part.worlds.layout.joint_types[part.slots[0].joints]
        return [bool(kind == mujoco.mjtJoint.mjJNT_SLIDE) for kind in types]

    @property
    def link_parents(self) -> list[int]:
        """Index of the parent of each link; -1 for the root."""
        part, _ = self._parts[0]
        bodies = part.slots[0].bodies.tolist()
        parents = [int(part.worlds.layout.body_parents[body]) for body in bodies]
        return [bodies.index(parent) if parent in bodies else -1 for parent in parents]

    def paths_of_joints(self) -> list[list[str]]:
        """Prim paths of the joints of each instance, in its own environment."""
        return self._paths("joints")

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

    def record_joint_reads(self, positions: wp.array, velocities: wp.array) -> list[Callable[[], object]]:
        """Record the reading of joint positions and velocities into arrays whose memory stays where it is.

        Args:
            positions: Takes joint positions [m, rad], shape (N, J), float32.
            velocities: Takes joint velocities [m/s, rad/s], shape (N, J), float32.

        Returns:
            What to call in each step.
        """
        num_threads = self._joint_threads
        return [
            taking_columns(part, values, columns, out)
            or RecordedLaunch(
                wp.launch(
                    gather_kernels.gather_columns,
                    dim=(*part.instances.shape, num_threads),
                    inputs=[values, columns, part.instances, num_threads],
                    outputs=[out],
                    device=self.device,
                    record_cmd=True,
                )
            ).launch
            for part, _ in self._parts
            for values, columns, out in (
                (part.worlds.qpos, part.joint_qpos, positions),
                (part.worlds.qvel, part.joint_dofs, velocities),
            )
            if self.num_joints
        ]

    def measure_joint_wrenches(self) -> None:
        """Let the engine measure what :meth:`read_incoming_joint_wrenches` reads, from the next step on."""
        if not self._measured_joints:
            variants = self.scene.description.variants
            self._measured_joints = [
                measure_joints(
                    part.worlds, part.bodies.numpy(), variants[part.variant].incoming_joint_frames, self.device
                )
                for part, _ in self._parts
            ]

    def read_incoming_joint_wrenches(self, out: wp.array) -> wp.array:
        """Wrenches that the parents exert on the links through their joints, shape (N, L), wp.spatial_vectorf.

        Force [N] and torque [N m] about the origin of the joint's frame on the link, in that frame's axes, in the last
        engine step; 0 before the first one, and for a root that floats. The engine measures them from the first reading
        on, which itself is of the present state.
        """
        self.measure_joint_wrenches()
        for (part, _), joints in zip(self._parts, self._measured_joints, strict=True):
            wp.launch(
                gather_joint_wrenches,
                dim=(*part.instances.shape, self.num_links),
                inputs=[
                    joints.forces.wrenches,
                    joints.forces.tree_centers,
                    joints.forces.positions,
                    joints.forces.quaternions,
                    joints.tree_roots,
                    part.bodies,
                    joints.frames,
                    joints.are_held,
                    part.instances,
                ],
                outputs=[out],
                device=self.device,
            )
            if compensates_gravity(part.worlds):
                self._take_off_compensation(part, joints, out)
        return out

    def _take_off_compensation(self, part: VariantSelection, joints: MeasuredJoints, out: wp.array) -> None:
        """Take what switches gravity off for links off the wrenches."""
        worlds = part.worlds
        wp.launch(
            take_off_compensation,
            dim=(*part.instances.shape, self.num_links),
            inputs=[
                joints.forces.positions,
                joints.forces.quaternions,
                joints.parameter(worlds, "body_mass"),
                joints.parameter(worlds, "body_ipos"),
                joints.parameter(worlds, "body_gravcomp"),
                wp.vec3f(*self.scene.settings.gravity),
                joints.tree_ends,
                part.bodies,
                joints.frames,
                joints.are_held,
                part.instances,
            ],
            outputs=[out],
            device=self.device,
        )

    def read_incoming_joint_wrenches_in_parents(self, out: wp.array) -> wp.array:
        """As :meth:`read_incoming_joint_wrenches`, along the axes of the parents' link frames; of the world for a root.

        Torques stay about the origins of the joints' frames.
        """
        self.read_incoming_joint_wrenches(out)
        for (part, frames), joints in zip(self._parts, self._measured_joints, strict=True):
            frames.kinematics.update(self.scene.state_version)
            wp.launch(
                turn_into_parents,
                dim=(*part.instances.shape, self.num_links),
                inputs=[frames.kinematics.poses, joints.frames, part.bodies, joints.parents, part.instances],
                outputs=[out],
                device=self.device,
            )
        return out

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
        if not self.num_joints:
            return
        key = part.variant, values is part.worlds.qpos
        known = self._takes.get(key)
        if known is None or known[0] is not out:
            known = self._takes[key] = (out, taking_columns(part, values, columns, out))
        if known[1] is not None:
            known[1]()
            return
        num_threads = self._joint_threads
        self._repeat(
            gather_kernels.gather_columns,
            part,
            dim=(*part.instances.shape, num_threads),
            inputs=[values, columns, part.instances, num_threads],
            outputs=[out],
            purpose="positions" if key[1] else "velocities",
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
            dim=(chosen.num_threads, columns.num_threads),
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

        The engine applies ``stiffness (q_target - q) + damping (qd_target - qd)`` to each joint, evaluated implicitly
        within the step and clipped to the effort limit, and ``effort`` as it is: PhysX's limit is that of the drive.

        Args:
            position_targets: Shape (N, J), float32 [m, rad].
            velocity_targets: Shape (N, J), float32 [m/s, rad/s].
            efforts: Feed-forward efforts, shape (N, J), float32 [N, N m].
            stiffness: The gains that were written with :meth:`write_joint_stiffness`, shape (N, J), float32.
            damping: The gains that were written with :meth:`write_joint_damping`, shape (N, J), float32.
        """
        self.drive_inputs = (position_targets, velocity_targets, efforts)
        for apply in self.record_drives(position_targets, velocity_targets, efforts, stiffness, damping):
            apply()

    def record_drives(
        self,
        position_targets: wp.array,
        velocity_targets: wp.array,
        efforts: wp.array,
        stiffness: wp.array,
        damping: wp.array,
        is_explicit: wp.array | None = None,
    ) -> list[Callable[[], None]]:
        """Record :meth:`apply_drives` for arrays whose memory stays where it is: what to call in each step.

        Efforts of joints that ``is_explicit`` has 1 for, shape (J,), int32, are inputs of their actuators, clipped to
        the effort limit: explicit models give them, with the velocity before the step.
        """
        inputs = [position_targets, velocity_targets, efforts, stiffness, damping]
        none = wp.zeros((0, 0), dtype=float, device=self.device)
        explicit = wp.zeros(0, dtype=int, device=self.device) if is_explicit is None else is_explicit
        num_threads = self._joint_threads
        led_by = [part.worlds.target_velocities for part, _ in self._parts]
        velocities = [none if led is None else led for led in led_by]
        return [
            RecordedLaunch(
                wp.launch(
                    scatter_kernels.drive_inputs,
                    dim=(*part.instances.shape, num_threads),
                    inputs=[*inputs, part.actuators, part.joint_dofs, explicit, part.instances, num_threads],
                    outputs=[part.worlds.ctrl, part.worlds.qfrc_applied, led],
                    device=self.device,
                    record_cmd=True,
                )
            ).launch
            for (part, _), led in zip(self._parts, velocities, strict=True)
            if self.num_joints
        ]


def taking_columns(
    part: VariantSelection, values: wp.array, columns: wp.array, out: wp.array
) -> Callable[[], object] | None:
    """What reads columns by NumPy, which takes a third of the time of a kernel on a CPU; None where that cannot be.

    It can where the view's rows are those of the engine, and every column is there.

    Args:
        part: Where the instances are.
        values: Values of the engine, shape (W, n), float32.
        columns: Column of each joint for each slot, -1 for none, shape (num_slots, J).
        out: Array to fill, shape (N, J), float32, whose memory stays where it is.
    """
    if not out.device.is_cpu or not out.is_contiguous or part.instances.shape[1] != 1:
        return None
    if not np.array_equal(part.instances.numpy()[:, 0], np.arange(len(out))):
        return None
    chosen = columns.numpy()[0].astype(np.intp)
    if (chosen < 0).any():
        return None
    # With another mode it would fill a buffer first.
    return functools.partial(np.take, values.numpy(), chosen, axis=1, out=out.numpy(), mode="clip")
