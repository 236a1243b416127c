"""Spawners and their configs, under Isaac Lab's names."""

from pippin.sim.spawners import FisheyeCameraCfg, PinholeCameraCfg, SensorFrameCfg, spawn_camera, spawn_sensor_frame

__all__ = ["FisheyeCameraCfg", "PinholeCameraCfg", "SensorFrameCfg", "spawn_camera", "spawn_sensor_frame"]
