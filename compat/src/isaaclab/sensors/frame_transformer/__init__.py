"""Names of isaaclab.sensors.frame_transformer."""

from pippin.sensors import FrameTransformer, FrameTransformerCfg, FrameTransformerData, OffsetCfg

__all__ = ["FrameTransformer", "FrameTransformerCfg", "FrameTransformerData", "OffsetCfg"]
