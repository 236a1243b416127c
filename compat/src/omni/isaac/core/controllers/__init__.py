"""Older names of isaacsim.core.api.controllers."""

from isaacsim.core.api.controllers import ArticulationController, BaseController

__all__ = ["ArticulationController", "BaseController"]
