"""The shapes that a mesh collides as."""

from __future__ import annotations

import importlib.util

import numpy as np
from pxr import Usd, UsdPhysics

from ...sim.schemas.mesh_collision import HEIGHT_FIELD_SPACING
from ...utils.convex_parts import NO_LIMITS, PartLimits, convex_parts
from .attributes import authored
from .heightfields import GROUND_THICKNESS, HeightField, height_field_of
from .meshes import Triangles, connected_parts, is_convex, without_slivers
from .notices import Notices
from .pose import Pose
from .prims import collision_prim
from .sampled_ground import sampled_ground
from .shapes import BOX, HFIELD, Shape, box_around, mesh_shape, sphere_around

EXACT = 1e-4
"""Part of a height field's area that may be uncovered, covered twice or look down, for a mesh to be one."""

RAGGED = 0.01
"""The same, for ground of many triangles."""

MANY_FACES = 2000
"""Triangles from which a mesh that is nearly a height field is taken for one: fine enough for samples of it."""


def colliding_shapes(prim: Usd.Prim, shape: Shape, moves: bool, notices: Notices) -> list[Shape]:
    """Shapes that a mesh collides as, after its ``physics:approximation``.

    MuJoCo collides convex shapes and height fields. A moving mesh without approximation becomes its hull. A static one
    becomes, in this order: a box if it is a flat rectangle, a height field if it is one, its hull if it is convex, or
    the hulls of its connected parts if these are convex. Where the prim says at which distance to sample it, it
    becomes a height field in any case, and hulls of what hangs above.

    Args:
        prim: Mesh prim.
        shape: Its surface.
        moves: Whether it belongs to a body.
        notices: Takes the remark that an approximation differs from the one asked for.

    Raises:
        NotImplementedError: The mesh has to be decomposed, and the package coacd is not installed.
        ValueError: The mesh cannot be sampled as a height field.
    """
    path = str(prim.GetPath())
    spacing = authored(prim, HEIGHT_FIELD_SPACING)
    if spacing is not None and not moves:
        return _sampled_shapes(path, shape, float(spacing))
    says_so = prim if prim.HasAPI(UsdPhysics.CollisionAPI) else collision_prim(prim)
    is_mesh_collider = says_so.HasAPI(UsdPhysics.MeshCollisionAPI)
    asked = str(authored(says_so, "physics:approximation") or "none") if is_mesh_collider else "none"
    if asked == "boundingCube":
        return [box_around(shape)]
    if asked == "boundingSphere":
        return [sphere_around(shape)]
    if asked == "convexDecomposition":
        return _decomposition(path, shape, _limits_of(says_so))
    if asked == "convexHull" or moves:
        if asked != "convexHull":
            notices.warn(f"Collisions of a moving mesh with '{asked}' approximation are those of its convex hull", path)
        return [_hull(shape)]
    return static_shapes(path, shape)


def _hull(shape: Shape) -> Shape:
    return mesh_shape(shape.surface.hull(), shape.pose)


def static_shapes(path: str, shape: Shape) -> list[Shape]:
    """Shapes that a mesh which does not move collides as: ground where it is some, else convex parts.

    Ground of many triangles, with ragged edges or a few folds, is heights as well: a decomposition takes minutes, and
    may be wrong by a part of the size of the whole, which for 30 m of ground is more than a robot's height.

    Args:
        path: Name of the mesh, for errors.
        shape: Its surface, in a frame whose Z axis points up.

    Raises:
        NotImplementedError: The mesh has to be decomposed, and the package coacd is not installed.
    """
    in_world = without_slivers(Triangles(shape.surface.vertices @ shape.pose.rotation.T, shape.surface.faces))
    tolerances = (EXACT, RAGGED) if len(in_world.faces) >= MANY_FACES else (EXACT,)
    grounds = (_ground(in_world, shape.pose, tolerance) for tolerance in tolerances)
    ground = next((ground for ground in grounds if ground is not None), None)
    if ground is not None:
        return [ground]
    return _parts(path, shape)


def _ground(in_world: Triangles, origin: Pose, tolerance: float) -> Shape | None:
    """Box or height field in the world's axes that a static mesh is, if it is one."""
    field = height_field_of(in_world, tolerance)
    if field is None:
        return None
    return _field_shape(field, Pose(origin.position + field.center, np.eye(3)))


def _field_shape(field: HeightField, pose: Pose) -> Shape:
    """A height field, or a box where it is flat."""
    height = float(field.heights.max())
    if height < 1e-6 * sum(field.half_sizes):
        size = np.array([*field.half_sizes, GROUND_THICKNESS / 2.0])
        return Shape(BOX, size, pose.moved(np.array([0.0, 0.0, -GROUND_THICKNESS / 2.0])))
    return Shape(HFIELD, np.array([*field.half_sizes, height]), pose, heights=field)


def _sampled_shapes(path: str, shape: Shape, spacing: float) -> list[Shape]:
    """Height field of a mesh that is ground, and convex parts of what hangs above."""
    if not 0.0 < spacing < float("inf"):
        raise ValueError(f"'{HEIGHT_FIELD_SPACING}' of '{path}' is {spacing}: it should be a positive distance [m].")
    in_world = Triangles(shape.surface.vertices @ shape.pose.rotation.T, shape.surface.faces)
    try:
        field, hanging = sampled_ground(in_world, spacing)
    except ValueError as error:
        raise ValueError(f"Mesh '{path}' as height field: {error}") from error
    origin = Pose(shape.pose.position, np.eye(3))
    return [_field_shape(field, origin.moved(field.center)), *_convex_pieces(path, hanging, origin)]


def _limits_of(prim: Usd.Prim) -> PartLimits:
    """How many parts a prim asks for, and of how many vertices."""
    names = {"parts": "maxConvexHulls", "vertices": "hullVertexLimit"}
    return PartLimits(**{field: authored(prim, f"physxConvexDecompositionCollision:{names[field]}") for field in names})


def _decomposition(path: str, shape: Shape, limits: PartLimits) -> list[Shape]:
    """Hulls of the connected parts of a mesh where these are convex and not too many, else of a decomposition."""
    surface = without_slivers(shape.surface)
    parts = connected_parts(surface)
    too_many = limits.parts is not None and len(parts) > limits.parts
    if too_many or not all(is_convex(part) for part in parts):
        _need_decomposition(path)
        parts = _decomposed(surface, limits)
    return [mesh_shape(part.hull(), shape.pose) for part in parts]


def _parts(path: str, shape: Shape) -> list[Shape]:
    """Convex parts of a mesh: the hulls of its connected parts where these are convex, else of a decomposition."""
    return _convex_pieces(path, connected_parts(without_slivers(shape.surface)), shape.pose)


def _convex_pieces(path: str, parts: list[Triangles], pose: Pose) -> list[Shape]:
    """Hulls of parts that are convex, and of the pieces of others."""
    convex = [is_convex(part) for part in parts]
    if not all(convex):
        _need_decomposition(path)
    hulls = []
    for part, part_is_convex in zip(parts, convex, strict=True):
        hulls += [part.hull()] if part_is_convex else _decomposed(part)
    return [mesh_shape(hull, pose) for hull in hulls]


def _need_decomposition(path: str) -> None:
    """Refuse a mesh that has to be decomposed when nothing is installed that does."""
    if importlib.util.find_spec("coacd") is None:
        raise NotImplementedError(
            f"Mesh '{path}' is not convex, and MuJoCo collides convex shapes only. Install the package that takes it "
            "apart (pip install coacd), or author the physics:approximation 'convexHull', 'boundingCube' or "
            "'boundingSphere', or give ground as a height field (one height above each point)."
        )


def _decomposed(surface: Triangles, limits: PartLimits = NO_LIMITS) -> list[Triangles]:
    """Convex parts of a surface, by collision-aware decomposition (Wei et al., SIGGRAPH 2022)."""
    return [Triangles.hull_of(vertices) for vertices, _ in convex_parts(surface.vertices, surface.faces, limits)]
