"""Patterns of rays: where they start and where they point in the frame of the sensor."""

from .patterns import (
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
