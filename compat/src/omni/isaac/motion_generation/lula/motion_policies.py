"""Older names of isaacsim.robot_motion.motion_generation.lula.motion_policies."""

from isaacsim.robot_motion.motion_generation.lula.motion_policies import *  # noqa: F403
