"""Spawners of materials, under Isaac Lab's names."""

from pippin.sim.spawners import spawn_rigid_body_material

__all__ = ["spawn_rigid_body_material"]
