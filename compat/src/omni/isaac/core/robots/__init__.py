"""Older names of isaacsim.core.api.robots."""

from isaacsim.core.api.robots import Robot

__all__ = ["Robot"]
