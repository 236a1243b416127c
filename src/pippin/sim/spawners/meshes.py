"""Bodies whose shape is a mesh of triangles.

The prims are those of the simple shapes: an Xform at the path, and the mesh at ``geometry/mesh`` below it. Given
triangles are at ``mesh`` below it, as Isaac Lab has terrains: filters of contacts name ``/World/ground/terrain/mesh``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import MISSING
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from pxr import Usd, Vt

from pippin.utils import configclass

from .. import schemas
from .cfg import DeformableObjectSpawnerCfg, Fragments
from .placement import clone
from .shapes import ShapeCfg, check_sizes, spawn_geometry
from .soft_bodies import DEFAULT_REFINEMENT, check_soft_body, is_soft, make_soft

if TYPE_CHECKING:
    import trimesh


@configclass
class MeshCfg(ShapeCfg, DeformableObjectSpawnerCfg):
    """A rigid or soft body whose shape is a mesh of triangles.

    With ``deformable_props`` or ``volume_deformable_props`` it is soft: its physics material is one of soft bodies
    then, ``rigid_props`` stay None, and ``collision_props`` are fragments: a soft body collides by itself, but they may
    say at which distances.
    """

    volume_deformable_props: Fragments = None
    """Properties of the soft body by fragments; without any, as an empty list, it is soft with the defaults."""

    surface_deformable_props: Fragments = None
    """Properties of cloth by fragments: refused, since no engine here simulates it."""

    edge_refinement: float = DEFAULT_REFINEMENT
    """How many edges of the tetrahedra of a soft body its diagonal is long, at least 1. The default leaves it to
    ``simulation_hexahedral_resolution``, and so do properties that give that."""

    mesh_collision_props: schemas.MeshCollisionPropertiesCfg | None = None
    """How the collider approximates the mesh; None takes what suits the shape."""


@clone
def spawn_mesh_cuboid(
    prim_path: str,
    cfg: MeshCuboidCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn a mesh of a box. The arguments are those of :func:`pippin.sim.spawn`."""
    import trimesh

    check_sizes(cfg, *cfg.size)
    mesh = trimesh.creation.box(extents=cfg.size)
    return spawn_mesh(prim_path, cfg, mesh, schemas.BoundingCubePropertiesCfg(), translation, orientation)


@configclass
class MeshCuboidCfg(MeshCfg):
    """A mesh of a box."""

    func: Callable[..., Usd.Prim] = spawn_mesh_cuboid

    size: tuple[float, float, float] = MISSING
    """Lengths of its edges along x, y and z [m]."""


@clone
def spawn_mesh_rectangle(
    prim_path: str,
    cfg: MeshRectangleCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn a mesh of a flat rectangle. The arguments are those of :func:`pippin.sim.spawn`."""
    import trimesh

    check_sizes(cfg, *cfg.size)
    x, y = cfg.size[0] / 2, cfg.size[1] / 2
    corners = [(-x, -y, 0.0), (x, -y, 0.0), (x, y, 0.0), (-x, y, 0.0)]
    mesh = trimesh.Trimesh(corners, [(0, 1, 2), (0, 2, 3)], process=False)
    return spawn_mesh(prim_path, cfg, mesh, schemas.TriangleMeshPropertiesCfg(), translation, orientation)


@configclass
class MeshRectangleCfg(MeshCfg):
    """A mesh of a flat rectangle in the plane of x and y, about the origin, which faces up."""

    func: Callable[..., Usd.Prim] = spawn_mesh_rectangle

    size: tuple[float, float] = MISSING
    """Lengths of its edges along x and y [m]."""


@clone
def spawn_mesh_sphere(
    prim_path: str,
    cfg: MeshSphereCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn a mesh of a sphere. The arguments are those of :func:`pippin.sim.spawn`."""
    import trimesh

    check_sizes(cfg, cfg.radius)
    mesh = trimesh.creation.uv_sphere(radius=cfg.radius)
    return spawn_mesh(prim_path, cfg, mesh, schemas.BoundingSpherePropertiesCfg(), translation, orientation)


@configclass
class MeshSphereCfg(MeshCfg):
    """A mesh of a sphere."""

    func: Callable[..., Usd.Prim] = spawn_mesh_sphere

    radius: float = MISSING
    """Radius [m]."""


@clone
def spawn_mesh_cylinder(
    prim_path: str,
    cfg: MeshCylinderCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn a mesh of a cylinder. The arguments are those of :func:`pippin.sim.spawn`."""
    import trimesh

    check_sizes(cfg, cfg.radius, cfg.height)
    mesh = _along_axis(cfg, trimesh.creation.cylinder(radius=cfg.radius, height=cfg.height))
    return spawn_mesh(prim_path, cfg, mesh, schemas.ConvexHullPropertiesCfg(), translation, orientation)


@configclass
class MeshCylinderCfg(MeshCfg):
    """A mesh of a cylinder."""

    func: Callable[..., Usd.Prim] = spawn_mesh_cylinder

    radius: float = MISSING
    """Radius [m]."""

    height: float = MISSING
    """Height [m]."""

    axis: Literal["X", "Y", "Z"] = "Z"
    """Axis that it lies along."""


@clone
def spawn_mesh_capsule(
    prim_path: str,
    cfg: MeshCapsuleCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn a mesh of a capsule. The arguments are those of :func:`pippin.sim.spawn`."""
    import trimesh

    check_sizes(cfg, cfg.radius, cfg.height)
    mesh = _along_axis(cfg, trimesh.creation.capsule(radius=cfg.radius, height=cfg.height))
    return spawn_mesh(prim_path, cfg, mesh, schemas.ConvexHullPropertiesCfg(), translation, orientation)


@configclass
class MeshCapsuleCfg(MeshCfg):
    """A mesh of a cylinder with half a sphere at each end."""

    func: Callable[..., Usd.Prim] = spawn_mesh_capsule

    radius: float = MISSING
    """Radius [m]."""

    height: float = MISSING
    """Height without the ends [m]."""

    axis: Literal["X", "Y", "Z"] = "Z"
    """Axis that it lies along."""


@clone
def spawn_mesh_cone(
    prim_path: str,
    cfg: MeshConeCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn a mesh of a cone, the middle of its height at the origin of its frame.

    The arguments are those of :func:`pippin.sim.spawn`.
    """
    import trimesh

    check_sizes(cfg, cfg.radius, cfg.height)
    mesh = trimesh.creation.cone(radius=cfg.radius, height=cfg.height)
    mesh.apply_translation((0.0, 0.0, -cfg.height / 2))
    mesh = _along_axis(cfg, mesh)
    return spawn_mesh(prim_path, cfg, mesh, schemas.ConvexHullPropertiesCfg(), translation, orientation)


@configclass
class MeshConeCfg(MeshCfg):
    """A mesh of a cone with its tip in the direction of its axis."""

    func: Callable[..., Usd.Prim] = spawn_mesh_cone

    radius: float = MISSING
    """Radius of the base [m]."""

    height: float = MISSING
    """Height [m]."""

    axis: Literal["X", "Y", "Z"] = "Z"
    """Axis that it lies along."""


@clone
def spawn_mesh_triangles(
    prim_path: str,
    cfg: MeshTrianglesCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn a mesh of given triangles. The arguments are those of :func:`pippin.sim.spawn`.

    Raises:
        ValueError: The vertices or faces are malformed.
    """
    import trimesh

    vertices, faces = np.asarray(cfg.vertices, dtype=np.float64), np.asarray(cfg.faces)
    if vertices.ndim != 2 or vertices.shape[1] != 3 or not np.isfinite(vertices).all():
        raise ValueError(f"MeshTrianglesCfg.vertices has the shape {vertices.shape}: it should be (n, 3), all finite.")
    if faces.ndim != 2 or faces.shape[1] != 3 or not np.issubdtype(faces.dtype, np.integer):
        raise ValueError(
            f"MeshTrianglesCfg.faces has the shape {faces.shape} and type {faces.dtype}: it should be (m, 3), integers."
        )
    if len(faces) == 0 or faces.min() < 0 or faces.max() >= len(vertices):
        raise ValueError(
            f"MeshTrianglesCfg.faces should hold indices of the {len(vertices)} vertices, one face or more."
        )
    mesh = trimesh.Trimesh(vertices, faces, process=False)
    approximation = schemas.TriangleMeshPropertiesCfg()
    return spawn_mesh(prim_path, cfg, mesh, approximation, translation, orientation, parent="")


@configclass
class MeshTrianglesCfg(MeshCfg):
    """A mesh of given triangles. Its collider is the mesh itself, unless ``mesh_collision_props`` says otherwise."""

    func: Callable[..., Usd.Prim] = spawn_mesh_triangles

    vertices: Any = MISSING
    """Positions of the vertices in the frame of the prim [m], array of shape (n, 3)."""

    faces: Any = MISSING
    """Vertices of each triangle, counter-clockwise as seen from outside, array of integers of shape (m, 3)."""


def _along_axis(cfg: MeshCylinderCfg | MeshCapsuleCfg | MeshConeCfg, mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """Turn a mesh that lies along z, by exchanging its coordinates in a cycle."""
    axis = "XYZ".find(cfg.axis.upper())
    if axis < 0 or len(cfg.axis) != 1:
        raise ValueError(f"{type(cfg).__name__}.axis is {cfg.axis!r}: it should be 'X', 'Y' or 'Z'.")
    mesh.vertices = np.roll(mesh.vertices, axis + 1, axis=1)
    return mesh


def spawn_mesh(
    prim_path: str,
    cfg: MeshCfg,
    mesh: trimesh.Trimesh,
    approximation: schemas.MeshCollisionPropertiesCfg,
    translation: Sequence[float] | None,
    orientation: Sequence[float] | None,
    parent: str = "/geometry",
    scale: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn a body with a mesh, for spawners of shapes that are not here.

    Args:
        prim_path: Path of the new prim.
        cfg: Config of the body.
        mesh: Its triangles, in its frame [m].
        approximation: How the collider approximates the mesh, unless the config says it.
        translation: Position in the parent's frame [m], shape (3,).
        orientation: Orientation in the parent's frame (x, y, z, w), shape (4,).
        parent: Path of the prim below the new one that the mesh is in.
        scale: Scale of the mesh along its own axes, shape (3,).

    Raises:
        ValueError: The properties do not go together, or there is a prim at the path.
    """
    if not cfg.edge_refinement >= 1.0:
        name = f"{type(cfg).__name__}.edge_refinement"
        raise ValueError(f"{name} is {cfg.edge_refinement!r}. Mesh edge refinement must be at least 1.0.")
    if is_soft(cfg):
        check_soft_body(cfg)
    attributes = {
        "points": Vt.Vec3fArray.FromNumpy(np.asarray(mesh.vertices, dtype=np.float32)),
        "faceVertexIndices": Vt.IntArray.FromNumpy(np.asarray(mesh.faces, dtype=np.int32).reshape(-1)),
        "faceVertexCounts": Vt.IntArray(len(mesh.faces), 3),
        "subdivisionScheme": "none",
    }
    prim = spawn_geometry(prim_path, cfg, "Mesh", attributes, translation, orientation, scale, parent=parent)
    mesh_path = f"{prim_path}{parent}/mesh"
    if is_soft(cfg):
        make_soft(mesh_path, cfg, mesh.extents)
    elif cfg.collision_props is not None:
        schemas.define_given_mesh_collision(mesh_path, cfg.mesh_collision_props, approximation)
    return prim
