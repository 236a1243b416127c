"""Cameras: what they see, in all environments at once."""

from .buffers import RenderBufferKind, RenderBufferSpec
from .data import CameraData

__all__ = ["CameraData", "RenderBufferKind", "RenderBufferSpec"]
