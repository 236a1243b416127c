"""Configs of spawners, under Isaac Lab's names."""

from pippin.sim.spawners import FisheyeCameraCfg, PinholeCameraCfg, SensorFrameCfg

__all__ = ["FisheyeCameraCfg", "PinholeCameraCfg", "SensorFrameCfg"]
