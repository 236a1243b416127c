"""Configs of materials, under Isaac Lab's names."""

from pippin.sim.spawners import DeformableBodyMaterialCfg, PhysicsMaterialCfg, RigidBodyMaterialCfg

__all__ = [
    "DeformableBodyMaterialCfg",
    "PhysicsMaterialCfg",
    "RigidBodyMaterialCfg",
]
