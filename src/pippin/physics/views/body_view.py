"""Batched access to assets that have a root and links: poses, velocities, masses and wrenches of all instances."""

from __future__ import annotations

import warp as wp

from pippin.utils.choices import Choice

from . import (
    applied_wrench_kernels,
    gather_kernels,
    inertia_kernels,
    root_wrench_kernels,
    root_write_kernels,
    scatter_kernels,
)
from .instance_view import InstanceView, Rows
from .shapes import BodyShapes


class BodyView(InstanceView):
    """Roots and links of the instances of one asset in all environments; see :class:`.InstanceView`.

    Args:
        scene: The scene that plays.
        selections: The view's part of each variant.
    """

    _shapes: BodyShapes | None = None

    @property
    def shapes(self) -> BodyShapes:
        """The shapes of the links, and their materials."""
        if self._shapes is None:
            self._shapes = BodyShapes(self)
        return self._shapes

    # -- reading -------------------------------------------------------------------------------------------------------

    def read_root_poses(self, out: wp.array) -> wp.array:
        """Root link poses in the world, shape (N,), wp.transformf (position [m], quaternion x y z w)."""
        if not self.has_movable_root:
            path = self.template_link_paths[0]
            raise ValueError(f"'{path}' is a link of an articulation: read it with read_link_poses.")
        for part, _ in self._parts:
            worlds = part.worlds
            self._repeat(
                gather_kernels.gather_root_poses,
                part,
                dim=part.instances.shape,
                inputs=[
                    worlds.qpos,
                    worlds.mocap_pos,
                    worlds.mocap_quat,
                    part.root_qpos,
                    part.root_mocap,
                    worlds.env_ids,
                    self.scene.env_origins,
                    part.instances,
                ],
                outputs=[out],
            )
        return out

    def read_root_velocities(self, out: wp.array, of_com: bool) -> wp.array:
        """Root velocities (linear [m/s], angular [rad/s]) in world axes, shape (N,), wp.spatial_vectorf.

        Args:
            out: Array to fill.
            of_com: Whether the linear part is that of the centre of mass; otherwise of the link frame's origin.
        """
        for part, frames in self._parts:
            worlds = part.worlds
            self._repeat(
                gather_kernels.gather_root_velocities,
                part,
                dim=part.instances.shape,
                inputs=[
                    worlds.qpos,
                    worlds.qvel,
                    frames.com_poses,
                    frames.com_stride,
                    int(of_com),
                    part.bodies,
                    part.root_qpos,
                    part.root_dof,
                    part.instances,
                ],
                outputs=[out],
            )
        return out

    def read_link_poses(self, out: wp.array) -> wp.array:
        """Link poses in the world, shape (N, L), wp.transformf (position [m], quaternion x y z w)."""
        for part, frames in self._parts:
            frames.kinematics.update(self.scene.state_version)
            self._repeat(
                gather_kernels.gather_poses,
                part,
                dim=(*part.instances.shape, self.num_links),
                inputs=[frames.kinematics.poses, part.bodies, part.instances],
                outputs=[out],
            )
        return out

    def read_link_velocities(self, out: wp.array) -> wp.array:
        """Velocities of link origins ([m/s], then [rad/s]) in world axes, shape (N, L), wp.spatial_vectorf."""
        return self._read_velocities(out, of_com=False)

    def read_com_velocities(self, out: wp.array) -> wp.array:
        """Velocities of centres of mass ([m/s], then [rad/s]) in world axes, shape (N, L), wp.spatial_vectorf."""
        return self._read_velocities(out, of_com=True)

    def _read_velocities(self, out: wp.array, of_com: bool) -> wp.array:
        for part, frames in self._parts:
            frames.kinematics.update(self.scene.state_version)
            self._repeat(
                gather_kernels.gather_velocities,
                part,
                dim=(*part.instances.shape, self.num_links),
                inputs=[
                    frames.kinematics.poses,
                    frames.kinematics.velocities,
                    frames.com_poses,
                    frames.com_stride,
                    int(of_com),
                    part.bodies,
                    part.instances,
                ],
                outputs=[out],
                purpose="com" if of_com else "link",
            )
        return out

    def read_com_accelerations(self, out: wp.array) -> wp.array:
        """Mean accelerations of the centres of mass over the last step, shape (N, L), wp.spatial_vectorf.

        (linear [m/s^2], angular [rad/s^2]) in world axes: the change of velocity divided by the time step. 0 before the
        first step and after a write of the state.
        """
        version = self.scene.state_version
        for part, frames in self._parts:
            frames.kinematics.update(version)
            previous_poses, previous_velocities = frames.kinematics.before_last_step(version)
            self._repeat(
                gather_kernels.gather_com_accelerations,
                part,
                dim=(*part.instances.shape, self.num_links),
                inputs=[
                    frames.kinematics.poses,
                    frames.kinematics.velocities,
                    previous_poses,
                    previous_velocities,
                    frames.com_poses,
                    frames.com_stride,
                    1.0 / self.scene.dt,
                    part.bodies,
                    part.instances,
                ],
                outputs=[out],
            )
        return out

    # -- writing -------------------------------------------------------------------------------------------------------

    def write_root_poses(
        self,
        poses: wp.array,
        rows: Rows = None,
        of_com: bool = False,
        full_data: bool = False,
        members: Choice | None = None,
    ) -> None:
        """Set root poses in the world; the world velocities of the centres of mass stay as they were.

        Args:
            poses: Poses, shape (n,) or (N,), wp.transformf (position [m], quaternion x y z w).
            rows: Rows of the view.
            of_com: Whether the poses are those of the centre of mass frames; otherwise of the link frames.
            full_data: Whether the data covers the whole view.
            members: Which members of groups, where ``rows`` are groups of neighbouring rows: n groups of m members
                take (n m,) poses, group by group.
        """
        groups, members = self._choose(rows, self.count), members or self._choose(None, 1)
        for part, frames in self._parts:
            worlds = part.worlds
            self._repeat(
                root_write_kernels.scatter_root_poses,
                part,
                dim=(groups.num_threads, members.num_threads),
                inputs=[
                    poses,
                    int(full_data),
                    members.count,
                    frames.com_poses,
                    frames.com_stride,
                    int(of_com),
                    groups.argument,
                    members.argument,
                    part.world_of,
                    part.slot_of,
                    part.bodies,
                    part.root_qpos,
                    part.root_dof,
                    part.root_mocap,
                    worlds.env_ids,
                    self.scene.env_origins,
                ],
                outputs=[
                    worlds.qpos,
                    worlds.qvel,
                    worlds.mocap_pos,
                    worlds.mocap_quat,
                    worlds.previous_qpos,
                    worlds.previous_qvel,
                ],
                block_dim=root_write_kernels.BLOCK_DIM,
            )
            worlds.state_written()
        self.scene.state_version += 1

    def write_root_velocities(
        self,
        velocities: wp.array,
        rows: Rows = None,
        of_com: bool = True,
        full_data: bool = False,
        members: Choice | None = None,
    ) -> None:
        """Set root velocities (linear [m/s], angular [rad/s]) in world axes; a fixed base has none.

        Args:
            velocities: Velocities, shape (n,) or (N,), wp.spatial_vectorf.
            rows: Rows of the view.
            of_com: Whether the linear part is that of the centre of mass; otherwise of the link frame's origin.
            full_data: Whether the data covers the whole view.
            members: As in :meth:`write_root_poses`.
        """
        groups, members = self._choose(rows, self.count), members or self._choose(None, 1)
        for part, frames in self._parts:
            worlds = part.worlds
            self._repeat(
                root_write_kernels.scatter_root_velocities,
                part,
                dim=(groups.num_threads, members.num_threads),
                inputs=[
                    velocities,
                    int(full_data),
                    members.count,
                    worlds.qpos,
                    frames.com_poses,
                    frames.com_stride,
                    int(of_com),
                    groups.argument,
                    members.argument,
                    part.world_of,
                    part.slot_of,
                    part.bodies,
                    part.root_qpos,
                    part.root_dof,
                ],
                outputs=[worlds.qvel, worlds.previous_qvel],
                block_dim=root_write_kernels.BLOCK_DIM,
            )
            worlds.state_written()
        self.scene.state_version += 1

    def write_wrenches(self, wrenches: wp.array) -> None:
        """Set the external wrenches on all links; they stay until set again.

        Args:
            wrenches: Forces [N] and torques about the centres of mass [N m], world axes, shape (N, L),
                wp.spatial_vectorf.
        """
        for part, _ in self._parts:
            wp.launch(
                scatter_kernels.scatter_wrenches,
                dim=(*part.instances.shape, self.num_links),
                inputs=[wrenches, part.bodies, part.instances],
                outputs=[part.worlds.xfrc_applied],
                device=self.device,
            )

    def write_root_wrenches(self, wrenches: wp.array, add: bool) -> None:
        """Set or add external wrenches on the root links; they stay until set again.

        Args:
            wrenches: Forces [N] and torques about the centre of mass [N m] along the axes of the root's link frame,
                shape (N,), wp.spatial_vectorf.
            add: Whether to add them to what acts already; otherwise they take its place.
        """
        for part, _ in self._parts:
            worlds = part.worlds
            wp.launch(
                root_wrench_kernels.scatter_root_wrenches,
                dim=part.instances.shape,
                inputs=[
                    wrenches,
                    add,
                    worlds.qpos,
                    worlds.mocap_quat,
                    part.root_qpos,
                    part.root_mocap,
                    part.bodies,
                    part.instances,
                ],
                outputs=[worlds.xfrc_applied],
                device=self.device,
            )

    def apply_wrenches(
        self, forces: wp.array, torques: wp.array, positions: wp.array, rows: Rows = None, is_global: bool = True
    ) -> None:
        """Add forces and torques to what acts on the links in the next step alone, beside the wrenches that stay.

        They keep their direction in the world while the body turns.

        Args:
            forces: Forces [N], shape (N, L), wp.vec3f; (0, 0) for none.
            torques: Torques [N m], in addition to the moments of the forces, in the same form.
            positions: Points [m] where the forces act, in the same form; (0, 0) for the centres of mass.
            rows: Rows of the view.
            is_global: Whether all of these are in the world; otherwise in the link frames.
        """
        chosen = self._choose(rows, self.count)
        for part, frames in self._parts:
            frames.kinematics.update(self.scene.state_version)
            wp.launch(
                applied_wrench_kernels.apply_wrenches,
                dim=(chosen.num_threads, self.num_links),
                inputs=[
                    forces,
                    torques,
                    positions,
                    bool(is_global),
                    chosen.argument,
                    part.world_of,
                    part.slot_of,
                    part.bodies,
                    frames.kinematics.poses,
                    frames.com_poses,
                    frames.com_stride,
                ],
                outputs=[self.scene.next_step_wrenches[part.variant].for_writing()],
                device=self.device,
            )

    # -- mass properties, and gravity ----------------------------------------------------------------------------------

    def read_com_poses(self, out: wp.array) -> wp.array:
        """Centre of mass frames in the link frames (position [m], quaternion x y z w), shape (N, L, 7), float32."""
        for part, frames in self._parts:
            self._gather_parameter(part, frames.com_poses, part.bodies, out)
        return out

    def read_masses(self, out: wp.array) -> wp.array:
        """Masses [kg], shape (N, L), float32."""
        return self._read_body_parameter("body_mass", out)

    def read_inertias(self, out: wp.array) -> wp.array:
        """Inertia tensors [kg m^2] about the centres of mass along their frames' axes, shape (N, L, 9), float32."""
        for part, frames in self._parts:
            moments = self._parameter_values(part, "body_inertia")
            axes = self._parameter_values(part, "body_iquat")
            wp.launch(
                inertia_kernels.gather_inertias,
                dim=(*part.instances.shape, self.num_links),
                inputs=[
                    moments,
                    int(moments.shape[0] > 1),
                    axes,
                    int(axes.shape[0] > 1),
                    frames.com_poses,
                    frames.com_stride,
                    part.bodies,
                    part.instances,
                ],
                outputs=[out],
                device=self.device,
            )
        return out

    def write_masses(
        self,
        masses: wp.array,
        rows: Rows = None,
        links: Rows = None,
        full_data: bool = False,
        kept: wp.array | None = None,
    ) -> None:
        """Set masses [kg], raised to 0, shape (n, m) or (N, L), float32."""
        for part, _ in self._parts:
            self._scatter_parameter(part, "body_mass", part.bodies, masses, rows, links, full_data, kept, lowest=0.0)

    def write_coms(
        self,
        com_poses: wp.array,
        rows: Rows = None,
        links: Rows = None,
        full_data: bool = False,
        kept: wp.array | None = None,
    ) -> None:
        """Set centre of mass frames, along whose axes the inertia tensors stay what they are.

        Args:
            com_poses: Poses in the link frames (position [m], quaternion x y z w), shape (n, m, 7) or (N, L, 7),
                float32.
            rows: Rows of the view.
            links: Columns of the view.
            full_data: Whether the data covers the whole view.
            kept: Array of shape (N, L, 7) that keeps what is written.
        """
        chosen, columns = self._choose(rows, self.count), self._choose(links, self.num_links)
        engine = ("body_ipos", "body_iquat")
        for part, frames in self._parts:
            self._repeat(
                inertia_kernels.scatter_coms,
                part,
                dim=(chosen.num_threads, columns.num_threads),
                inputs=[
                    com_poses,
                    int(full_data),
                    chosen.argument,
                    columns.argument,
                    part.world_of,
                    part.slot_of,
                    part.bodies,
                ],
                outputs=[frames.com_poses_per_world(), *(part.worlds.parameter(name) for name in engine), kept],
            )
            for name in engine:
                part.worlds.parameter_changed(name)
        self.scene.state_version += 1

    def write_inertias(
        self,
        inertias: wp.array,
        rows: Rows = None,
        links: Rows = None,
        full_data: bool = False,
        kept: wp.array | None = None,
    ) -> None:
        """Set inertia tensors along the axes of the centre of mass frames, which need not be principal ones.

        Args:
            inertias: Tensors [kg m^2] about the centres of mass, row by row, shape (n, m, 9) or (N, L, 9), float32.
            rows: Rows of the view.
            links: Columns of the view.
            full_data: Whether the data covers the whole view.
            kept: Array of shape (N, L, 9) that keeps what is written.
        """
        chosen, columns = self._choose(rows, self.count), self._choose(links, self.num_links)
        engine = ("body_iquat", "body_inertia")
        for part, frames in self._parts:
            self._repeat(
                inertia_kernels.scatter_inertias,
                part,
                dim=(chosen.num_threads, columns.num_threads),
                inputs=[
                    inertias,
                    int(full_data),
                    frames.com_poses,
                    frames.com_stride,
                    chosen.argument,
                    columns.argument,
                    part.world_of,
                    part.slot_of,
                    part.bodies,
                ],
                outputs=[*(part.worlds.parameter(name) for name in engine), kept],
            )
            for name in engine:
                part.worlds.parameter_changed(name)
        self.scene.state_version += 1

    def read_disabled_gravity(self, out: wp.array) -> wp.array:
        """Whether the world's gravity leaves links alone, shape (N, L), float32: [1] where it does."""
        return self._read_body_parameter("body_gravcomp", out)

    def write_disabled_gravity(self, values: wp.array, rows: Rows = None) -> None:
        """Let the world's gravity act on links (0) or not (1), [1], shape (N, L), float32, of which ``rows`` choose."""
        for part, _ in self._parts:
            self._scatter_parameter(part, "body_gravcomp", part.bodies, values, rows, None, True)

    def _read_body_parameter(self, name: str, out: wp.array) -> wp.array:
        for part, _ in self._parts:
            self._gather_parameter(part, self._parameter_values(part, name), part.bodies, out)
        return out


class RigidBodyView(BodyView):
    """One body in each of N rows, free, kinematic, or a link of an articulation."""
