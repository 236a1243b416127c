"""Names of isaaclab.renderers."""

from pippin.sensors.camera import RenderBufferKind, RenderBufferSpec, RendererCfg

__all__ = ["RenderBufferKind", "RenderBufferSpec", "RendererCfg"]
