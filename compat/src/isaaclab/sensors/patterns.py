"""Patterns of rays, under Isaac Lab's names."""

from pippin.sensors.ray_caster.patterns import (
    BpearlPatternCfg,
    GridPatternCfg,
    LidarPatternCfg,
    PatternBaseCfg,
    PinholeCameraPatternCfg,
    bpearl_pattern,
    grid_pattern,
    lidar_pattern,
    pinhole_camera_pattern,
)

__all__ = [
    "BpearlPatternCfg",
    "GridPatternCfg",
    "LidarPatternCfg",
    "PatternBaseCfg",
    "PinholeCameraPatternCfg",
    "bpearl_pattern",
    "grid_pattern",
    "lidar_pattern",
    "pinhole_camera_pattern",
]
