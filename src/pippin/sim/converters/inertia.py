"""Mass, centre of mass and inertia of rigid bodies: composing them, and the principal axes that USD wants."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from pippin.utils.lazy_modules import trimesh

DEFAULT_DENSITY = 1000.0
"""Density [kg/m^3] of the colliders of a moved body that nothing gives mass: USD's, which PhysX takes where Isaac Sim's
importer of URDFs writes no mass."""

MASSLESS_MASS = 1e-6
"""Mass [kg] of other links for which the file gives none. Engines need some mass; this one disappears beside any
other."""

MASSLESS_MOMENT = 1e-8
"""Principal moments [kg m^2] of such links about their origin: those of a radius of gyration of 0.1 m."""

MAX_MOMENT = 1e30
"""Largest moment of inertia that is read [kg m^2]; larger ones overflow when they are composed."""


@dataclass(frozen=True)
class Inertial:
    """Mass properties of a rigid body in some frame.

    Attributes:
        mass: Mass [kg].
        com: Centre of mass in the frame [m], shape (3,).
        inertia: Inertia about the centre of mass in the frame's axes [kg m^2], shape (3, 3).
    """

    mass: float
    com: np.ndarray
    inertia: np.ndarray

    def transformed(self, pose: np.ndarray) -> Inertial:
        """The same body seen from another frame.

        Args:
            pose: Pose of this frame in the other frame, homogeneous, shape (4, 4).
        """
        rotation = pose[:3, :3]
        return Inertial(self.mass, pose[:3, 3] + rotation @ self.com, rotation @ self.inertia @ rotation.T)


def massless() -> Inertial:
    """What links get for which the file gives no mass."""
    return Inertial(MASSLESS_MASS, np.zeros(3), MASSLESS_MOMENT * np.eye(3))


def combined(inertials: Iterable[Inertial]) -> Inertial:
    """One rigid body out of several that are given in the same frame (parallel-axis theorem)."""
    inertials = list(inertials)
    if len(inertials) == 1:
        return inertials[0]
    mass = sum(body.mass for body in inertials)
    com = np.sum([body.mass * body.com for body in inertials], axis=0) / mass
    inertia = np.zeros((3, 3))
    for body in inertials:
        arm = body.com - com
        inertia += body.inertia + body.mass * (arm @ arm * np.eye(3) - np.outer(arm, arm))
    return Inertial(mass, com, inertia)


def possible_inertia(inertia: np.ndarray) -> np.ndarray | None:
    """The nearest inertia that masses can have, of the same principal axes; None where it is one already.

    A body's second moments of mass along its principal axes, ``(A + B - C) / 2`` and so on, cannot be negative. Those
    that are (so that a principal moment is negative, or larger than the sum of the others) become a hundredth of the
    largest: the body is a tenth as thick there as it is long.

    Args:
        inertia: Symmetric inertia [kg m^2], shape (3, 3).

    Raises:
        ValueError: The inertia is absurdly large, or no moment is positive.
    """
    if not np.abs(inertia).max() < MAX_MOMENT:
        raise ValueError(f"an inertia of {np.abs(inertia).max():g} kg m^2; the most is {MAX_MOMENT:g}")
    moments, axes = np.linalg.eigh(inertia)
    seconds = 0.5 * moments.sum() - moments
    if seconds.min() >= -1e-6 * np.abs(moments).max():
        return None
    if moments.max() <= 0.0:
        raise ValueError(f"no positive moment of inertia, but {moments.min():g} kg m^2; expected moments above 0")
    seconds = np.maximum(seconds, 0.01 * seconds.max())
    return (axes * (seconds.sum() - seconds)) @ axes.T


def principal_axes(inertia: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Principal moments and axes of an inertia, fit for the single precision of USD.

    Rounding breaks two rules that flat and thin bodies fulfil with equality: that no moment is negative, and that none
    is larger than the sum of the others. Where they fail by rounding, the moments are moved by less than 1e-6.

    Args:
        inertia: Symmetric inertia in the body's axes [kg m^2], shape (3, 3).

    Returns:
        Moments [kg m^2], shape (3,), and the orientation (x, y, z, w) of the principal axes in the body's axes, shape
        (4,): ``inertia = R diag(moments) R^T``. A diagonal inertia keeps its axes.
    """
    scale = np.abs(inertia).max()
    if np.abs(inertia - np.diag(np.diag(inertia))).max() <= 1e-12 * scale:
        moments, quat = np.diag(inertia).copy(), np.array([0.0, 0.0, 0.0, 1.0])
    else:
        moments, axes = np.linalg.eigh(inertia)
        if np.linalg.det(axes) < 0.0:  # a reflection is no orientation
            axes[:, 2] = -axes[:, 2]
        quat = Rotation.from_matrix(axes).as_quat()
    moments[(moments < 0.0) & (moments > -1e-6 * scale)] = 0.0
    largest = int(moments.argmax())
    others = moments.sum() - moments[largest]
    if abs(moments[largest] - others) < 5e-7 * scale:
        moments[largest] = others * (1.0 - 5e-7)
    return moments, quat


def of_solid(mesh: trimesh.Trimesh, density: float) -> Inertial:
    """Mass properties of the convex hull of a mesh, filled with a material of that density [kg/m^3]."""
    hull = mesh.convex_hull
    hull.density = density
    return Inertial(float(hull.mass), np.array(hull.center_mass), np.array(hull.moment_inertia))
