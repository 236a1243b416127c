"""Spawners, under Isaac Lab's names."""

from pippin.sim.spawners import spawn_camera, spawn_sensor_frame

__all__ = ["spawn_camera", "spawn_sensor_frame"]
