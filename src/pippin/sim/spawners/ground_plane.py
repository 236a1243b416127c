"""The ground."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pxr import Usd, UsdGeom

from pippin.utils import configclass

from .. import schemas
from ..prims import create_prim
from .binding import bind_physics_material, bind_visual_material
from .cfg import SpawnerCfg
from .material_fragments import AnyPhysicsMaterial, spawn_physics_material
from .physics_materials import RigidBodyMaterialCfg
from .placement import clone
from .visual_materials import PreviewSurfaceCfg


@clone
def spawn_ground_plane(
    prim_path: str,
    cfg: GroundPlaneCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn a plane that is infinite for physics and has a size for the eye, its normal along z of its frame.

    The arguments are those of :func:`pippin.sim.spawn`.

    Raises:
        ValueError: The size is not positive, or a value is out of range.
    """
    if not all(0.0 < length < float("inf") for length in cfg.size):
        raise ValueError(f"GroundPlaneCfg.size is {cfg.size!r}: it should be two positive lengths.")
    prim = create_prim(prim_path, "Xform", translation=translation, orientation=orientation)
    plane_path = f"{prim_path}/GroundPlane/CollisionPlane"  # as Isaac Sim's file has it: filters of contacts name it
    plane = create_prim(plane_path, "Plane", attributes={"axis": "Z", "width": cfg.size[0], "length": cfg.size[1]})
    boundable = UsdGeom.Boundable(plane)
    boundable.CreateExtentAttr(UsdGeom.Boundable.ComputeExtentFromPlugins(boundable, Usd.TimeCode.Default()))
    schemas.define_collision_properties(plane_path, schemas.CollisionPropertiesCfg())
    spawn_physics_material(f"{prim_path}/physicsMaterial", cfg.physics_material)
    bind_physics_material(plane_path, f"{prim_path}/physicsMaterial")
    if cfg.color is not None:
        surface = PreviewSurfaceCfg(diffuse_color=cfg.color, roughness=0.9)
        surface.func(f"{prim_path}/visualMaterial", surface)
        bind_visual_material(plane_path, f"{prim_path}/visualMaterial")
    return prim


@configclass
class GroundPlaneCfg(SpawnerCfg):
    """A plane to stand on."""

    func: Callable[..., Usd.Prim] = spawn_ground_plane

    size: tuple[float, float] = (100.0, 100.0)
    """Lengths along x and y of what is seen of it [m]."""

    color: tuple[float, float, float] | None = (0.0, 0.0, 0.0)
    """Colour in linear RGB; None leaves it to the viewer."""

    physics_material: AnyPhysicsMaterial = RigidBodyMaterialCfg()
    """Physics material."""
