"""Older names of isaacsim.robot_motion.motion_generation.lula.path_planners."""

from isaacsim.robot_motion.motion_generation.lula.path_planners import *  # noqa: F403
