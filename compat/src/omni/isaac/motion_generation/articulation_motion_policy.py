"""Older names of isaacsim.robot_motion.motion_generation.articulation_motion_policy."""

from isaacsim.robot_motion.motion_generation.articulation_motion_policy import *  # noqa: F403
