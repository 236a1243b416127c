"""Spawners of meshes that Isaac Lab keeps to itself and that programs call nevertheless."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from pxr import Usd

from pippin.sim import schemas
from pippin.sim.spawners.meshes import MeshCfg, spawn_mesh

from .lab_stage import use_stage

if TYPE_CHECKING:
    import trimesh


def spawn_mesh_geom_from_mesh(
    prim_path: str,
    cfg: MeshCfg,
    mesh: trimesh.Trimesh,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
    scale: Sequence[float] | None = None,
    stage: Usd.Stage | None = None,
    **kwargs: Any,
) -> Usd.Prim:
    """Spawn a body whose shape is a mesh of a program's own.

    Args:
        prim_path: Path of the new prim.
        cfg: Config of the body. Its collider is the mesh's convex hull, unless it is one of spheres or boxes.
        mesh: Its triangles, in its frame [m].
        translation: Position in the parent's frame [m], shape (3,).
        orientation: Orientation in the parent's frame (x, y, z, w), shape (4,).
        scale: Scale of the mesh along its own axes, shape (3,).
        stage: Stage; None takes the current one.
        **kwargs: Options of other simulators, without effect.

    Raises:
        ValueError: There is a prim at the path, or the properties do not go together.
    """
    approximation = _APPROXIMATIONS.get(type(cfg).__name__, schemas.ConvexHullPropertiesCfg)()
    with nullcontext() if stage is None else use_stage(stage):
        return spawn_mesh(prim_path, cfg, mesh, approximation, translation, orientation, scale=scale)


_APPROXIMATIONS: dict[str, type[schemas.MeshCollisionPropertiesCfg]] = {
    "MeshSphereCfg": schemas.BoundingSpherePropertiesCfg,
    "MeshCuboidCfg": schemas.BoundingCubePropertiesCfg,
}
"""By the names of the very classes, as in Isaac Lab: programs that derive from them have other shapes."""
