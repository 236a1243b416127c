"""Older names of isaacsim.core.api.materials."""

from isaacsim.core.api.materials import PhysicsMaterial, PreviewSurface

__all__ = ["PhysicsMaterial", "PreviewSurface"]
