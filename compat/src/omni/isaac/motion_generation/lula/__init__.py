"""Older names of isaacsim.robot_motion.motion_generation.lula."""

from isaacsim.robot_motion.motion_generation.lula import *  # noqa: F403
from isaacsim.robot_motion.motion_generation.lula import __all__ as __all__
