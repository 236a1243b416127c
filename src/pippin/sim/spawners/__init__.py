"""Spawners: from a config to prims on the stage."""

from .binding import bind_physics_material, bind_visual_material
from .cfg import RigidObjectSpawnerCfg, SpawnerCfg
from .ground_plane import GroundPlaneCfg, spawn_ground_plane
from .physics_materials import PhysicsMaterialCfg, RigidBodyMaterialCfg, spawn_rigid_body_material
from .placement import clone, spawn
from .shapes import (
    CapsuleCfg,
    ConeCfg,
    CuboidCfg,
    CylinderCfg,
    ShapeCfg,
    SphereCfg,
    spawn_capsule,
    spawn_cone,
    spawn_cuboid,
    spawn_cylinder,
    spawn_sphere,
)
from .visual_materials import (
    GlassMdlCfg,
    MdlFileCfg,
    PreviewSurfaceCfg,
    VisualMaterialCfg,
    spawn_from_mdl_file,
    spawn_glass,
    spawn_preview_surface,
)

__all__ = [
    "CapsuleCfg",
    "ConeCfg",
    "CuboidCfg",
    "CylinderCfg",
    "GlassMdlCfg",
    "GroundPlaneCfg",
    "MdlFileCfg",
    "PhysicsMaterialCfg",
    "PreviewSurfaceCfg",
    "RigidBodyMaterialCfg",
    "RigidObjectSpawnerCfg",
    "ShapeCfg",
    "SpawnerCfg",
    "SphereCfg",
    "VisualMaterialCfg",
    "bind_physics_material",
    "bind_visual_material",
    "clone",
    "spawn",
    "spawn_capsule",
    "spawn_cone",
    "spawn_cuboid",
    "spawn_cylinder",
    "spawn_from_mdl_file",
    "spawn_glass",
    "spawn_ground_plane",
    "spawn_preview_surface",
    "spawn_rigid_body_material",
    "spawn_sphere",
]
