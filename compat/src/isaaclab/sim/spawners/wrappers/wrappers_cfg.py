"""Configs of spawners, under Isaac Lab's names."""

from pippin.sim.spawners import MultiAssetSpawnerCfg, MultiUsdFileCfg

__all__ = ["MultiAssetSpawnerCfg", "MultiUsdFileCfg"]
