"""Cameras: what they see, in all environments at once."""

from .buffers import RenderBufferKind, RenderBufferSpec
from .camera import Camera, CameraCfg
from .data import CameraData
from .newton_renderer import NewtonWarpRendererCfg, RendererCfg
from .renderer import Renderer

TiledCamera = Camera
"""Another name of :class:`Camera`, which always draws for all environments in one go."""

TiledCameraCfg = CameraCfg
"""Another name of :class:`CameraCfg`."""

__all__ = [
    "Camera",
    "CameraCfg",
    "CameraData",
    "NewtonWarpRendererCfg",
    "RenderBufferKind",
    "RenderBufferSpec",
    "Renderer",
    "RendererCfg",
    "TiledCamera",
    "TiledCameraCfg",
]
