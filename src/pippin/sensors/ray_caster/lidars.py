"""Lidars as ray casters: isaaclab_assets 3.0.0, sensors/velodyne.py and robots/anymal.py."""

from __future__ import annotations

from .patterns import LidarPatternCfg
from .ray_caster import RayCasterCfg

__all__ = ["ANYMAL_LIDAR_CFG", "VELODYNE_VLP_16_RAYCASTER_CFG"]

VELODYNE_VLP_16_RAYCASTER_CFG = RayCasterCfg(
    ray_alignment="base",
    pattern_cfg=LidarPatternCfg(
        channels=16, vertical_fov_range=(-15.0, 15.0), horizontal_fov_range=(-180.0, 180.0), horizontal_res=0.2
    ),
    debug_vis=True,
    max_distance=100,
)
"""Velodyne Puck (VLP-16), with the numbers of its data sheet 63-9229 Rev. K."""

ANYMAL_LIDAR_CFG = VELODYNE_VLP_16_RAYCASTER_CFG.replace(
    offset=RayCasterCfg.OffsetCfg(pos=(-0.310, 0.000, 0.159), rot=(0.0, 0.0, 1.0, 0.0))
)
"""The Velodyne Puck on ANYmal's back, which looks backwards."""
