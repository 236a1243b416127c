"""Spawners, under Isaac Lab's names."""

from pippin.sim.spawners import spawn_multi_asset, spawn_multi_usd_file

__all__ = ["spawn_multi_asset", "spawn_multi_usd_file"]
