"""Spawners, under Isaac Lab's names."""

from pippin.sim.spawners import (
    spawn_mesh_capsule,
    spawn_mesh_cone,
    spawn_mesh_cuboid,
    spawn_mesh_cylinder,
    spawn_mesh_sphere,
)

__all__ = ["spawn_mesh_capsule", "spawn_mesh_cone", "spawn_mesh_cuboid", "spawn_mesh_cylinder", "spawn_mesh_sphere"]
