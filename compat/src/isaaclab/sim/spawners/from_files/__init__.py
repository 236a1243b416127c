"""Spawners and their configs, under Isaac Lab's names."""

from pippin.sim.spawners import (
    FileCfg,
    GroundPlaneCfg,
    MjcfFileCfg,
    UrdfFileCfg,
    UsdFileCfg,
    spawn_from_mjcf,
    spawn_from_urdf,
    spawn_from_usd,
    spawn_ground_plane,
)

__all__ = [
    "FileCfg",
    "GroundPlaneCfg",
    "MjcfFileCfg",
    "UrdfFileCfg",
    "UsdFileCfg",
    "spawn_from_mjcf",
    "spawn_from_urdf",
    "spawn_from_usd",
    "spawn_ground_plane",
]
