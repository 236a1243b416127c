"""Calls on views of soft bodies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import warp as wp

from pippin.utils import ProxyArray
from pippin.utils.choices import choose

from .values import Indices, Values, as_elements, checked, chosen_rows, filled


class SoftBodies:
    """Further members of :class:`~pippin.physics.views.deformable_view.DeformableView`; V are nodes, E elements."""

    @property
    def max_sim_vertices_per_body(self: Any) -> int:
        """Largest number of nodes of an instance, V."""
        return self.max_nodes

    @property
    def max_sim_elements_per_body(self: Any) -> int:
        """Largest number of elements of an instance, E."""
        return self.max_elements

    def get_sim_nodal_positions(self: Any) -> ProxyArray:
        """Return positions of the nodes in the world [m], shape (N, V, 3)."""
        return _of_nodes(self, "positions", 3, wp.vec3f, self.read_positions)

    def get_sim_nodal_velocities(self: Any) -> ProxyArray:
        """Return velocities of the nodes [m/s], shape (N, V, 3)."""
        return _of_nodes(self, "velocities", 3, wp.vec3f, self.read_velocities)

    def get_sim_kinematic_targets(self: Any) -> ProxyArray:
        """Return targets of the nodes, position in the world [m] and 0 for driven nodes, shape (N, V, 4)."""
        return _of_nodes(self, "targets", 4, wp.vec4f, self.read_targets)

    def set_sim_nodal_positions(self: Any, data: Values, indices: Indices = None) -> None:
        """Set positions of the nodes in the world [m], shape (N, V, 3)."""
        values = checked(self, data, "sim_nodal_positions", self.count, self.max_nodes, 3)
        self.write_positions(
            as_elements(values, wp.vec3f), choose(self.count, chosen_rows(self, indices)), full_data=True
        )

    def set_sim_nodal_velocities(self: Any, data: Values, indices: Indices = None) -> None:
        """Set velocities of the nodes [m/s], shape (N, V, 3)."""
        values = checked(self, data, "sim_nodal_velocities", self.count, self.max_nodes, 3)
        self.write_velocities(
            as_elements(values, wp.vec3f), choose(self.count, chosen_rows(self, indices)), full_data=True
        )

    def set_sim_kinematic_targets(self: Any, data: Values, indices: Indices = None) -> None:
        """Set targets of the nodes, position in the world [m] and 0 for driven nodes, shape (N, V, 4)."""
        values = checked(self, data, "sim_kinematic_targets", self.count, self.max_nodes, 4)
        self.write_targets(
            as_elements(values, wp.vec4f), choose(self.count, chosen_rows(self, indices)), full_data=True
        )


def _of_nodes(view: Any, name: str, size: int, dtype: Any, read: Callable[[wp.array], object]) -> ProxyArray:
    """What a method of a view of soft bodies reads of all nodes, as numbers."""
    return filled(view, name, (view.count, view.max_nodes, size), lambda out: read(as_elements(out, dtype)))
