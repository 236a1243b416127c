"""Spawners and their configs, under Isaac Lab's names."""

from pippin.sim.spawners import (
    CylinderLightCfg,
    DiskLightCfg,
    DistantLightCfg,
    DomeLightCfg,
    LightCfg,
    SphereLightCfg,
    spawn_light,
)

__all__ = [
    "CylinderLightCfg",
    "DiskLightCfg",
    "DistantLightCfg",
    "DomeLightCfg",
    "LightCfg",
    "SphereLightCfg",
    "spawn_light",
]
