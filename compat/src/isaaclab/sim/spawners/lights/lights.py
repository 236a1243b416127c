"""Spawners, under Isaac Lab's names."""

from pippin.sim.spawners import spawn_light

__all__ = ["spawn_light"]
