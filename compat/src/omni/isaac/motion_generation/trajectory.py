"""Older names of isaacsim.robot_motion.motion_generation.trajectory."""

from isaacsim.robot_motion.motion_generation.trajectory import *  # noqa: F403
