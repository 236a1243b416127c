"""Calls on views of bodies: their shapes, the forces on them, and the paths and poses of rigid bodies."""

from __future__ import annotations

from typing import Any

import numpy as np
import warp as wp

from pippin.physics.views import BodyView
from pippin.utils import ProxyArray

from .values import Indices, Values, as_elements, checked, chosen_rows, on_host


class Bodies:
    """Further members of :class:`~pippin.physics.views.BodyView`."""

    def get_inv_masses(self: Any) -> ProxyArray:
        """Return inverses of the masses [1/kg], shape (N, L); 0 for bodies without mass."""
        masses = self.get_masses().numpy()
        return on_host(self, "inv_masses", np.divide(1.0, masses, out=np.zeros_like(masses), where=masses > 0.0))

    def get_inv_inertias(self: Any) -> ProxyArray:
        """Return inverses of the inertia tensors [1/(kg m^2)], row by row, in the shape of the tensors."""
        inertias = self.get_inertias().numpy()
        inverses = np.linalg.pinv(inertias.reshape(*inertias.shape[:-1], 3, 3))
        return on_host(self, "inv_inertias", inverses.reshape(inertias.shape))

    @property
    def max_shapes(self: Any) -> int:
        """Largest number of shapes of an instance, S."""
        return self.shapes.num_shapes

    @property
    def num_shapes_per_link(self: Any) -> list[int]:
        """Number of shapes of each link of the first instance."""
        return self.shapes.num_per_link

    def get_material_properties(self: Any) -> ProxyArray:
        """Return static friction, dynamic friction and restitution of the shapes, shape (N, S, 3)."""
        return on_host(self, "materials", self.shapes.materials)

    def set_material_properties(self: Any, data: Values, indices: Indices = None) -> None:
        """Set static friction, dynamic friction (the one that acts) and restitution of the shapes, shape (N, S, 3)."""
        values = checked(self, data, "materials", self.count, self.max_shapes, 3, lowest=0.0).numpy()
        self.shapes.write_materials(values, chosen_rows(self, indices).numpy())

    def get_contact_offsets(self: Any) -> ProxyArray:
        """Return distances at which shapes begin to make contacts [m], shape (N, S)."""
        return on_host(self, "contact_offsets", self.shapes.offsets["contact"])

    def get_rest_offsets(self: Any) -> ProxyArray:
        """Return distances at which shapes rest on each other [m], shape (N, S)."""
        return on_host(self, "rest_offsets", self.shapes.offsets["rest"])

    def set_contact_offsets(self: Any, data: Values, indices: Indices = None) -> None:
        """Keep contact offsets [m], shape (N, S), for reading: the engine finds contacts by itself."""
        values = checked(self, data, "contact_offsets", self.count, self.max_shapes).numpy()
        self.shapes.keep_offsets("contact", values, chosen_rows(self, indices).numpy())

    def set_rest_offsets(self: Any, data: Values, indices: Indices = None) -> None:
        """Keep rest offsets [m], shape (N, S), for reading: the engine takes them from the stage, for good."""
        values = checked(self, data, "rest_offsets", self.count, self.max_shapes).numpy()
        self.shapes.keep_offsets("rest", values, chosen_rows(self, indices).numpy())

    def apply_forces(self: Any, data: Values, indices: Indices = None, is_global: bool = True) -> None:
        """Apply forces [N] at the centres of mass in the next step, shape (N, L, 3), (N, 3) or (N * L, 3).

        Args:
            self: The view.
            data: Forces [N].
            indices: Rows that they are applied to; None means all.
            is_global: Whether they are in world axes; otherwise in those of the link frames.
        """
        self.apply_forces_and_torques_at_position(data, None, None, indices, is_global)

    def apply_forces_and_torques_at_position(
        self: Any,
        force_data: Values | None,
        torque_data: Values | None,
        position_data: Values | None,
        indices: Indices = None,
        is_global: bool = True,
    ) -> None:
        """Apply forces and torques in the next step; calls add up.

        Args:
            self: The view.
            force_data: Forces [N], shape (N, L, 3), or (N, 3) for rigid bodies; (N * L, 3) will do. None for none.
            torque_data: Torques [N m] of the same shape, in addition to the moments of the forces; None for none.
            position_data: Points [m] where the forces act, of the same shape; None for the centres of mass.
            indices: Rows that they are applied to; None means all.
            is_global: Whether all of these are in the world; otherwise in the link frames of the bodies.

        Raises:
            ValueError: There is neither force nor torque, or there are positions without forces.
        """
        if force_data is None and torque_data is None:
            raise ValueError("There is nothing to apply: both 'force_data' and 'torque_data' are None.")
        if force_data is None and position_data is not None:
            raise ValueError("'force_data' is None; expected the forces that act at 'position_data'.")
        vectors = {"force_data": force_data, "torque_data": torque_data, "position_data": position_data}
        arrays = [_vectors(self, values, name) for name, values in vectors.items()]
        self.apply_wrenches(*arrays, chosen_rows(self, indices), is_global)


def _vectors(view: BodyView, values: Values | None, name: str) -> wp.array:
    """Vectors of all bodies, shape (N, L), wp.vec3f; (0, 0) for None."""
    if values is None:
        return wp.empty((0, 0), dtype=wp.vec3f, device=view.device)
    return as_elements(checked(view, values, name, view.count, view.num_links, 3, flat=True), wp.vec3f)


class RigidBodies:
    """Further members of :class:`~pippin.physics.views.RigidBodyView`."""

    @property
    def link_paths(self: Any) -> list[str]:
        """Prim path of each body, in its own environment."""
        return [paths[0] for paths in self.paths_of_links()]

    @property
    def body_paths(self: Any) -> list[str]:
        """As ``link_paths``."""
        return self.link_paths

    @property
    def body_names(self: Any) -> list[str]:
        """Name of each body."""
        return [path.rsplit("/", 1)[-1] for path in self.link_paths]

    def set_transforms(self: Any, data: Values, indices: Indices = None) -> None:
        """Set poses in the world (position [m], quaternion x y z w), shape (N, 7).

        Raises:
            NotImplementedError: The bodies are links of articulations.
        """
        _require_movable(self)
        poses = as_elements(checked(self, data, "transforms", self.count, 7), wp.transformf)
        self.write_root_poses(poses, chosen_rows(self, indices), full_data=True)

    def set_velocities(self: Any, data: Values, indices: Indices = None) -> None:
        """Set velocities of the centres of mass (linear, angular) in world axes, shape (N, 6).

        Raises:
            NotImplementedError: The bodies are links of articulations.
        """
        _require_movable(self)
        velocities = as_elements(checked(self, data, "velocities", self.count, 6), wp.spatial_vectorf)
        self.write_root_velocities(velocities, chosen_rows(self, indices), full_data=True)


def _require_movable(view: Any) -> None:
    if not view.has_movable_root:
        raise NotImplementedError(
            f"'{view.link_paths[0]}' is a link of an articulation: move it by its joints or by its root, through "
            "the view of the articulation."
        )
