"""Masses and inertias of solid shapes."""

from __future__ import annotations

import numpy as np

from .mass import MassProperties
from .meshes import Triangles
from .shapes import BOX, CAPSULE, CYLINDER, ELLIPSOID, MESH, SPHERE, Shape


def mass_of_shape(shape: Shape, density: float) -> MassProperties:
    """Mass properties of a solid shape in the frame that its pose is given in.

    Planes and height fields have no mass: they do not move.

    Args:
        shape: The shape.
        density: Density [kg/m^3].
    """
    if shape.type == MESH:
        return mass_of_mesh(shape.surface, density).placed(shape.pose)
    volume, moments = _VOLUMES.get(shape.type, _nothing)(shape.size)
    mass = density * volume
    return MassProperties(mass, np.zeros(3), mass * np.diag(moments)).placed(shape.pose)


def mass_of_mesh(triangles: Triangles, density: float) -> MassProperties:
    """Mass properties of the solid inside a closed surface, in the frame of its vertices.

    Integrals over the tetrahedra between the faces and the origin (covariance of a tetrahedron: the canonical one,
    mapped linearly).
    """
    corners = triangles.vertices[triangles.faces]
    volumes = np.linalg.det(corners) / 6.0
    volume = volumes.sum()
    center = (volumes[:, None] * corners.sum(axis=1)).sum(axis=0) / (4.0 * volume)
    corners = corners - center  # a sum about the centre loses no digits
    volumes = np.linalg.det(corners) / 6.0
    sums = corners.sum(axis=1)
    second = np.einsum("n,nij,nik->jk", volumes, corners, corners) + np.einsum("n,nj,nk->jk", volumes, sums, sums)
    covariance = second / 20.0
    inertia = np.trace(covariance) * np.eye(3) - covariance
    return MassProperties(density * volume, center, density * inertia)


# Volume, and inertia divided by mass, of each primitive from its half sizes.


def _box(size: np.ndarray) -> tuple[float, np.ndarray]:
    squares = size**2
    return 8.0 * size.prod(), (squares.sum() - squares) / 3.0


def _sphere(size: np.ndarray) -> tuple[float, np.ndarray]:
    return 4.0 / 3.0 * np.pi * size[0] ** 3, np.full(3, 0.4 * size[0] ** 2)


def _ellipsoid(size: np.ndarray) -> tuple[float, np.ndarray]:
    squares = size**2
    return 4.0 / 3.0 * np.pi * size.prod(), (squares.sum() - squares) / 5.0


def _cylinder(size: np.ndarray) -> tuple[float, np.ndarray]:
    radius, half = size[:2]
    across = radius**2 / 4.0 + half**2 / 3.0
    return 2.0 * np.pi * radius**2 * half, np.array([across, across, radius**2 / 2.0])


def _capsule(size: np.ndarray) -> tuple[float, np.ndarray]:
    """Cylinder and two half balls, whose centres lie 3/8 of the radius outside the cylinder's ends."""
    radius, half = size[:2]
    cylinder, (across, _, along) = _cylinder(size)
    ball = 4.0 / 3.0 * np.pi * radius**3
    ball_across = 0.4 * radius**2 + half**2 + 0.75 * half * radius
    volume = cylinder + ball
    moments = np.array([cylinder * across + ball * ball_across] * 2 + [cylinder * along + ball * 0.4 * radius**2])
    return volume, moments / volume


def _nothing(size: np.ndarray) -> tuple[float, np.ndarray]:
    return 0.0, np.zeros(3)


_VOLUMES = {BOX: _box, SPHERE: _sphere, ELLIPSOID: _ellipsoid, CYLINDER: _cylinder, CAPSULE: _capsule}
