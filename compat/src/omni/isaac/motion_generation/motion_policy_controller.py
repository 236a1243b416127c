"""Older names of isaacsim.robot_motion.motion_generation.motion_policy_controller."""

from isaacsim.robot_motion.motion_generation.motion_policy_controller import *  # noqa: F403
