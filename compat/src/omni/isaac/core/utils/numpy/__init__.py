"""Older names of isaacsim.core.utils.numpy."""

from isaacsim.core.utils.numpy import rotations

__all__ = ["rotations"]
