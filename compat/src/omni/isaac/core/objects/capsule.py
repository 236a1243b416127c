"""Older names of isaacsim.core.api.objects.capsule."""

from isaacsim.core.api.objects.capsule import DynamicCapsule, FixedCapsule, VisualCapsule

__all__ = ["DynamicCapsule", "FixedCapsule", "VisualCapsule"]
