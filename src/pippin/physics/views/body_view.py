"""Batched access to assets that have a root and links: poses, velocities, masses and wrenches of all instances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import warp as wp

from pippin.utils.choices import Choice, choose
from pippin.utils.number_rows import number_rows
from pippin.utils.repeated_launch import RepeatedLaunch

from ..worlds import base_value
from . import inertia_kernels, kernels, root_wrench_kernels, root_write_kernels
from .selection import VariantSelection, relative_names

if TYPE_CHECKING:
    from ..scene import PhysicsScene

Rows: TypeAlias = Choice | wp.array | None
"""Which rows or columns of a view a call is about; see :class:`BodyView`."""


class BodyView:
    """Instances of one asset in all environments, N rows ordered by environment; links in breadth-first order.

    Reading methods fill an array that the caller owns and return it. Writing methods take ``rows``, and most of them
    columns: a :class:`~pippin.utils.choices.Choice`, ids (int32 or int64) or a mask (bool) on the view's device, or
    None for all. Ids that are out of range are passed over. With ``full_data`` the data has one entry for every row of
    the view, of which the rows only choose; otherwise it has one entry for every chosen row. Those that write
    properties keep them also in an array of the view's own shape, if ``kept`` is one. Nothing is validated here: assets
    do that.

    Args:
        scene: The scene that plays.
        selections: The view's part of each variant.
    """

    def __init__(self, scene: PhysicsScene, selections: list[VariantSelection]) -> None:
        self.scene = scene
        self.device = scene.device
        self._selections = selections
        self._launches: dict[tuple[str, int, str], RepeatedLaunch] = {}
        self._parameters: dict[tuple[int, str], wp.array] = {}
        self._everything: dict[int, Choice] = {}
        self._parts = [(selection, scene.frames[selection.variant]) for selection in selections]
        first = selections[0]
        layout, slot = first.worlds.layout, first.slots[0]
        self.link_names: list[str] = relative_names(slot, layout.body_paths, slot.bodies)
        """Names of the links."""
        self.template_link_paths: list[str] = [layout.body_paths[i] for i in slot.bodies]
        """Prim paths of the links of the first instance."""
        self.instance_paths: list[str] = [slot.path for selection in selections for slot in selection.slots]
        """Prim paths of the instances on the stage: in the template of each variant."""
        self.count: int = sum(selection.instances.size for selection in selections)
        """Number of instances, N."""
        self.has_free_root: bool = bool((first.root_dof.numpy() >= 0).all())
        """Whether the root moves freely, rather than being fixed or kinematic."""
        self.has_movable_root: bool = all(
            bool(((s.root_qpos.numpy() >= 0) | (s.root_mocap.numpy() >= 0)).all()) for s in selections
        )
        """Whether the pose of the root can be written: it is free, a fixed base, or kinematic."""
        self.env_ids: wp.array = self._collect_env_ids()
        """Environment of each instance, shape (N,), int32."""
        self.all_rows: wp.array = wp.array(np.arange(self.count, dtype=np.int32), dtype=int, device=self.device)
        """All rows of the view, shape (N,), int32."""
        self.all_links: wp.array = wp.array(
            np.arange(len(self.link_names), dtype=np.int32), dtype=int, device=self.device
        )
        """All links of the view, shape (L,), int32."""

    @property
    def num_links(self) -> int:
        """Number of links of an instance, L."""
        return len(self.link_names)

    def _collect_env_ids(self) -> wp.array:
        env_ids = np.zeros(self.count, dtype=np.int32)
        for selection in self._selections:
            instances = selection.instances.numpy()
            env_ids[instances] = selection.worlds.env_ids.numpy()[:, None]
        return wp.array(env_ids, dtype=int, device=self.device)

    # -- reading -------------------------------------------------------------------------------------------------------

    def read_root_poses(self, out: wp.array) -> wp.array:
        """Root link poses in the world, shape (N,), wp.transformf (position [m], quaternion x y z w)."""
        if not self.has_movable_root:
            path = self.template_link_paths[0]
            raise ValueError(f"'{path}' is a link of an articulation: read it with read_link_poses.")
        for part, _ in self._parts:
            worlds = part.worlds
            wp.launch(
                kernels.gather_root_poses,
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
                device=self.device,
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
            wp.launch(
                kernels.gather_root_velocities,
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
                device=self.device,
            )
        return out

    def read_link_poses(self, out: wp.array) -> wp.array:
        """Link poses in the world, shape (N, L), wp.transformf (position [m], quaternion x y z w)."""
        for part, frames in self._parts:
            frames.kinematics.update(self.scene.state_version)
            wp.launch(
                kernels.gather_poses,
                dim=(*part.instances.shape, self.num_links),
                inputs=[frames.kinematics.poses, part.bodies, part.instances],
                outputs=[out],
                device=self.device,
            )
        return out

    def read_link_velocities(self, out: wp.array) -> wp.array:
        """Velocities of the link origins (linear, angular) in world axes, shape (N, L), wp.spatial_vectorf."""
        for part, frames in self._parts:
            frames.kinematics.update(self.scene.state_version)
            wp.launch(
                kernels.gather_velocities,
                dim=(*part.instances.shape, self.num_links),
                inputs=[frames.kinematics.velocities, part.bodies, part.instances],
                outputs=[out],
                device=self.device,
            )
        return out

    def read_com_velocities(self, out: wp.array) -> wp.array:
        """Velocities of the centres of mass (linear, angular) in world axes, shape (N, L), wp.spatial_vectorf."""
        for part, frames in self._parts:
            frames.kinematics.update(self.scene.state_version)
            wp.launch(
                kernels.gather_com_velocities,
                dim=(*part.instances.shape, self.num_links),
                inputs=[
                    frames.kinematics.poses,
                    frames.kinematics.velocities,
                    frames.com_poses,
                    frames.com_stride,
                    part.bodies,
                    part.instances,
                ],
                outputs=[out],
                device=self.device,
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
            wp.launch(
                kernels.gather_com_accelerations,
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
                device=self.device,
            )
        return out

    # -- properties of the bodies --------------------------------------------------------------------------------------

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
                dim=(chosen.count, columns.count),
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
                dim=(chosen.count, columns.count),
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
                dim=(groups.count, members.count),
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
                dim=(groups.count, members.count),
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
                kernels.scatter_wrenches,
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

    # -- parameters ----------------------------------------------------------------------------------------------------

    def _read_body_parameter(self, name: str, out: wp.array) -> wp.array:
        for part, _ in self._parts:
            self._gather_parameter(part, self._parameter_values(part, name), part.bodies, out)
        return out

    def _parameter_values(self, part: VariantSelection, name: str) -> wp.array:
        """Current values with the shape (W, n, k), or (1, n, k) where no world has its own."""
        if name in part.worlds.parameters_per_world:
            values = part.worlds.parameter(name)
            return values if values.ndim == 3 else values.reshape((*values.shape, 1))
        base = base_value(part.worlds, name)
        components = int(np.prod(base.shape[1:]))  # -1 would not do for models without such an element
        return wp.array(base.reshape(1, len(base), components), dtype=float, device=self.device)

    def _gather_parameter(self, part: VariantSelection, values: wp.array, elements: wp.array, out: wp.array) -> None:
        flat = out if out.ndim == 3 else out.reshape((*out.shape, 1))
        wp.launch(
            kernels.gather_parameter,
            dim=(*part.instances.shape, elements.shape[1], values.shape[2]),
            inputs=[values, int(values.shape[0] > 1), elements, part.instances],
            outputs=[flat],
            device=self.device,
        )

    def _scatter_parameter(
        self,
        part: VariantSelection,
        name: str,
        elements: wp.array,
        data: wp.array,
        rows: Rows,
        columns: Rows,
        full_data: bool,
        kept: wp.array | None = None,
        first_component: int = 0,
        scale: float = 1.0,
        opposite_component: int = -1,
        lowest: float = -float("inf"),
    ) -> None:
        """Write components of a parameter of chosen elements, shape (n, m), or (n, m, k) for k components.

        Args:
            part: Where the elements are.
            name: The parameter.
            elements: Element of each column for each slot, -1 for none, shape (num_slots, J).
            data: Values.
            rows: Rows of the view.
            columns: Columns of the view.
            full_data: Whether the data covers the whole view.
            kept: Array of the view's shape that keeps what is written.
            first_component: Component of the parameter that the first one of the data goes to.
            scale: What the engine's value is multiplied by.
            opposite_component: Component that gets the negative of the engine's value; -1 for none.
            lowest: Lower bound of the data, to which values below it are raised.
        """
        chosen, chosen_columns = self._choose(rows, self.count), self._choose(columns, elements.shape[1])
        numbers, num_components = number_rows(data)
        self._repeat(
            kernels.scatter_parameter,
            part,
            dim=(chosen.count, chosen_columns.count, num_components),
            inputs=[
                numbers,
                int(full_data),
                num_components,
                chosen.argument,
                chosen_columns.argument,
                lowest,
                part.world_of,
                part.slot_of,
                elements,
                first_component,
                scale,
                opposite_component,
            ],
            outputs=[self._components_of(part, name), None if kept is None else number_rows(kept)[0]],
            purpose=name,
        )
        part.worlds.parameter_changed(name)

    def _components_of(self, part: VariantSelection, name: str) -> wp.array:
        """Values of a parameter in every world, shape (W, n, k), the same object each time."""
        if (part.variant, name) not in self._parameters:
            values = part.worlds.parameter(name)
            values = values if values.ndim == 3 else values.reshape((*values.shape, 1))
            self._parameters[part.variant, name] = values
        return self._parameters[part.variant, name]

    def _choose(self, among: Rows, size: int) -> Choice:
        """Entries along a dimension of a size."""
        if isinstance(among, Choice):
            return among
        if among is not None:
            return choose(size, among)
        if size not in self._everything:
            self._everything[size] = choose(size)
        return self._everything[size]

    def _repeat(
        self,
        kernel: wp.Kernel,
        part: VariantSelection,
        dim: tuple[int, ...],
        inputs: list[Any],
        outputs: list[Any],
        purpose: str = "",
        block_dim: int = 256,
    ) -> None:
        """Launch a kernel on a variant, as it was launched before for the same purpose but for what is different."""
        key = (kernel.key, part.variant, purpose)
        if key not in self._launches:
            self._launches[key] = RepeatedLaunch(kernel, self.device, block_dim)
        self._launches[key](dim, inputs, outputs)
