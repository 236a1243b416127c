"""Older names of isaacsim.robot_motion.motion_generation.world_interface."""

from isaacsim.robot_motion.motion_generation.world_interface import *  # noqa: F403
