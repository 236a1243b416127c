"""Names of isaacsim.core.api.robots."""

from .robot import Robot

__all__ = ["Robot"]
