"""A rigid body."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from pxr import UsdPhysics

from pippin.sim.schemas import MassPropertiesCfg, define_mass_properties

from .rigid_prim import RigidPrim
from .single_xform_prim import SingleXFormPrim, as_row
from .states import DynamicState


class SingleRigidPrim(SingleXFormPrim):
    """A rigid body, which may be a link of an articulation. A prim that is none becomes one that moves freely.

    Args:
        prim_path: Path of the prim.
        name: Name of the object.
        position: Position in the world [m], shape (3,); None leaves it.
        translation: Position in the frame of the parent [m], shape (3,), in place of that in the world.
        orientation: Orientation (x, y, z, w) in the world, or of the parent where there is a translation, shape (4,).
        scale: Scale along its own axes, shape (3,); None leaves it.
        visible: Whether it is to be seen; None leaves that.
        mass: Mass [kg]; None leaves it to the prim.
        density: Density [kg/m^3], where there is no mass; None leaves it to the prim.
        linear_velocity: Velocity of the centre of mass in the default state [m/s], shape (3,); None means 0.
        angular_velocity: Angular velocity in the default state [rad/s], shape (3,); None means 0.

    Raises:
        ValueError: There is no such prim or it has no pose; or a value has another shape.
    """

    _several = RigidPrim
    _view: RigidPrim

    def __init__(
        self,
        prim_path: str,
        name: str = "rigid_prim",
        position: ArrayLike | None = None,
        translation: ArrayLike | None = None,
        orientation: ArrayLike | None = None,
        scale: ArrayLike | None = None,
        visible: bool | None = None,
        mass: float | None = None,
        density: float | None = None,
        linear_velocity: ArrayLike | None = None,
        angular_velocity: ArrayLike | None = None,
    ) -> None:
        super().__init__(
            prim_path,
            name,
            position,
            translation,
            orientation,
            scale,
            visible,
            masses=mass,
            densities=density,
            linear_velocities=linear_velocity,
            angular_velocities=angular_velocity,
        )

    def get_linear_velocity(self) -> np.ndarray:
        """Velocity of the centre of mass in the world [m/s], shape (3,).

        Raises:
            RuntimeError: The simulation is stopped.
        """
        return self._view.get_linear_velocities()[0]

    def set_linear_velocity(self, velocity: ArrayLike) -> None:
        """Set the velocity of the centre of mass in the world [m/s], shape (3,).

        Raises:
            RuntimeError: The simulation is stopped.
            ValueError: The velocity has another shape, or the body is a link of an articulation.
        """
        self._view.set_linear_velocities(as_row(velocity))

    def get_angular_velocity(self) -> np.ndarray:
        """Angular velocity in the world [rad/s], shape (3,); see :meth:`get_linear_velocity`."""
        return self._view.get_angular_velocities()[0]

    def set_angular_velocity(self, velocity: ArrayLike) -> None:
        """Set the angular velocity in the world [rad/s], shape (3,); see :meth:`set_linear_velocity`."""
        self._view.set_angular_velocities(as_row(velocity))

    def get_mass(self) -> float:
        """Mass [kg].

        Raises:
            RuntimeError: The simulation is stopped.
        """
        return float(self._view.get_masses()[0])

    def set_mass(self, mass: float) -> None:
        """Set the mass [kg]: of the prim while stopped, in the engine while the simulation plays.

        Raises:
            ValueError: It is not positive.
        """
        self._view.set_masses([mass])

    def get_com(self) -> tuple[np.ndarray, np.ndarray]:
        """Centre of mass [m], shape (3,), and principal axes (x, y, z, w), shape (4,), in the body's frame."""
        positions, orientations = self._view.get_coms()
        return positions[0], orientations[0]

    def get_density(self) -> float:
        """Density that the prim gives [kg/m^3]; 0 where it gives none."""
        return float(UsdPhysics.MassAPI(self.prim).GetDensityAttr().Get() or 0.0)

    def set_density(self, density: float) -> None:
        """Set the density [kg/m^3], from the next start on, where the prim has no mass.

        Raises:
            ValueError: It is not positive.
        """
        if not 0.0 < density < float("inf"):
            raise ValueError(f"The density of '{self.name}' is {density!r}; expected a positive number.")
        define_mass_properties(self.prim_path, MassPropertiesCfg(density=float(density)))

    def enable_rigid_body_physics(self) -> None:
        """Let forces move the body, from the next start on."""
        UsdPhysics.RigidBodyAPI(self.prim).CreateRigidBodyEnabledAttr(True)

    def disable_rigid_body_physics(self) -> None:
        """Let no forces move the body, from the next start on."""
        UsdPhysics.RigidBodyAPI(self.prim).CreateRigidBodyEnabledAttr(False)

    def get_current_dynamic_state(self) -> DynamicState:
        """Where the body is, and how it moves."""
        positions, orientations = self._view.get_world_poses()
        return DynamicState(positions[0], orientations[0], self.get_linear_velocity(), self.get_angular_velocity())

    def get_default_state(self) -> DynamicState:
        """State that :meth:`post_reset` returns to."""
        state = self._view.get_default_state()
        return DynamicState(
            state.positions[0], state.orientations[0], state.linear_velocities[0], state.angular_velocities[0]
        )

    def set_default_state(
        self,
        position: ArrayLike | None = None,
        orientation: ArrayLike | None = None,
        linear_velocity: ArrayLike | None = None,
        angular_velocity: ArrayLike | None = None,
    ) -> None:
        """Set the state that :meth:`post_reset` returns to.

        Args:
            position: Position in the world [m], shape (3,); None leaves it.
            orientation: Orientation in the world (x, y, z, w), shape (4,); None leaves it.
            linear_velocity: Velocity of the centre of mass [m/s], shape (3,); None leaves it.
            angular_velocity: Angular velocity [rad/s], shape (3,); None leaves it.
        """
        self._view.set_default_state(
            as_row(position), as_row(orientation), as_row(linear_velocity), as_row(angular_velocity)
        )
