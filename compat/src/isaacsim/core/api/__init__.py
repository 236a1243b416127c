"""Names of isaacsim.core.api."""

from .simulation_context import SimulationContext
from .world import World

__all__ = ["SimulationContext", "World"]
