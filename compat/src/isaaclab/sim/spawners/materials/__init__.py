"""Materials, under Isaac Lab's names."""

from pippin.sim.spawners import (
    GlassMdlCfg,
    MdlFileCfg,
    PhysicsMaterialCfg,
    PreviewSurfaceCfg,
    RigidBodyMaterialCfg,
    VisualMaterialCfg,
    spawn_from_mdl_file,
    spawn_preview_surface,
    spawn_rigid_body_material,
)

__all__ = [
    "GlassMdlCfg",
    "MdlFileCfg",
    "PhysicsMaterialCfg",
    "PreviewSurfaceCfg",
    "RigidBodyMaterialCfg",
    "VisualMaterialCfg",
    "spawn_from_mdl_file",
    "spawn_preview_surface",
    "spawn_rigid_body_material",
]
