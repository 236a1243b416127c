"""Older names of isaacsim.core.api.objects.cuboid."""

from isaacsim.core.api.objects.cuboid import DynamicCuboid, FixedCuboid, VisualCuboid

__all__ = ["DynamicCuboid", "FixedCuboid", "VisualCuboid"]
