"""Spawners, under Isaac Lab's names."""

from pippin.sim.spawners import spawn_from_mjcf, spawn_from_urdf, spawn_from_usd, spawn_ground_plane

__all__ = ["spawn_from_mjcf", "spawn_from_urdf", "spawn_from_usd", "spawn_ground_plane"]
