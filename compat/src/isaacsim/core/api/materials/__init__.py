"""Names of isaacsim.core.api.materials."""

from .physics_material import PhysicsMaterial
from .preview_surface import PreviewSurface

__all__ = ["PhysicsMaterial", "PreviewSurface"]
