"""Older names of isaacsim.robot_motion.motion_generation.kinematics_interface."""

from isaacsim.robot_motion.motion_generation.kinematics_interface import *  # noqa: F403
