"""What rays meet: the geometry of prims that stand still, as one mesh and infinite planes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakValueDictionary

import numpy as np
import trimesh
import warp as wp
from pxr import Usd, UsdGeom, UsdPhysics

from pippin.physics.importer.meshes import Triangles, read_mesh
from pippin.sim.expressions import require_matching_prims
from pippin.sim.stage import get_environments

ROUND_SECTIONS = 256
"""Number of corners of a turn by which spheres, capsules, cylinders and cones are approximated.

Their surface then lies at most ``1 - cos(pi / 256)``, less than 0.008 %, of the radius inside the exact one.
"""

_ALONG = {"X": np.roll(np.eye(3), -1, axis=0), "Y": np.roll(np.eye(3), 1, axis=0), "Z": np.eye(3)}
"""Rotations, for points as rows, that take the z axis to another axis."""


@dataclass(frozen=True)
class StaticGeometry:
    """Geometry in the world.

    Attributes:
        triangles: Surfaces, or None where there are planes alone.
        planes: Unit normal n and distance d of infinite planes ``n . x = d``, shape (num_planes, 4).
    """

    triangles: Triangles | None
    planes: np.ndarray


def read_static_geometry(expressions: Sequence[str], stage: Usd.Stage) -> StaticGeometry:
    """Geometry of the prims that expressions match and of all prims below them. Planes count as infinite.

    Raises:
        RuntimeError: An expression matches no prim, or there is no geometry below what it matches.
        NotImplementedError: Geometry belongs to an environment or to a rigid body, and so need not stand still.
        ValueError: A mesh is empty or malformed.
    """
    cache = UsdGeom.XformCache()
    surfaces: list[Triangles] = []
    planes: list[np.ndarray] = []
    for expression in expressions:
        for prim in _geometry_below(expression, stage):
            _require_static(prim)
            to_world = np.array(cache.GetLocalToWorldTransform(prim))
            if prim.GetTypeName() == "Plane":
                planes.append(_plane(prim, to_world))
            else:
                surfaces.append(_in_world(_surface(prim), to_world))
    return StaticGeometry(_joined(surfaces), np.reshape(planes, (-1, 4)))


def shared_mesh(triangles: Triangles, device: str) -> wp.Mesh:
    """Warp mesh of a surface; one for all who ask for the same surface on a device while anybody keeps it."""
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


def _geometry_below(expression: str, stage: Usd.Stage) -> list[Usd.Prim]:
    try:
        prims = require_matching_prims(expression, stage)
    except ValueError as error:
        raise RuntimeError(f"mesh_prim_paths of the RayCaster: {error}") from error
    below = [child for prim in prims for child in Usd.PrimRange(prim, Usd.TraverseInstanceProxies())]
    geometry = [prim for prim in below if prim.GetTypeName() in _TYPES]
    if not geometry:
        types = sorted({prim.GetTypeName() for prim in below if prim.GetTypeName()})
        raise RuntimeError(
            f"'{expression}' of mesh_prim_paths matches '{prims[0].GetPath()}', but there is no geometry "
            f"({', '.join(_TYPES)}) below it, only {', '.join(types) or 'prims without a type'}."
        )
    return geometry


def _require_static(prim: Usd.Prim) -> None:
    plan = get_environments()
    above: Usd.Prim = prim
    while above and not above.HasAPI(UsdPhysics.RigidBodyAPI):
        above = above.GetParent()
    in_environment = plan is not None and plan.variant_of_path(prim.GetPath().pathString) is not None
    if above or in_environment:
        owner = f"the rigid body '{above.GetPath()}'" if above else "an environment"
        raise NotImplementedError(
            f"'{prim.GetPath()}' belongs to {owner}, but a RayCaster sees only what stands still outside of the "
            "environments: leave it out of mesh_prim_paths."
        )


def _surface(prim: Usd.Prim) -> Triangles:
    """Triangles of a prim in its own frame."""
    kind = prim.GetTypeName()
    if kind == "Mesh":
        triangles = read_mesh(UsdGeom.Mesh(prim))
        if not len(triangles.faces):
            raise ValueError(f"Mesh '{prim.GetPath()}' has no face with three corners or more.")
        return triangles
    if kind == "Cube":
        box = trimesh.creation.box(extents=[_value(prim, "size")] * 3)
        return Triangles(box.vertices, box.faces)
    axis = str(prim.GetAttribute("axis").Get()) if prim.HasAttribute("axis") else "Z"
    body = trimesh.creation.revolve(_profile(prim), sections=ROUND_SECTIONS)
    return Triangles(body.vertices @ _ALONG[axis], body.faces)


def _profile(prim: Usd.Prim) -> np.ndarray:
    """Half a section of a body of revolution about z: distances from the axis and heights, from below, shape (n, 2)."""
    radius = _value(prim, "radius")
    angles = np.linspace(-np.pi / 2.0, np.pi / 2.0, ROUND_SECTIONS // 2 + 1)
    circle = radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    circle[[0, -1], 0] = 0.0
    if prim.GetTypeName() == "Sphere":
        return circle
    half = _value(prim, "height") / 2.0
    if prim.GetTypeName() == "Capsule":
        middle = len(circle) // 2 + 1
        return np.concatenate([circle[:middle] - [0.0, half], circle[middle - 1 :] + [0.0, half]])
    if prim.GetTypeName() == "Cylinder":
        return np.array([[0.0, -half], [radius, -half], [radius, half], [0.0, half]])
    return np.array([[0.0, -half], [radius, -half], [0.0, half]])


def _plane(prim: Usd.Prim, to_world: np.ndarray) -> np.ndarray:
    along, across = np.delete(np.eye(3), "XYZ".index(str(prim.GetAttribute("axis").Get())), axis=0) @ to_world[:3, :3]
    normal = np.cross(along, across)
    normal /= np.linalg.norm(normal)
    return np.append(normal, normal @ to_world[3, :3])


def _in_world(triangles: Triangles, to_world: np.ndarray) -> Triangles:
    """Triangles after an affine map as USD writes it, for points as rows."""
    stretched = triangles.stretched(to_world[:3, :3].T)
    return Triangles(stretched.vertices + to_world[3, :3], stretched.faces)


def _joined(surfaces: list[Triangles]) -> Triangles | None:
    if not surfaces:
        return None
    firsts = np.cumsum([0, *(len(surface.vertices) for surface in surfaces)])
    faces = [surface.faces + first for surface, first in zip(surfaces, firsts, strict=False)]
    return Triangles(np.concatenate([surface.vertices for surface in surfaces]), np.concatenate(faces))


def _value(prim: Usd.Prim, name: str) -> float:
    return float(prim.GetAttribute(name).Get())


_TYPES = ("Mesh", "Cube", "Sphere", "Capsule", "Cylinder", "Cone", "Plane")
