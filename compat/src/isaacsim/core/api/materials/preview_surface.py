"""Names of isaacsim.core.api.materials.preview_surface."""

from pippin.objects import PreviewSurface

__all__ = ["PreviewSurface"]
