"""Older names of isaacsim.robot_motion.motion_generation.articulation_trajectory."""

from isaacsim.robot_motion.motion_generation.articulation_trajectory import *  # noqa: F403
