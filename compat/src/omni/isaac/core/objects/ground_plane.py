"""Older names of isaacsim.core.api.objects.ground_plane."""

from isaacsim.core.api.objects.ground_plane import GroundPlane

__all__ = ["GroundPlane"]
