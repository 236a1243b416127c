"""Prims of Isaac Sim 6 (``isaacsim.core.experimental.prims``): :mod:`pippin.objects` for several prims at once.

What they take is broadcast to a row for each prim, what they give are Warp arrays on the CPU, float32, with a row for
each prim. Quaternions are (w, x, y, z). ``indices`` choose prims, ``dof_indices`` degrees of freedom; None means all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import warp as wp
from pxr import Usd

from isaacsim.core.objects import to_wxyz, to_xyzw
from pippin import objects
from pippin.sim.spawners.binding import bind_visual_material

__all__ = ["GeomPrim", "RigidPrim", "XformPrim", "indices_of", "rows_of", "set_velocities", "to_velocities", "to_warp"]


def to_warp(values: np.ndarray) -> wp.array:
    """Values as a Warp array on the CPU, float32, or int32 of whole numbers."""
    kind = np.int32 if np.issubdtype(np.asarray(values).dtype, np.integer) else np.float32
    return wp.array(np.ascontiguousarray(values, dtype=kind), device="cpu")


def rows_of(name: str, values: Any, count: int, *shape: int) -> np.ndarray | None:
    """Values broadcast to a row for each prim; None stays None.

    Args:
        name: What they are, for the error.
        values: Numbers, a sequence, an array of NumPy or Warp, or a tensor.
        count: Number of rows.
        shape: Shape of a row.

    Returns:
        Values, shape (count, *shape), float64.

    Raises:
        ValueError: They have another shape.
    """
    if values is None:
        return None
    array = np.asarray(values.numpy() if hasattr(values, "numpy") else values, dtype=float)
    if array.ndim == 1 and len(array) == count and not shape[1:] and shape == (1,):
        array = array[:, None]
    try:
        return np.broadcast_to(array, (count, *shape)).copy()
    except ValueError:
        raise ValueError(
            f"'{name}' has the shape {array.shape}; expected {(count, *shape)}, or a part of it."
        ) from None


def indices_of(values: Any) -> np.ndarray | None:
    """Indices as an array of at least one dimension, int32, also of a mask; None stays None."""
    if values is None:
        return None
    array = values.numpy() if hasattr(values, "numpy") else np.asarray(values)
    return np.flatnonzero(array) if array.dtype == bool else np.atleast_1d(array).astype(np.int32)


class XformPrim:
    """Prims that have a pose.

    Args:
        paths: Path of a prim, a regular expression of paths, or several of these.
        positions: Positions in the world [m]; None leaves them.
        translations: Positions in the frames of the parents [m], in place of those in the world.
        orientations: Orientations (w, x, y, z); None leaves them.
        scales: Scales along the prims' own axes; None leaves them.
        reset_xform_op_properties: Without effect: a prim that is placed has the standard operations anyway.

    Raises:
        ValueError: There are no such prims, or an array has another shape.
    """

    _kind: Callable[..., Any] = objects.XFormPrim

    def __init__(
        self,
        paths: str | Sequence[str],
        *,
        positions: Any = None,
        translations: Any = None,
        orientations: Any = None,
        scales: Any = None,
        reset_xform_op_properties: bool = True,
    ) -> None:
        self._view = type(self)._kind(paths)
        if translations is not None:
            self.set_local_poses(translations, orientations)
        elif positions is not None or orientations is not None:
            self.set_world_poses(positions, orientations)
        if scales is not None:
            self.set_local_scales(scales)
        self._view.set_default_state(*self._view.get_world_poses())

    def __len__(self) -> int:
        return self._view.count

    @property
    def paths(self) -> list[str]:
        """Paths of the prims."""
        return self._view.prim_paths

    @property
    def prims(self) -> list[Usd.Prim]:
        """The prims."""
        return list(self._view.prims)

    @property
    def valid(self) -> bool:
        """Whether all of them are on the stage."""
        return self._view.is_valid()

    def is_physics_tensor_entity_valid(self) -> bool:
        """Whether the engine runs, so that states and targets can be set."""
        return self._view._connected() is not None

    is_physics_tensor_entity_initialized = is_physics_tensor_entity_valid

    def get_world_poses(self, *, indices: Any = None) -> tuple[wp.array, wp.array]:
        """Positions in the world [m], shape (M, 3), and orientations (w, x, y, z), shape (M, 4)."""
        return _poses(self._view.get_world_poses(indices_of(indices)))

    def set_world_poses(self, positions: Any = None, orientations: Any = None, *, indices: Any = None) -> None:
        """Set positions in the world [m] and orientations (w, x, y, z)."""
        self._view.set_world_poses(*self._placed(positions, orientations, indices), indices_of(indices))

    def get_local_poses(self, *, indices: Any = None) -> tuple[wp.array, wp.array]:
        """Positions in the frames of the parents [m], shape (M, 3), and orientations (w, x, y, z), shape (M, 4)."""
        return _poses(self._view.get_local_poses(indices_of(indices)))

    def set_local_poses(self, translations: Any = None, orientations: Any = None, *, indices: Any = None) -> None:
        """Set positions in the frames of the parents [m] and orientations (w, x, y, z)."""
        self._view.set_local_poses(*self._placed(translations, orientations, indices), indices_of(indices))

    def get_local_scales(self, *, indices: Any = None) -> wp.array:
        """Scales along the prims' own axes, shape (M, 3)."""
        return to_warp(self._view.get_local_scales(indices_of(indices)))

    def set_local_scales(self, scales: Any, *, indices: Any = None) -> None:
        """Set scales along the prims' own axes."""
        self._view.set_local_scales(rows_of("scales", scales, self._count(indices), 3), indices_of(indices))

    def get_visibilities(self, *, indices: Any = None) -> wp.array:
        """Whether each is to be seen, shape (M, 1)."""
        return wp.array(self._view.get_visibilities(indices_of(indices))[:, None], dtype=wp.bool, device="cpu")

    def set_visibilities(self, visibilities: Any, *, indices: Any = None) -> None:
        """Set whether each is to be seen."""
        rows = rows_of("visibilities", visibilities, self._count(indices), 1)
        self._view.set_visibilities(rows[:, 0].astype(bool), indices_of(indices))

    def set_default_state(self, positions: Any = None, orientations: Any = None, *, indices: Any = None) -> None:
        """Set where they are after :meth:`reset_to_default_state`."""
        self._view.set_default_state(*self._placed(positions, orientations, indices), indices=indices_of(indices))

    def get_default_state(self, *, indices: Any = None) -> tuple[wp.array, wp.array]:
        """Where they are after :meth:`reset_to_default_state`; see :meth:`get_world_poses`."""
        state = self._view.get_default_state()
        chosen = slice(None) if indices is None else indices_of(indices)
        return _poses((state.positions[chosen], state.orientations[chosen]))

    def reset_to_default_state(self) -> None:
        """Return to the default state."""
        self._view.post_reset()

    def apply_visual_materials(
        self, materials: Any, *, weaker_than_descendants: Any = None, indices: Any = None
    ) -> None:
        """Give prims visual materials: one for all, or one for each."""
        chosen = range(len(self)) if indices is None else indices_of(indices)
        for i, prim in enumerate(chosen):
            material = materials[i] if isinstance(materials, Sequence) else materials
            path = material.paths[i % len(material.paths)]
            bind_visual_material(self.paths[prim], path, stronger_than_descendants=not np.any(weaker_than_descendants))

    def _count(self, indices: Any) -> int:
        return len(self) if indices is None else len(indices_of(indices))  # type: ignore[arg-type]

    def _placed(self, positions: Any, orientations: Any, indices: Any) -> tuple[np.ndarray | None, np.ndarray | None]:
        count = self._count(indices)
        return rows_of("positions", positions, count, 3), to_xyzw(rows_of("orientations", orientations, count, 4))


def _poses(pair: tuple[np.ndarray, np.ndarray]) -> tuple[wp.array, wp.array]:
    """Positions and orientations (x, y, z, w) as they are given here."""
    return to_warp(pair[0]), to_warp(to_wxyz(pair[1]))


class GeomPrim(XformPrim):
    """Geometries, which may collide.

    Args:
        paths: Path of a prim, a regular expression of paths, or several of these.
        apply_collision_apis: Whether to let them collide.
        placement: Where they are; see :class:`XformPrim`.
    """

    _kind = objects.GeometryPrim

    def __init__(self, paths: str | Sequence[str], *, apply_collision_apis: bool = False, **placement: Any) -> None:
        super().__init__(paths, **placement)
        if apply_collision_apis:
            self.apply_collision_apis()

    def apply_collision_apis(self, *, indices: Any = None) -> None:
        """Let geometries collide."""
        self._view.enable_collision(indices_of(indices))

    def set_enabled_collisions(self, enabled: Any, *, indices: Any = None) -> None:
        """Set whether geometries collide."""
        chosen = np.arange(len(self)) if indices is None else indices_of(indices)
        enabled = rows_of("enabled", enabled, len(chosen), 1)[:, 0].astype(bool)
        self._view.enable_collision(chosen[enabled])
        self._view.disable_collision(chosen[~enabled])

    def get_enabled_collisions(self, *, indices: Any = None) -> wp.array:
        """Whether geometries collide, shape (M, 1)."""
        return wp.array(self._view.is_collision_enabled(indices_of(indices))[:, None], dtype=wp.bool, device="cpu")

    def set_collision_approximations(self, approximations: str | Sequence[str], *, indices: Any = None) -> None:
        """Set how the colliders of meshes are approximated, in USD's words."""
        given = [approximations] * self._count(indices) if isinstance(approximations, str) else list(approximations)
        self._view.set_collision_approximations(given, indices_of(indices))

    def apply_physics_materials(
        self, materials: Any, *, weaker_than_descendants: Any = None, indices: Any = None
    ) -> None:
        """Give geometries physics materials: one for all, or one for each."""
        given = materials if isinstance(materials, Sequence) else [materials]
        singles = [single for material in given for single in material.singles]
        self._view.apply_physics_materials(singles if len(singles) > 1 else singles[0], indices=indices_of(indices))


class RigidPrim(XformPrim):
    """Rigid bodies. A prim that is none becomes one.

    Args:
        paths: Path of a prim, a regular expression of paths, or several of these.
        masses: Masses [kg]; None leaves them to the prims.
        densities: Densities [kg/m^3], where there are no masses; None leaves them to the prims.
        placement: Where they are; see :class:`XformPrim`.
    """

    _kind = objects.RigidPrim

    def __init__(
        self, paths: str | Sequence[str], *, masses: Any = None, densities: Any = None, **placement: Any
    ) -> None:
        super().__init__(paths, **placement)
        self._view._author_masses(self._one_each("masses", masses), self._one_each("densities", densities))

    def set_default_state(
        self,
        positions: Any = None,
        orientations: Any = None,
        linear_velocities: Any = None,
        angular_velocities: Any = None,
        *,
        indices: Any = None,
    ) -> None:
        """Set where they are, and how fast, after :meth:`reset_to_default_state`."""
        count = self._count(indices)
        velocities = [rows_of("velocities", each, count, 3) for each in (linear_velocities, angular_velocities)]
        placed = self._placed(positions, orientations, indices)
        self._view.set_default_state(*placed, *velocities, indices=indices_of(indices))

    def get_velocities(self, *, indices: Any = None) -> tuple[wp.array, wp.array]:
        """Velocities of the centres of mass in the world [m/s] and angular velocities [rad/s], shape (M, 3) each."""
        return to_velocities(self._view.get_velocities(indices_of(indices)))

    def set_velocities(
        self, linear_velocities: Any = None, angular_velocities: Any = None, *, indices: Any = None
    ) -> None:
        """Set velocities of the centres of mass in the world [m/s] and angular velocities [rad/s]."""
        set_velocities(self, linear_velocities, angular_velocities, indices)

    def get_masses(self, *, inverse: bool = False, indices: Any = None) -> wp.array:
        """Masses [kg], or one over them, shape (M, 1)."""
        masses = self._view.get_masses(indices_of(indices))[:, None]
        return to_warp(1.0 / masses if inverse else masses)

    def set_masses(self, masses: Any, *, indices: Any = None) -> None:
        """Set masses [kg]."""
        self._view.set_masses(self._one_each("masses", masses, indices), indices_of(indices))

    def get_coms(self, *, indices: Any = None) -> tuple[wp.array, wp.array]:
        """Poses of the centres of mass in the frames of the bodies; see :meth:`get_world_poses`."""
        return _poses(self._view.get_coms(indices_of(indices)))

    def get_inertias(self, *, inverse: bool = False, indices: Any = None) -> wp.array:
        """Inertias about the centres of mass [kg m^2], row by row, or their inverses, shape (M, 9)."""
        inertias = self._view.get_inertias(indices_of(indices)).reshape(-1, 3, 3)
        return to_warp((np.linalg.inv(inertias) if inverse else inertias).reshape(-1, 9))

    def apply_forces(self, forces: Any, *, indices: Any = None, local_frame: bool = False) -> None:
        """Push the centres of mass during the next step [N]."""
        self._view.apply_forces(
            rows_of("forces", forces, self._count(indices), 3), indices_of(indices), is_global=not local_frame
        )

    def apply_forces_and_torques_at_pos(
        self,
        forces: Any = None,
        torques: Any = None,
        *,
        positions: Any = None,
        indices: Any = None,
        local_frame: bool = False,
    ) -> None:
        """Push [N] at positions [m] and turn [N m] the bodies during the next step."""
        given = {"forces": forces, "torques": torques, "positions": positions}
        rows = {name: rows_of(name, values, self._count(indices), 3) for name, values in given.items()}
        self._view.apply_forces_and_torques_at_pos(**rows, indices=indices_of(indices), is_global=not local_frame)

    def _one_each(self, name: str, values: Any, indices: Any = None) -> np.ndarray | None:
        rows = rows_of(name, values, self._count(indices), 1)
        return None if rows is None else rows[:, 0]


def to_velocities(values: np.ndarray) -> tuple[wp.array, wp.array]:
    """Linear and angular velocities, of rows that have both."""
    return to_warp(values[:, :3]), to_warp(values[:, 3:])


def set_velocities(prims: XformPrim, linear: Any, angular: Any, indices: Any) -> None:
    """Set velocities of which some may be missing."""
    values = prims._view.get_velocities(indices_of(indices))
    for part, given in ((slice(0, 3), linear), (slice(3, 6), angular)):
        if given is not None:
            values[:, part] = rows_of("velocities", given, len(values), 3)
    prims._view.set_velocities(values, indices_of(indices))
