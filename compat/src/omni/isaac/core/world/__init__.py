"""Older names of isaacsim.core.api."""

from isaacsim.core.api import World

__all__ = ["World"]
