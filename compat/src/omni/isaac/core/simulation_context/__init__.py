"""Older names of isaacsim.core.api."""

from isaacsim.core.api import SimulationContext

__all__ = ["SimulationContext"]
