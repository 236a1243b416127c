"""Older names of isaacsim.robot_motion.motion_generation."""

from isaacsim.robot_motion.motion_generation import *  # noqa: F403
from isaacsim.robot_motion.motion_generation import __all__ as __all__
