"""Older names of isaacsim.robot_motion.motion_generation.path_planning_interface."""

from isaacsim.robot_motion.motion_generation.path_planning_interface import *  # noqa: F403
