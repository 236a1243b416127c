"""Older names of isaacsim.core.api.objects.cylinder."""

from isaacsim.core.api.objects.cylinder import DynamicCylinder, FixedCylinder, VisualCylinder

__all__ = ["DynamicCylinder", "FixedCylinder", "VisualCylinder"]
