"""Names of isaaclab.sensors.frame_transformer.frame_transformer."""

from pippin.sensors import FrameTransformer

__all__ = ["FrameTransformer"]
