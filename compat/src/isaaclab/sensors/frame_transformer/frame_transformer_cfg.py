"""Names of isaaclab.sensors.frame_transformer.frame_transformer_cfg."""

from pippin.sensors import FrameTransformerCfg, OffsetCfg

__all__ = ["FrameTransformerCfg", "OffsetCfg"]
