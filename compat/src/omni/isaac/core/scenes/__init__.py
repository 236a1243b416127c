"""Older names of isaacsim.core.api.scenes."""

from isaacsim.core.api.scenes import Scene

__all__ = ["Scene"]
