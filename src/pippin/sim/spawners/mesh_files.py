"""Bodies whose shape is a mesh of a file, or of a program's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import MISSING
from pathlib import Path
from typing import Any

import numpy as np
from pxr import Usd, UsdGeom, Vt

from pippin.utils import configclass
from pippin.utils.lazy_modules import trimesh

from .. import schemas
from ..prims import create_prim
from .binding import bind_physics_material, bind_visual_material
from .cfg import RigidObjectSpawnerCfg
from .material_fragments import AnyPhysicsMaterial, spawn_physics_material
from .placement import clone
from .shapes import resolve_material_path
from .visual_materials import VisualMaterialCfg


@clone
def spawn_mesh_file(
    prim_path: str,
    cfg: MeshFileCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn a mesh at ``mesh`` below the path. The arguments are those of :func:`pippin.sim.spawn`.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file holds no triangles, or the vertices or faces are malformed.
    """
    mesh, colors = _read(cfg)
    prim = create_prim(prim_path, "Xform", translation=translation, orientation=orientation, scale=cfg.scale)
    mesh_path = f"{prim_path}/mesh"
    attributes = {
        "points": Vt.Vec3fArray.FromNumpy(np.asarray(mesh.vertices, dtype=np.float32)),
        "faceVertexIndices": Vt.IntArray.FromNumpy(np.asarray(mesh.faces, dtype=np.int32).reshape(-1)),
        "faceVertexCounts": Vt.IntArray(len(mesh.faces), 3),
        "subdivisionScheme": "none",
    }
    shape = UsdGeom.Mesh(create_prim(mesh_path, "Mesh", attributes=attributes))
    shape.CreateExtentAttr(UsdGeom.Boundable.ComputeExtentFromPlugins(shape, Usd.TimeCode.Default()))
    if colors is not None:
        primvar = shape.CreateDisplayColorPrimvar(UsdGeom.Tokens.vertex)
        primvar.Set(Vt.Vec3fArray.FromNumpy(np.ascontiguousarray(colors, dtype=np.float32)))
    if cfg.collision_props is not None:
        schemas.define_given_properties("collision_props", mesh_path, cfg.collision_props)
        exact = schemas.TriangleMeshPropertiesCfg()
        schemas.define_given_mesh_collision(mesh_path, cfg.mesh_collision_props, exact)
    _spawn_materials(prim_path, mesh_path, cfg)
    for name in ("mass_props", "rigid_props"):
        if getattr(cfg, name) is not None:
            schemas.define_given_properties(name, prim_path, getattr(cfg, name))
    return prim


def _read(cfg: MeshFileCfg) -> tuple[Any, np.ndarray | None]:
    """Triangles, and the colours of their vertices, 0 to 1, shape (num_vertices, 3), where there are any."""
    given: Any = cfg.mesh
    mesh: Any
    if isinstance(given, str):
        path = Path(given).expanduser()
        if not path.is_file():
            raise FileNotFoundError(f"'mesh' of MeshFileCfg is '{given}'; expected a file on this machine.")
        mesh = trimesh.load(path, force="mesh", process=False)
    elif isinstance(given, MeshFileCfg.TriangleMeshCfg):
        mesh = trimesh.Trimesh(np.asarray(given.vertices, float), np.asarray(given.faces), process=False)
    else:
        mesh = given.mesh
    if len(mesh.faces) == 0 or mesh.faces.min() < 0 or mesh.faces.max() >= len(mesh.vertices):
        raise ValueError("The mesh of a MeshFileCfg has no triangles, or some of vertices that it lacks.")
    colors = getattr(given, "vertex_colors", None)
    if colors is None:
        is_colored = isinstance(mesh.visual, trimesh.visual.ColorVisuals) and mesh.visual.kind == "vertex"
        colors = mesh.visual.vertex_colors if is_colored else None
    if colors is None:
        return mesh, None
    colors = np.asarray(colors, dtype=float)[:, :3]
    if len(colors) != len(mesh.vertices):
        raise ValueError(f"'vertex_colors' has {len(colors)} rows; expected one for each of {len(mesh.vertices)}.")
    return mesh, colors / 255.0 if colors.max() > 1.0 else colors


def _spawn_materials(prim_path: str, mesh_path: str, cfg: MeshFileCfg) -> None:
    """Make the materials of a mesh and bind them to it."""
    if cfg.visual_material is not None:
        path = resolve_material_path(prim_path, cfg.visual_material_path)
        cfg.visual_material.func(path, cfg.visual_material)
        bind_visual_material(mesh_path, path)
    if cfg.physics_material is not None:
        path = resolve_material_path(prim_path, cfg.physics_material_path)
        spawn_physics_material(path, cfg.physics_material)
        bind_physics_material(mesh_path, path)


@configclass
class MeshFileCfg(RigidObjectSpawnerCfg):
    """A mesh of a file, or of triangles; only seen unless ``collision_props`` lets it collide."""

    @configclass
    class TriangleMeshCfg:
        """Triangles."""

        vertices: Any = MISSING
        """Positions of the vertices in the frame of the prim [m], array of shape (n, 3)."""

        faces: Any = MISSING
        """Vertices of each triangle, counter-clockwise as seen from outside, array of integers of shape (m, 3)."""

        vertex_colors: Any = None
        """Colours of the vertices, 0 to 1 or 0 to 255, array of shape (n, 3 or 4)."""

    @configclass
    class TrimeshObjectCfg:
        """A mesh of trimesh, with the colours of its vertices."""

        mesh: Any = MISSING
        """The mesh."""

    func: Callable[..., Usd.Prim] = spawn_mesh_file

    mesh: str | TriangleMeshCfg | TrimeshObjectCfg = MISSING
    """A file that trimesh reads (.obj, .stl, .ply, .glb), or triangles."""

    scale: tuple[float, float, float] | None = None
    """Scale along its own axes."""

    mesh_collision_props: Any = None
    """How the collider approximates the mesh; None takes the triangles themselves."""

    visual_material_path: str = "visualMaterial"
    """Path of the visual material, below the prim unless it begins with a slash."""

    visual_material: VisualMaterialCfg | None = None
    """What it looks like."""

    physics_material_path: str = "physicsMaterial"
    """Path of the physics material, below the prim unless it begins with a slash."""

    physics_material: AnyPhysicsMaterial = None
    """Friction and restitution."""
