"""Older names of isaacsim.core.api.objects.sphere."""

from isaacsim.core.api.objects.sphere import DynamicSphere, FixedSphere, VisualSphere

__all__ = ["DynamicSphere", "FixedSphere", "VisualSphere"]
