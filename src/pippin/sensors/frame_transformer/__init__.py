"""Poses of frames in the frame of a body."""

from .cfg import FrameTransformerCfg
from .data import FrameTransformerData
from .frame_transformer import FrameTransformer

__all__ = ["FrameTransformer", "FrameTransformerCfg", "FrameTransformerData"]
