"""Geometry of prims as rays meet it: meshes of triangles, and shapes that have a formula."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from weakref import WeakValueDictionary

import numpy as np
import warp as wp
from pxr import Usd, UsdGeom

from pippin.physics.importer.meshes import Triangles, read_mesh

from . import shapes

SHAPE_KINDS = {
    "Plane": shapes.PLANE,
    "Cube": shapes.BOX,
    "Sphere": shapes.SPHERE,
    "Capsule": shapes.CAPSULE,
    "Cylinder": shapes.CYLINDER,
    "Cone": shapes.CONE,
}
"""Types of prims that rays meet by a formula, and the kinds of :class:`.shapes.RayShape` that they are."""

GEOMETRY_TYPES = ("Mesh", *SHAPE_KINDS)
"""Types of prims that rays meet."""

_ALONG = {"X": np.roll(np.eye(3), -1, axis=0), "Y": np.roll(np.eye(3), 1, axis=0), "Z": np.eye(3)}
"""Rotations, for points as rows, that take the z axis to another axis."""


@dataclass(frozen=True)
class Shape:
    """A shape in a frame; see :class:`.shapes.RayShape`.

    Attributes:
        kind: Kind of shape.
        size: Half of its sides; radius and half of its height; or nothing for a plane, shape (3,) [m].
        to_frame: Affine map from the shape's frame to the frame, for points as rows, shape (4, 4).
    """

    kind: int
    size: np.ndarray
    to_frame: np.ndarray

    def corners(self) -> np.ndarray:
        """Corners in the frame of a box around the shape, infinite for a plane, shape (8, 3) [m]."""
        if self.kind == shapes.PLANE:
            return np.full((8, 3), np.inf)
        radius, half_height = self.size[0], self.size[1]
        half = {
            shapes.BOX: self.size,
            shapes.SPHERE: np.full(3, radius),
            shapes.CAPSULE: np.array([radius, radius, half_height + radius]),
        }.get(self.kind, np.array([radius, radius, half_height]))
        signs = np.array(np.meshgrid(*[[-1.0, 1.0]] * 3)).reshape(3, 8).T
        return (signs * half) @ self.to_frame[:3, :3] + self.to_frame[3, :3]


def read_triangles(prim: Usd.Prim, to_frame: np.ndarray) -> Triangles:
    """Triangles of a mesh in another frame.

    Args:
        prim: Prim of type Mesh.
        to_frame: Affine map from the prim's frame to the other, for points as rows, shape (4, 4).

    Raises:
        ValueError: The mesh is empty or malformed.
    """
    triangles = read_mesh(UsdGeom.Mesh(prim))
    if not len(triangles.faces):
        raise ValueError(f"Mesh '{prim.GetPath()}' has no face; expected triangles or polygons for rays to meet.")
    stretched = triangles.stretched(to_frame[:3, :3].T)
    return Triangles(stretched.vertices + to_frame[3, :3], stretched.faces)


def read_shape(prim: Usd.Prim, to_frame: np.ndarray) -> Shape:
    """Shape of a prim of one of :data:`SHAPE_KINDS` in another frame. A plane counts as infinite.

    Args:
        prim: The prim.
        to_frame: Affine map from the prim's frame to the other, for points as rows, shape (4, 4).

    Raises:
        ValueError: The prim is scaled to nothing.
    """
    if abs(np.linalg.det(to_frame[:3, :3])) < 1e-12:
        raise ValueError(f"'{prim.GetPath()}' has a scale of 0, so rays cannot meet it; expected another scale.")
    kind = SHAPE_KINDS[prim.GetTypeName()]
    size = np.zeros(3)
    if kind == shapes.BOX:
        size[:] = _value(prim, "size") / 2.0
    elif kind != shapes.PLANE:
        size[0] = _value(prim, "radius")
        size[1] = _value(prim, "height") / 2.0 if prim.HasAttribute("height") else 0.0
    turn = np.eye(4)
    if prim.HasAttribute("axis"):
        turn[:3, :3] = _ALONG[str(prim.GetAttribute("axis").Get())]
    return Shape(kind, size, turn @ to_frame)


def joined(surfaces: list[Triangles]) -> Triangles:
    """One surface of one or more, with their faces in the same order."""
    if len(surfaces) == 1:
        return surfaces[0]
    firsts = np.cumsum([0, *(len(surface.vertices) for surface in surfaces)])
    faces = [surface.faces + first for surface, first in zip(surfaces, firsts, strict=False)]
    return Triangles(np.concatenate([surface.vertices for surface in surfaces]), np.concatenate(faces))


def shared_mesh(triangles: Triangles, device: str) -> wp.Mesh:
    """Warp mesh of a surface; one for all sensors with this surface and device, for as long as one keeps it."""
    vertices = np.ascontiguousarray(triangles.vertices, dtype=np.float32)
    faces = np.ascontiguousarray(triangles.faces, dtype=np.int32)
    digest = hashlib.sha256(vertices.tobytes() + faces.tobytes()).digest()
    mesh = _meshes.get((digest, device))
    if mesh is None:
        mesh = wp.Mesh(
            points=wp.array(vertices, dtype=wp.vec3f, device=device),
            indices=wp.array(faces.reshape(-1), dtype=int, device=device),
        )
        _meshes[digest, device] = mesh
    return mesh


_meshes: WeakValueDictionary[tuple[bytes, str], wp.Mesh] = WeakValueDictionary()


def _value(prim: Usd.Prim, name: str) -> float:
    return float(prim.GetAttribute(name).Get())
