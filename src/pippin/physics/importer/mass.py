"""Masses and inertias: what is authored, and what follows from the colliders where it is not.

The rules are those of UsdPhysics. A body's own mass comes first and its colliders only shape the inertia; otherwise
the colliders' masses add up, each from its own mass or else from its volume and density. Of densities, the collider's
own one comes first, then the body's, then that of the physics material, then that of water, 1000 kg/m^3.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from pxr import Usd, UsdPhysics
from scipy.spatial.transform import Rotation

from .attributes import read_numbers
from .notices import Notices
from .pose import Frames, Pose, rotation_of_quat

DEFAULT_DENSITY = 1000.0
"""Density of colliders for which none is authored [kg/m^3]."""

DEFAULT_MASS = 1e-3
"""Mass of bodies with neither authored mass nor colliders [kg]."""

DEFAULT_RADIUS = 0.1
"""Radius of the solid ball whose inertia a body has that has a mass, but no inertia and no colliders [m]."""


@dataclass(frozen=True)
class AuthoredMass:
    """What the mass API of a body or collider says; None where it says nothing.

    Attributes:
        mass: Mass [kg].
        density: Density [kg/m^3].
        center: Centre of mass in the frame of the prim [m], shape (3,).
        inertia: Inertia about the centre of mass in the axes of the prim [kg m^2], shape (3, 3).
    """

    mass: float | None = None
    density: float | None = None
    center: np.ndarray | None = None
    inertia: np.ndarray | None = None

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left for the colliders to say."""
        return self.mass is not None and self.center is not None and self.inertia is not None


@dataclass(frozen=True)
class MassProperties:
    """Mass, centre of mass and inertia about it, in one frame.

    Attributes:
        mass: Mass [kg].
        center: Centre of mass [m], shape (3,).
        inertia: Inertia about the centre of mass [kg m^2], shape (3, 3).
    """

    mass: float
    center: np.ndarray
    inertia: np.ndarray

    def scaled(self, factor: float) -> MassProperties:
        """The same shape with another density."""
        return MassProperties(self.mass * factor, self.center, self.inertia * factor)

    def placed(self, pose: Pose) -> MassProperties:
        """The same in the frame that this frame lies in at ``pose``."""
        center = pose.position + pose.rotation @ self.center
        return MassProperties(self.mass, center, pose.rotation @ self.inertia @ pose.rotation.T)

    def about(self, point: np.ndarray) -> np.ndarray:
        """Inertia about another point, by Steiner's theorem, shape (3, 3)."""
        arm = self.center - point
        return self.inertia + self.mass * (arm @ arm * np.eye(3) - np.outer(arm, arm))


def combined(parts: list[MassProperties]) -> MassProperties:
    """Several rigidly joined parts as one. Parts without mass only count where all are without."""
    mass = sum(part.mass for part in parts)
    if mass <= 0.0:
        return MassProperties(0.0, np.mean([part.center for part in parts], axis=0), np.zeros((3, 3)))
    center = np.sum([part.mass * part.center for part in parts], axis=0) / mass
    return MassProperties(mass, center, np.sum([part.about(center) for part in parts], axis=0))


def read_mass(prim: Usd.Prim, frames: Frames) -> AuthoredMass:
    """Read the mass API of a prim. Zeros mean that nothing is said, as UsdPhysics has it.

    Args:
        prim: Body or collider.
        frames: Frames of all prims; the centre of mass is subject to the scale of its own.

    Raises:
        ValueError: A mass, density or inertia is negative or not a number.
    """
    if not prim.HasAPI(UsdPhysics.MassAPI):
        return AuthoredMass()
    mass, density = read_numbers(prim, {"physics:mass": 0.0, "physics:density": 0.0}, positive=True)
    if not np.isfinite([mass, density]).all():
        raise ValueError(
            f"Mass and density of prim '{prim.GetPath()}' are {mass} and {density}; expected finite numbers."
        )
    api = UsdPhysics.MassAPI(prim)
    center = np.array(api.GetCenterOfMassAttr().Get(), dtype=float)
    has_center = api.GetCenterOfMassAttr().HasAuthoredValue() and np.isfinite(center).all()
    return AuthoredMass(
        mass=mass or None,
        density=density or None,
        center=frames.stretch(prim) @ center if has_center else None,
        inertia=_read_inertia(api, prim),
    )


def _read_inertia(api: UsdPhysics.MassAPI, prim: Usd.Prim) -> np.ndarray | None:
    """Inertia matrix in the axes of the prim, or None where the diagonal is zero (nothing is said)."""
    diagonal = np.array(api.GetDiagonalInertiaAttr().Get(), dtype=float)
    if not diagonal.any():
        return None
    if not np.isfinite(diagonal).all() or diagonal.min() < 0.0:
        raise ValueError(
            f"'physics:diagonalInertia' of prim '{prim.GetPath()}' must not be negative, but is {diagonal.tolist()}."
        )
    axes = api.GetPrincipalAxesAttr().Get()
    is_set = abs(axes.GetReal()) + axes.GetImaginary().GetLength() > 1e-6  # all zero means that nothing is said
    rotation = rotation_of_quat(axes, prim, "physics:principalAxes") if is_set else np.eye(3)
    return rotation @ np.diag(diagonal) @ rotation.T


def mass_of_body(
    path: str, authored: AuthoredMass, colliders: list[MassProperties], notices: Notices
) -> MassProperties:
    """Mass properties of a body in its own frame.

    Args:
        path: Prim path of the body.
        authored: What its mass API says.
        colliders: Mass properties of its colliders in the body's frame, at the densities that count for them.
        notices: Takes the remark that a body is without mass.

    Raises:
        ValueError: The colliders are so large that numbers overflow.
    """
    shape = combined(colliders) if colliders else None
    if shape is None or shape.mass <= 0.0:
        mass = authored.mass
        if mass is None:
            notices.warn(f"No mass and no colliders to take it from: {DEFAULT_MASS} kg are assumed", path)
            mass = DEFAULT_MASS
        shape = MassProperties(mass, np.zeros(3), np.eye(3) * 0.4 * mass * DEFAULT_RADIUS**2)
    elif authored.mass is not None:
        shape = shape.scaled(authored.mass / shape.mass)
    if authored.center is not None:  # inertia of the colliders counts about the centre that is given
        shape = MassProperties(
            shape.mass, authored.center, shape.about(authored.center) if colliders else shape.inertia
        )
    if authored.inertia is not None:
        shape = replace(shape, inertia=authored.inertia)
    if not np.isfinite([shape.mass, *shape.center, *shape.inertia.flat]).all():
        raise ValueError(f"Body '{path}' has a mass or inertia that is not finite; expected smaller colliders.")
    return shape


def principal_axes(inertia: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Principal moments [kg m^2] and the orientation (w, x, y, z) of their axes.

    Moments that no rigid body can have (one above the sum of the others, or none at all) are raised to the next
    possible ones: robot descriptions with such numbers are common, and MuJoCo refuses them. What has to be positive are
    the second moments of mass along the axes, ``(A + B - C) / 2``; they become at least a millionth of the largest
    moment, so that the result stays possible in single precision too. The largest moment stays.

    Args:
        inertia: Inertias of one or several bodies [kg m^2], shape (..., 3, 3).

    Returns:
        Moments, shape (..., 3), and quaternions, shape (..., 4).
    """
    moments, axes = np.linalg.eigh(inertia)
    diagonal = np.diagonal(inertia, axis1=-2, axis2=-1)
    rest = np.abs(inertia - diagonal[..., None] * np.eye(3)).max(axis=(-2, -1))
    is_diagonal = rest <= 1e-12 * np.maximum(moments.max(axis=-1), 1e-300)
    moments = np.where(is_diagonal[..., None], diagonal, moments)
    axes = np.where(is_diagonal[..., None, None], np.eye(3), axes)
    is_mirrored = np.linalg.det(axes) < 0.0
    axes[..., 2] = np.where(is_mirrored[..., None], -axes[..., 2], axes[..., 2])
    smallest = 1e-6 * np.maximum(moments.max(axis=-1), 1e-9)[..., None]
    moments = np.maximum(moments, smallest)
    seconds = 0.5 * moments.sum(axis=-1, keepdims=True) - moments
    possible = np.maximum(seconds, smallest)
    is_impossible = (seconds < smallest).any(axis=-1, keepdims=True)
    if is_impossible.any():
        moments = np.where(is_impossible, _sum_of_others(possible), moments)
    quats = Rotation.from_matrix(axes.reshape(-1, 3, 3)).as_quat(scalar_first=True)
    return moments, quats.reshape(*moments.shape[:-1], 4)


def _sum_of_others(values: np.ndarray) -> np.ndarray:
    """For each of three values the sum of the other two, shape (..., 3)."""
    return values.sum(axis=-1, keepdims=True) - values
