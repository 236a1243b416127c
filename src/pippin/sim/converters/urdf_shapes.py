"""Visual and collision geometry of URDF links as USD prims, and the mass of solids of that shape."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from pxr import Sdf, Usd, UsdGeom

from pippin.utils.lazy_modules import trimesh
from pippin.utils.urdf import UrdfBox, UrdfCapsule, UrdfCollision, UrdfCylinder, UrdfGeometry, UrdfMesh, UrdfSphere
from pippin.utils.urdf import UrdfVisual as Visual

from .authoring import (
    DEFAULT_COLOR,
    ChildNames,
    Color,
    Looks,
    apply_collider,
    apply_mesh_collider,
    define_box,
    define_cylinder,
    define_mesh,
    define_sphere,
    define_visual_mesh,
)
from .inertia import Inertial, combined, of_solid
from .meshes import MeshPart, as_trimesh, convex_hull, load_mesh

logger = logging.getLogger("pippin")

Y_UP_TO_Z_UP = np.array([[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]])
"""Pose of a frame whose y axis points up in one whose z axis does."""


def define_visuals(
    stage: Usd.Stage,
    link: Sdf.Path,
    visuals: list[tuple[Visual, np.ndarray]],
    looks: Looks,
    turn_meshes: bool,
    owner: str,
) -> None:
    """Define what is seen of a link below ``visuals``. Meshes that cannot be had are left out, with a warning each.

    Args:
        stage: Stage to author on.
        link: Prim of the link.
        visuals: Shapes and their poses in the link's frame, shape (4, 4).
        looks: Materials of the robot.
        turn_meshes: Whether meshes have y up, and are to have z up.
        owner: What the shapes belong to, for errors.
    """
    if not visuals:
        return
    scope = UsdGeom.Xform.Define(stage, link.AppendChild("visuals")).GetPath()
    names = ChildNames()
    for visual, pose in visuals:
        color = visual.material.colour if visual.material else None
        path = scope.AppendChild(names.claim(visual.name or _default_name(visual.geometry)))
        if isinstance(visual.geometry, UrdfMesh):
            try:
                parts = _parts(visual.geometry, owner)
            except ValueError as error:
                logger.warning("%s It is only to be seen, and left out.", error)
                continue
            pose = pose @ Y_UP_TO_Z_UP if turn_meshes else pose
            define_visual_mesh(stage, path, parts, pose, looks, _within_unit(color))
        else:
            looks.apply(_define_primitive(stage, path, visual.geometry, pose), _within_unit(color) or DEFAULT_COLOR)


def define_collisions(
    stage: Usd.Stage,
    link: Sdf.Path,
    collisions: Sequence[tuple[UrdfCollision | Visual, np.ndarray]],
    collider_type: str,
    capsules_for_cylinders: bool,
    visible: bool,
    owner: str,
) -> None:
    """Define what touches of a link below ``collisions``. Meshes become convex hulls, or are to be decomposed.

    Meshes that the file calls concave are to be decomposed, whatever the collider type.

    Args:
        stage: Stage to author on.
        link: Prim of the link.
        collisions: Shapes and their poses in the link's frame, shape (4, 4).
        collider_type: "convex_hull" or "convex_decomposition".
        capsules_for_cylinders: Define capsules instead of cylinders.
        visible: Whether the shapes are to be seen.
        owner: What the shapes belong to, for errors.
    """
    if not collisions:
        return
    scope = UsdGeom.Xform.Define(stage, link.AppendChild("collisions")).GetPath()
    names = ChildNames()
    for collision, pose in collisions:
        geometry = collision.geometry
        name = collision.name or _default_name(geometry)
        if not isinstance(geometry, UrdfMesh):
            if capsules_for_cylinders and isinstance(geometry, UrdfCylinder):
                geometry = UrdfCapsule(geometry.radius, max(geometry.length - 2.0 * geometry.radius, 0.0))
            prim = _define_primitive(stage, scope.AppendChild(names.claim(name)), geometry, pose)
            apply_collider(prim, visible)
            continue
        mesh = as_trimesh(_parts(geometry, owner))
        is_concave = isinstance(collision, UrdfCollision) and collision.is_concave
        decomposed = is_concave or collider_type != "convex_hull"
        surface = mesh if decomposed else convex_hull(mesh, owner)
        prim = define_mesh(stage, scope.AppendChild(names.claim(name)), surface.vertices, surface.faces, pose)
        apply_mesh_collider(prim, visible, "convexDecomposition" if decomposed else "convexHull")


def inertial_of_collisions(
    collisions: list[tuple[UrdfCollision, np.ndarray]], density: float, owner: str
) -> Inertial | None:
    """Mass properties of solids of the given shapes, meshes as their convex hulls, overlaps counted twice.

    Args:
        collisions: Shapes and their poses in the link's frame, shape (4, 4).
        density: Density [kg/m^3].
        owner: What the shapes belong to, for errors.

    Returns:
        Mass properties in the link's frame; None without shapes.
    """
    solids = [of_solid(_solid(collision.geometry, owner), density).transformed(pose) for collision, pose in collisions]
    return combined(solids) if solids else None


def files_of(geometries: list[UrdfGeometry]) -> set[Path]:
    """Mesh files that geometries refer to."""
    return {geometry.path for geometry in geometries if isinstance(geometry, UrdfMesh) and geometry.path}


def _parts(mesh: UrdfMesh, owner: str) -> list[MeshPart]:
    if mesh.path is None:
        raise ValueError(
            f"There is no file for the mesh '{mesh.filename}' of {owner}; expected one at a path, or of a "
            "package that is found."
        )
    parts = load_mesh(mesh.path, owner, mesh.up)
    if mesh.scale == (1.0, 1.0, 1.0):
        return list(parts)
    return [part.scaled(np.array(mesh.scale)) for part in parts]


def _define_primitive(stage: Usd.Stage, path: Sdf.Path, geometry: UrdfGeometry, pose: np.ndarray) -> Usd.Prim:
    match geometry:
        case UrdfBox(size):
            return define_box(stage, path, size, pose)
        case UrdfSphere(radius):
            return define_sphere(stage, path, radius, pose)
        case UrdfCylinder(radius, length):
            return define_cylinder(stage, path, radius, length, pose)
        case UrdfCapsule(radius, length):
            return define_cylinder(stage, path, radius, length, pose, capsule=True)
    raise TypeError(f"The geometry '{path}' is {geometry}; expected a box, sphere, cylinder or capsule.")


def _solid(geometry: UrdfGeometry, owner: str) -> trimesh.Trimesh:
    match geometry:
        case UrdfBox(size):
            return trimesh.creation.box(size)
        case UrdfSphere(radius):
            return trimesh.primitives.Sphere(radius=radius)
        case UrdfCylinder(radius, length):
            return trimesh.primitives.Cylinder(radius=radius, height=length)
        case UrdfCapsule(radius, length):
            return trimesh.primitives.Capsule(radius=radius, height=length)
    return convex_hull(as_trimesh(_parts(geometry, owner)), owner)


def _default_name(geometry: UrdfGeometry) -> str:
    """Name for a shape that has none: that of its mesh file, or its kind."""
    if isinstance(geometry, UrdfMesh):
        return Path(geometry.filename).stem
    return type(geometry).__name__.removeprefix("Urdf").lower()


def _within_unit(color: tuple[float, float, float, float] | None) -> Color | None:
    """A colour with channels from 0 to 1; some files count to 255."""
    if color is None:
        return None
    scale = 255.0 if max(color[:3]) > 1.0 else 1.0
    red, green, blue = (min(max(channel / scale, 0.0), 1.0) for channel in color[:3])
    return (red, green, blue, min(max(color[3] if color[3] <= 1.0 else color[3] / 255.0, 0.0), 1.0))
