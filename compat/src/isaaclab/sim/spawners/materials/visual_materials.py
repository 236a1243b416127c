"""Spawners of materials, under Isaac Lab's names."""

from pippin.sim.spawners import spawn_from_mdl_file, spawn_preview_surface

__all__ = ["spawn_from_mdl_file", "spawn_preview_surface"]
