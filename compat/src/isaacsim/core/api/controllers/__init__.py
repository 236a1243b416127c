"""Names of isaacsim.core.api.controllers."""

from .articulation_controller import ArticulationController
from .base_controller import BaseController

__all__ = ["ArticulationController", "BaseController"]
