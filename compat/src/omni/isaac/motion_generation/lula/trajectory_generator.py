"""Older names of isaacsim.robot_motion.motion_generation.lula.trajectory_generator."""

from isaacsim.robot_motion.motion_generation.lula.trajectory_generator import *  # noqa: F403
