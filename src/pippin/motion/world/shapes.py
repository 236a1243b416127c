"""Shapes of obstacles."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike


class ShapeKind(enum.IntEnum):
    """What an obstacle is, for kernels."""

    NONE = 0
    CUBOID = 1
    SPHERE = 2
    CAPSULE = 3
    CYLINDER = 4
    CONE = 5
    PLANE = 6
    MESH = 7


@dataclass(frozen=True)
class Cuboid:
    """Box around its origin; ``size`` holds the lengths of its edges along x, y and z [m]."""

    size: tuple[float, float, float]

    def __post_init__(self) -> None:
        if len(self.size) != 3:
            raise ValueError(f"The size of a cuboid should hold 3 lengths, it holds {len(self.size)}.")
        _check_lengths("cuboid", size_x=self.size[0], size_y=self.size[1], size_z=self.size[2])


@dataclass(frozen=True)
class Sphere:
    """Ball around its origin, with radius [m]."""

    radius: float

    def __post_init__(self) -> None:
        _check_lengths("sphere", radius=self.radius)


@dataclass(frozen=True)
class Capsule:
    """Capsule around its origin along z, with radius and height of its cylindrical part [m]."""

    radius: float
    height: float

    def __post_init__(self) -> None:
        _check_lengths("capsule", radius=self.radius, height=self.height)


@dataclass(frozen=True)
class Cylinder:
    """Cylinder around its origin along z, with radius and height [m]."""

    radius: float
    height: float

    def __post_init__(self) -> None:
        _check_lengths("cylinder", radius=self.radius, height=self.height)


@dataclass(frozen=True)
class Cone:
    """Cone along z, with radius and height [m]: its base lies half of the height below its origin, its tip above."""

    radius: float
    height: float

    def __post_init__(self) -> None:
        _check_lengths("cone", radius=self.radius, height=self.height)


@dataclass(frozen=True)
class GroundPlane:
    """All that lies below z = 0."""


@dataclass(frozen=True, eq=False)
class Mesh:
    """Body with a surface of triangles, whose normals point outwards.

    Attributes:
        vertices: Corners [m], shape (num_vertices, 3).
        faces: Corners of each triangle, counterclockwise seen from outside, shape (num_faces, 3).
    """

    vertices: np.ndarray
    faces: np.ndarray

    def __init__(self, vertices: ArrayLike, faces: ArrayLike) -> None:
        vertices = np.array(vertices, dtype=np.float32)
        faces = np.array(faces, dtype=np.int32)
        if vertices.ndim != 2 or vertices.shape[1] != 3 or not np.isfinite(vertices).all():
            raise ValueError(f"The vertices of a mesh should be finite, of shape (N, 3); theirs is {vertices.shape}.")
        if faces.ndim != 2 or faces.shape[1] != 3 or len(faces) == 0:
            raise ValueError(f"The faces of a mesh should have the shape (N, 3), theirs is {faces.shape}.")
        if faces.min() < 0 or faces.max() >= len(vertices):
            raise ValueError(f"The faces of a mesh name vertices beyond the {len(vertices)} that there are.")
        object.__setattr__(self, "vertices", vertices)
        object.__setattr__(self, "faces", faces)


Shape = Cuboid | Sphere | Capsule | Cylinder | Cone | GroundPlane | Mesh


def kind_and_size(shape: Shape | None) -> tuple[ShapeKind, tuple[float, float, float]]:
    """A shape as kernels see it.

    Half sizes of a cuboid, (radius, half of the height, 0) of round shapes, or the distance of the farthest corner of a
    mesh from its origin [m].
    """
    match shape:
        case Cuboid(size):
            return ShapeKind.CUBOID, (size[0] / 2.0, size[1] / 2.0, size[2] / 2.0)
        case Sphere(radius):
            return ShapeKind.SPHERE, (radius, 0.0, 0.0)
        case Capsule(radius, height):
            return ShapeKind.CAPSULE, (radius, height / 2.0, 0.0)
        case Cylinder(radius, height):
            return ShapeKind.CYLINDER, (radius, height / 2.0, 0.0)
        case Cone(radius, height):
            return ShapeKind.CONE, (radius, height / 2.0, 0.0)
        case GroundPlane():
            return ShapeKind.PLANE, (0.0, 0.0, 0.0)
        case Mesh(vertices):
            return ShapeKind.MESH, (float(np.linalg.norm(vertices, axis=1).max()), 0.0, 0.0)
        case None:
            return ShapeKind.NONE, (0.0, 0.0, 0.0)
    raise TypeError(f"There is no shape {type(shape).__name__}; there are: {', '.join(t.__name__ for t in SHAPES)}.")


SHAPES = (Cuboid, Sphere, Capsule, Cylinder, Cone, GroundPlane, Mesh)


def _check_lengths(shape: str, **lengths: float) -> None:
    for name, length in lengths.items():
        if not (math.isfinite(length) and length > 0.0):
            raise ValueError(f"The {name} of a {shape} should be positive, it is {length}.")
