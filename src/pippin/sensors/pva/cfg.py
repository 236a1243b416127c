"""Config of sensors of pose, velocity and acceleration."""

from __future__ import annotations

from pippin.sim.markers import RED_ARROW_X_MARKER_CFG, VisualizationMarkersCfg
from pippin.utils import configclass

from ..sensor_base_cfg import OffsetCfg as FrameOffsetCfg
from ..sensor_base_cfg import SensorBaseCfg
from .pva import Pva


@configclass
class PvaCfg(SensorBaseCfg):
    """Which frame to report. ``prim_path`` is a rigid body, or a prim below one."""

    @configclass
    class OffsetCfg(FrameOffsetCfg):
        """Pose of the sensor in the frame of its prim."""

    class_type: type[Pva] = Pva
    """Class of the sensor."""

    offset: OffsetCfg = OffsetCfg()
    """Pose of the sensor in the frame of its prim."""

    visualizer_cfg: VisualizationMarkersCfg = RED_ARROW_X_MARKER_CFG.replace(prim_path="/Visuals/Command/velocity_goal")
    """Markers of the accelerations."""
