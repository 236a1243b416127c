"""Rigid bodies."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import warp as wp
from numpy.typing import ArrayLike
from pxr import UsdPhysics

from pippin.physics.views import BodyView
from pippin.sim.schemas import MassPropertiesCfg, define_mass_properties

from . import velocity_parts
from .arguments import Indices, checked_array
from .bodies import BodiesOfPrims
from .contacts import TouchedPrim
from .states import DynamicsViewState


class RigidPrim(TouchedPrim):
    """N rigid bodies, links of articulations among them. A prim that is none becomes one that moves freely.

    Args:
        prim_paths_expr: Path of a prim, a regular expression of paths, or several of these.
        name: Name of the object.
        positions: Positions in the world [m], shape (N, 3); None leaves them.
        translations: Positions in the frames of the parents [m], shape (N, 3), in place of those in the world.
        orientations: Orientations (x, y, z, w), shape (N, 4); None leaves them.
        scales: Scales along the prims' own axes, shape (N, 3); None leaves them.
        visibilities: Whether each is to be seen, shape (N,); None leaves that.
        masses: Masses [kg], shape (N,); None leaves them to the prims.
        densities: Densities [kg/m^3], shape (N,), where there are no masses; None leaves them to the prims.
        linear_velocities: Velocities of the centres of mass in the default state [m/s], shape (N, 3); None means 0.
        angular_velocities: Angular velocities in the default state [rad/s], shape (N, 3); None means 0.
        contact_partners: Expressions of the paths of F partners, whose contacts are told apart.
        tracks_contacts: Whether contacts are to be measured, which several environments need to know before play;
            partners imply it.

    Raises:
        ValueError: There are no such prims, or an array has another shape.
    """

    def __init__(
        self,
        prim_paths_expr: str | Sequence[str],
        name: str = "rigid_prims",
        positions: ArrayLike | None = None,
        translations: ArrayLike | None = None,
        orientations: ArrayLike | None = None,
        scales: ArrayLike | None = None,
        visibilities: ArrayLike | None = None,
        masses: ArrayLike | None = None,
        densities: ArrayLike | None = None,
        linear_velocities: ArrayLike | None = None,
        angular_velocities: ArrayLike | None = None,
        contact_partners: Sequence[str] = (),
        tracks_contacts: bool = False,
    ) -> None:
        placement = positions, translations, orientations, scales, visibilities
        super().__init__(prim_paths_expr, name, *placement, contact_partners, tracks_contacts)
        for prim in self.prims:
            if not prim.HasAPI(UsdPhysics.RigidBodyAPI):
                UsdPhysics.RigidBodyAPI.Apply(prim)
        self._measure_contacts()
        self._author_masses(masses, densities)
        self._default_velocities = np.zeros((self.count, 6))
        self.set_default_state(linear_velocities=linear_velocities, angular_velocities=angular_velocities)

    def post_reset(self) -> None:
        """Return to the default state; links of a robot stay, since they follow its joints."""
        link = self._connected()
        if isinstance(link, BodiesOfPrims) and link.are_links_of_robots:
            return
        super().post_reset()
        if link is not None and self._default_velocities.any():
            self.set_velocities(self._default_velocities)

    # -- velocities --

    def get_velocities(self, indices: Indices = None) -> np.ndarray:
        """Linear [m/s] and angular velocities [rad/s] of the centres of mass in the world, shape (M, 6).

        Raises:
            RuntimeError: The simulation is stopped.
        """
        return self._velocities()[self._checked(indices)]

    def set_velocities(self, velocities: ArrayLike, indices: Indices = None) -> None:
        """Set linear [m/s] and angular velocities [rad/s] of the centres of mass in the world, shape (M, 6).

        Raises:
            RuntimeError: The simulation is stopped.
            ValueError: The array has another shape, or a body is a link of an articulation.
        """
        chosen = self._checked(indices)
        values = checked_array("velocities", velocities, (len(chosen), 6))
        bodies = self._bodies()
        view = _view(bodies)
        if not view.has_movable_root:
            raise ValueError(
                f"'{self.name}' has links of articulations, whose velocities follow from their joints'; "
                "expected rigid bodies: set the velocities of the joints."
            )
        view.write_root_velocities(
            wp.array(values.astype(np.float32), dtype=wp.spatial_vectorf, device=view.device),
            wp.array(bodies.rows[chosen].astype(np.int32), dtype=int, device=view.device),
        )

    get_linear_velocities = velocity_parts.get_linear_velocities
    get_angular_velocities = velocity_parts.get_angular_velocities
    set_linear_velocities = velocity_parts.set_linear_velocities
    set_angular_velocities = velocity_parts.set_angular_velocities

    # -- masses --

    def get_masses(self, indices: Indices = None) -> np.ndarray:
        """Masses [kg], shape (M,).

        Raises:
            RuntimeError: The simulation is stopped.
        """
        return self._read("masses")[self._checked(indices)]

    def set_masses(self, masses: ArrayLike, indices: Indices = None) -> None:
        """Set masses [kg], shape (M,): of the prims while stopped, in the engine while the simulation plays.

        In the engine the inertia grows with the mass.

        Raises:
            ValueError: The array has another shape, or a mass is not positive.
        """
        chosen = self._checked(indices)
        values = _checked_positive("masses", masses, len(chosen))
        if self._connected() is None:
            for path, mass in self._places.for_all_copies(chosen, values, "mass").items():
                define_mass_properties(path, MassPropertiesCfg(mass=float(mass)))
            return
        bodies = self._bodies()
        view = _view(bodies)
        inertias = view.read_inertias(wp.zeros((view.count, 1, 9), dtype=float, device=view.device)).numpy()
        inertias[bodies.rows[chosen]] *= (values / self.get_masses(chosen))[:, None, None]
        rows = wp.array(bodies.rows[chosen].astype(np.int32), dtype=int, device=view.device)
        view.write_masses(wp.array(values[:, None].astype(np.float32), dtype=float, device=view.device), rows)
        view.write_inertias(wp.array(inertias, dtype=float, device=view.device), rows, full_data=True)

    def get_inertias(self, indices: Indices = None) -> np.ndarray:
        """Inertia about the centres of mass [kg m^2], row by row in the bodies' frames, shape (M, 9)."""
        return self._read("inertias", 9)[self._checked(indices)]

    def get_coms(self, indices: Indices = None) -> tuple[np.ndarray, np.ndarray]:
        """Centres of mass [m], shape (M, 3), and principal axes (x, y, z, w), shape (M, 4), in the bodies' frames."""
        values = self._read("com_poses", 7)[self._checked(indices)]
        return values[:, :3], values[:, 3:]

    # -- forces --

    def apply_forces(self, forces: ArrayLike, indices: Indices = None, is_global: bool = True) -> None:
        """Add forces at the centres of mass in the next step alone; see :meth:`apply_forces_and_torques_at_pos`."""
        self.apply_forces_and_torques_at_pos(forces, None, None, indices, is_global)

    def apply_forces_and_torques_at_pos(
        self,
        forces: ArrayLike | None = None,
        torques: ArrayLike | None = None,
        positions: ArrayLike | None = None,
        indices: Indices = None,
        is_global: bool = True,
    ) -> None:
        """Add forces and torques in the next step alone.

        Args:
            forces: Forces [N], shape (M, 3); None for none.
            torques: Torques [N m], shape (M, 3), beside the moments of the forces; None for none.
            positions: Where the forces act [m], shape (M, 3); None for the centres of mass.
            indices: The M prims; None means all.
            is_global: Whether all of these are in the world; otherwise in the bodies' frames.

        Raises:
            RuntimeError: The simulation is stopped.
            ValueError: An array has another shape or is not finite.
        """
        chosen = self._checked(indices)
        given = {"forces": forces, "torques": torques, "positions": positions}
        arrays = {
            name: None if values is None else checked_array(name, values, (len(chosen), 3))
            for name, values in given.items()
        }
        bodies = self._bodies()
        view = _view(bodies)
        rows = bodies.rows[chosen]

        def upload(values: np.ndarray | None) -> wp.array:
            """Vectors of all rows of the view, or none."""
            if values is None:
                return wp.zeros((0, 0), dtype=wp.vec3f, device=view.device)
            of_all = np.zeros((view.count, 1, 3), dtype=np.float32)
            of_all[rows, 0] = values
            return wp.array(of_all, dtype=wp.vec3f, device=view.device)

        chosen_rows = wp.array(rows.astype(np.int32), dtype=int, device=view.device)
        view.apply_wrenches(
            upload(arrays["forces"]), upload(arrays["torques"]), upload(arrays["positions"]), chosen_rows, is_global
        )

    # -- the default state --

    def get_default_state(self) -> DynamicsViewState:
        """State that :meth:`post_reset` returns to."""
        state = super().get_default_state()
        return DynamicsViewState(
            state.positions,
            state.orientations,
            self._default_velocities[:, :3].copy(),
            self._default_velocities[:, 3:].copy(),
        )

    def set_default_state(  # type: ignore[override]  # velocities stand before the indices, as in Isaac Sim
        self,
        positions: ArrayLike | None = None,
        orientations: ArrayLike | None = None,
        linear_velocities: ArrayLike | None = None,
        angular_velocities: ArrayLike | None = None,
        indices: Indices = None,
    ) -> None:
        """Set the state that :meth:`post_reset` returns to.

        Args:
            positions: Positions in the world [m], shape (M, 3); None leaves them.
            orientations: Orientations in the world (x, y, z, w), shape (M, 4); None leaves them.
            linear_velocities: Velocities of the centres of mass [m/s], shape (M, 3); None leaves them.
            angular_velocities: Angular velocities [rad/s], shape (M, 3); None leaves them.
            indices: The M prims; None means all.
        """
        self._set_default_poses(positions, orientations, indices)
        chosen = self._checked(indices)
        for name, values, part in (
            ("linear_velocities", linear_velocities, slice(0, 3)),
            ("angular_velocities", angular_velocities, slice(3, 6)),
        ):
            if values is not None:
                self._default_velocities[chosen, part] = checked_array(name, values, (len(chosen), 3))

    # -- inside --

    def _bodies(self) -> BodiesOfPrims:
        link = self._require_link()
        assert isinstance(link, BodiesOfPrims)
        if len(link.prims) < self.count or not link.is_body.all():
            raise RuntimeError(
                f"'{self.name}' holds bodies that the simulation does not know, since they came after it began to play:"
                " call reset() of the world."
            )
        return link

    def _read(self, quantity: str, *shape: int) -> np.ndarray:
        """A quantity of all bodies, shape (N, *shape), float64."""
        bodies = self._bodies()
        view = _view(bodies)
        values = getattr(view, f"read_{quantity}")(wp.zeros((view.count, 1, *shape), dtype=float, device=view.device))
        return values.numpy()[bodies.rows, 0].astype(np.float64)

    def _velocities(self) -> np.ndarray:
        bodies = self._bodies()
        view = _view(bodies)
        velocities = wp.zeros((view.count, 1), dtype=wp.spatial_vectorf, device=view.device)
        return view.read_com_velocities(velocities).numpy().reshape(-1, 6)[bodies.rows].astype(np.float64)

    def _author_masses(self, masses: ArrayLike | None, densities: ArrayLike | None) -> None:
        everything = self._checked(None)
        if masses is not None:
            values = _checked_positive("masses", masses, self.count)
            for path, mass in self._places.for_all_copies(everything, values, "mass").items():
                define_mass_properties(path, MassPropertiesCfg(mass=float(mass)))
        elif densities is not None:
            values = _checked_positive("densities", densities, self.count)
            for path, density in self._places.for_all_copies(everything, values, "density").items():
                define_mass_properties(path, MassPropertiesCfg(density=float(density)))


def _checked_positive(name: str, values: ArrayLike, count: int) -> np.ndarray:
    array = checked_array(name, values, (count,))
    if (array <= 0.0).any():
        raise ValueError(f"{name} should be positive; given: {array.tolist()}.")
    return array


def _view(bodies: BodiesOfPrims) -> BodyView:
    assert bodies.view is not None
    return bodies.view
