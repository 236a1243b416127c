"""Geometries: what is seen, and what collides."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike
from pxr import Sdf

from .arguments import Indices, checked_array
from .contacts import TouchedPrim
from .materials import PhysicsMaterial
from .single_geometry_prim import SingleGeometryPrim
from .single_xform_prim import HasPath

_REST_OFFSET, _CONTACT_OFFSET = "physxCollision:restOffset", "physxCollision:contactOffset"


class GeometryPrim(TouchedPrim):
    """N geometries, whose looks and colliders can be changed while the simulation is stopped.

    Args:
        prim_paths_expr: Path of a prim, a regular expression of paths, or several of these.
        name: Name of the object.
        positions: Positions in the world [m], shape (N, 3); None leaves them.
        translations: Positions in the frames of the parents [m], shape (N, 3), in place of those in the world.
        orientations: Orientations (x, y, z, w), shape (N, 4); None leaves them.
        scales: Scales along the prims' own axes, shape (N, 3); None leaves them.
        visibilities: Whether each is to be seen, shape (N,); None leaves that.
        collisions: Whether each is to become a collider, shape (N,); None leaves that.
        contact_partners: Expressions of the paths of F partners, whose contacts are told apart.

    Raises:
        ValueError: There are no such prims, or an array has another shape.
    """

    def __init__(
        self,
        prim_paths_expr: str | Sequence[str],
        name: str = "geometry_prims",
        positions: ArrayLike | None = None,
        translations: ArrayLike | None = None,
        orientations: ArrayLike | None = None,
        scales: ArrayLike | None = None,
        visibilities: ArrayLike | None = None,
        collisions: ArrayLike | None = None,
        contact_partners: Sequence[str] = (),
    ) -> None:
        placement = positions, translations, orientations, scales, visibilities
        super().__init__(prim_paths_expr, name, *placement, contact_partners)
        self._singles = [SingleGeometryPrim(path) for path in self.prim_paths]
        if collisions is not None:
            chosen = np.flatnonzero(np.broadcast_to(np.asarray(collisions, dtype=bool), (self.count,)))
            self.enable_collision(chosen)

    def is_collision_enabled(self, indices: Indices = None) -> np.ndarray:
        """Whether each geometry collides, shape (M,), bool."""
        return np.array([single.get_collision_enabled() for single in self._chosen(indices)])

    def enable_collision(self, indices: Indices = None) -> None:
        """Let geometries collide.

        Raises:
            RuntimeError: The simulation plays.
        """
        for single in self._chosen(indices):
            single.set_collision_enabled(True)

    def disable_collision(self, indices: Indices = None) -> None:
        """Let geometries collide no more.

        Raises:
            RuntimeError: The simulation plays.
        """
        for single in self._chosen(indices):
            single.set_collision_enabled(False)

    def apply_physics_materials(
        self,
        physics_materials: HasPath | Sequence[HasPath],
        weaker_than_descendants: bool | Sequence[bool] | None = None,
        indices: Indices = None,
    ) -> None:
        """Give geometries, and colliders below them, physics materials.

        Args:
            physics_materials: One for all, or one for each of the M prims.
            weaker_than_descendants: Whether materials of colliders below hold in their place; None means that not.
            indices: The M prims; None means all.

        Raises:
            RuntimeError: The simulation plays.
        """
        chosen = self._chosen(indices)
        weaker = weaker_than_descendants
        for i, single in enumerate(chosen):
            material = physics_materials[i] if isinstance(physics_materials, Sequence) else physics_materials
            single.apply_physics_material(material, bool(weaker[i] if isinstance(weaker, Sequence) else weaker))

    def get_applied_physics_materials(self, indices: Indices = None) -> list[PhysicsMaterial | None]:
        """Physics material of each geometry; None where it has none."""
        return [single.get_applied_physics_material() for single in self._chosen(indices)]

    def get_collision_approximations(self, indices: Indices = None) -> list[str]:
        """How the colliders of meshes are approximated, in USD's words: "none", "convexHull", ..."""
        return [single.get_collision_approximation() for single in self._chosen(indices)]

    def set_collision_approximations(self, approximation_types: Sequence[str], indices: Indices = None) -> None:
        """Set how the colliders of meshes are approximated, in USD's words.

        Raises:
            RuntimeError: The simulation plays.
        """
        for single, approximation in zip(self._chosen(indices), approximation_types, strict=True):
            single.set_collision_approximation(approximation)

    def get_rest_offsets(self, indices: Indices = None) -> np.ndarray:
        """Distances from their surfaces at which the geometries rest on others [m], shape (M,); 0 where none is given.

        They are those of the prims, which act from the next start on.
        """
        return self._read_offsets(_REST_OFFSET, indices)

    def set_rest_offsets(self, offsets: ArrayLike, indices: Indices = None) -> None:
        """Set the distances from their surfaces at which the geometries rest on others [m], shape (M,).

        Raises:
            RuntimeError: The simulation plays.
            ValueError: The array has another shape.
        """
        self._write_offsets(_REST_OFFSET, offsets, indices)

    def get_contact_offsets(self, indices: Indices = None) -> np.ndarray:
        """Distances from which on contacts are looked for, as the prims give them [m], shape (M,); 0 for none given.

        The engine looks for contacts by itself: these have no effect.
        """
        return self._read_offsets(_CONTACT_OFFSET, indices)

    def set_contact_offsets(self, offsets: ArrayLike, indices: Indices = None) -> None:
        """Set what :meth:`get_contact_offsets` gives [m], shape (M,).

        Raises:
            RuntimeError: The simulation plays.
            ValueError: The array has another shape.
        """
        self._write_offsets(_CONTACT_OFFSET, offsets, indices)

    def _read_offsets(self, name: str, indices: Indices) -> np.ndarray:
        attributes = [self.prims[i].GetAttribute(name) for i in self._checked(indices)]
        values = [attribute.Get() if attribute else None for attribute in attributes]
        return np.array([value if value is not None and np.isfinite(value) else 0.0 for value in values])

    def _write_offsets(self, name: str, offsets: ArrayLike, indices: Indices) -> None:
        if self._connected() is not None:
            raise RuntimeError(f"'{self.name}' cannot change its colliders while the simulation plays: stop it first.")
        chosen = self._checked(indices)
        for i, offset in zip(chosen, checked_array("offsets", offsets, (len(chosen),)), strict=True):
            attribute = self.prims[i].CreateAttribute(name, Sdf.ValueTypeNames.Float)
            attribute.Set(float(offset))

    def _chosen(self, indices: Indices) -> list[SingleGeometryPrim]:
        return [self._singles[i] for i in self._checked(indices)]
