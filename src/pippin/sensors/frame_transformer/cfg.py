"""Config of the frame transformer."""

from __future__ import annotations

from dataclasses import MISSING

from pippin.sim.markers import FRAME_MARKER_CFG, VisualizationMarkersCfg
from pippin.utils import configclass

from ..sensor_base_cfg import OffsetCfg, SensorBaseCfg
from .frame_transformer import FrameTransformer


@configclass
class FrameTransformerCfg(SensorBaseCfg):
    """Which frames to report, in which frame. ``prim_path`` is the body of the source frame."""

    @configclass
    class FrameCfg:
        """A target frame, or one for each body that its expression matches."""

        prim_path: str = MISSING
        """Path of a rigid body, or an expression that matches several."""

        name: str | None = None
        """Name of the frame; None takes that of the body."""

        offset: OffsetCfg = OffsetCfg()
        """Pose of the frame in the frame of the body."""

    class_type: type[FrameTransformer] = FrameTransformer
    """Class of the sensor."""

    source_frame_offset: OffsetCfg = OffsetCfg()
    """Pose of the source frame in the frame of its body."""

    target_frames: list[FrameCfg] = MISSING
    """The frames to report."""

    visualizer_cfg: VisualizationMarkersCfg = FRAME_MARKER_CFG.replace(prim_path="/Visuals/FrameTransformer")
    """Markers of the frames."""
