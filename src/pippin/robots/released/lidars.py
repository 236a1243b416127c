"""Lidars as ray casters: isaaclab_assets 3.0.0, sensors/velodyne.py and robots/anymal.py."""

from __future__ import annotations

from pippin.sensors import RayCasterCfg, patterns


def velodyne_vlp_16_cfg() -> RayCasterCfg:
    """Velodyne Puck (VLP-16), with the numbers of its data sheet 63-9229 Rev. K."""
    return RayCasterCfg(
        ray_alignment="base",
        pattern_cfg=patterns.LidarPatternCfg(
            channels=16, vertical_fov_range=(-15.0, 15.0), horizontal_fov_range=(-180.0, 180.0), horizontal_res=0.2
        ),
        debug_vis=True,
        max_distance=100,
    )


def anymal_lidar_cfg() -> RayCasterCfg:
    """The Velodyne Puck on ANYmal's back, which looks backwards."""
    cfg = velodyne_vlp_16_cfg()
    cfg.offset = RayCasterCfg.OffsetCfg(pos=(-0.310, 0.000, 0.159), rot=(0.0, 0.0, 1.0, 0.0))
    return cfg
