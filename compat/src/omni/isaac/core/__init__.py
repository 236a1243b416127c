"""Older names of isaacsim.core.api."""

from isaacsim.core.api import SimulationContext, World

__all__ = ["SimulationContext", "World"]
