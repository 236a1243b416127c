"""Spawners, under Isaac Lab's names."""

from pippin.sim.spawners import spawn_capsule, spawn_cone, spawn_cuboid, spawn_cylinder, spawn_sphere

__all__ = ["spawn_capsule", "spawn_cone", "spawn_cuboid", "spawn_cylinder", "spawn_sphere"]
