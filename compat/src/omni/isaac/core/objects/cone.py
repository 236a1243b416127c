"""Older names of isaacsim.core.api.objects.cone."""

from isaacsim.core.api.objects.cone import DynamicCone, FixedCone, VisualCone

__all__ = ["DynamicCone", "FixedCone", "VisualCone"]
