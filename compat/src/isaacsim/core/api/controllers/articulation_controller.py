"""Names of isaacsim.core.api.controllers.articulation_controller."""

from pippin.objects import ArticulationController

__all__ = ["ArticulationController"]
