"""Older names of isaacsim.robot_motion.motion_generation.motion_policy_interface."""

from isaacsim.robot_motion.motion_generation.motion_policy_interface import *  # noqa: F403
