"""Spawners of materials, under Isaac Lab's names."""

from pippin.sim.spawners import spawn_deformable_body_material, spawn_rigid_body_material

__all__ = [
    "spawn_deformable_body_material",
    "spawn_rigid_body_material",
]
