"""Poses of frames in the frame of a body."""

from .data import FrameTransformerData
from .frame_transformer import FrameTransformer, FrameTransformerCfg

__all__ = ["FrameTransformer", "FrameTransformerCfg", "FrameTransformerData"]
