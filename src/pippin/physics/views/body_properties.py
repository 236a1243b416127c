"""Masses, centres of mass and inertias of the links of all instances."""

from __future__ import annotations

import warp as wp

from . import inertia_kernels
from .instance_view import InstanceView, Rows


class BodyPropertiesView(InstanceView):
    """Instances of one asset in all environments, and what of their links the engine's model holds."""

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

    def _read_body_parameter(self, name: str, out: wp.array) -> wp.array:
        for part, _ in self._parts:
            self._gather_parameter(part, self._parameter_values(part, name), part.bodies, out)
        return out
