"""Names of isaaclab.sensors.frame_transformer.frame_transformer_data."""

from pippin.sensors import FrameTransformerData

__all__ = ["FrameTransformerData"]
