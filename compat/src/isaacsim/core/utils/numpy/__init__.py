"""Names of isaacsim.core.utils.numpy."""

from . import rotations

__all__ = ["rotations"]
