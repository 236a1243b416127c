"""Materials, under Isaac Lab's names."""

from pippin.sim.spawners import (
    DeformableBodyMaterialCfg,
    GlassMdlCfg,
    MdlFileCfg,
    PhysicsMaterialCfg,
    PreviewSurfaceCfg,
    RigidBodyMaterialCfg,
    VisualMaterialCfg,
    spawn_deformable_body_material,
    spawn_from_mdl_file,
    spawn_preview_surface,
    spawn_rigid_body_material,
)

__all__ = [
    "DeformableBodyMaterialCfg",
    "GlassMdlCfg",
    "MdlFileCfg",
    "PhysicsMaterialCfg",
    "PreviewSurfaceCfg",
    "RigidBodyMaterialCfg",
    "VisualMaterialCfg",
    "spawn_deformable_body_material",
    "spawn_from_mdl_file",
    "spawn_preview_surface",
    "spawn_rigid_body_material",
]
