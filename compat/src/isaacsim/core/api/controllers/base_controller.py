"""Names of isaacsim.core.api.controllers.base_controller."""

from pippin.motion.articulation_policy import BaseController

__all__ = ["BaseController"]
