"""Spawners and their configs, under Isaac Lab's names."""

from pippin.sim.spawners import MultiAssetSpawnerCfg, MultiUsdFileCfg, spawn_multi_asset, spawn_multi_usd_file

__all__ = ["MultiAssetSpawnerCfg", "MultiUsdFileCfg", "spawn_multi_asset", "spawn_multi_usd_file"]
