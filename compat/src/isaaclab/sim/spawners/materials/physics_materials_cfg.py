"""Configs of materials, under Isaac Lab's names."""

from pippin.sim.spawners import PhysicsMaterialCfg, RigidBodyMaterialCfg

__all__ = ["PhysicsMaterialCfg", "RigidBodyMaterialCfg"]
