"""Smooth dynamics and integration in one launch each, with a warp of threads for each environment."""

from .integration import Integration, can_integrate
from .motion import SmoothDynamics, can_drive, can_move

__all__ = ["Integration", "SmoothDynamics", "can_drive", "can_integrate", "can_move"]
