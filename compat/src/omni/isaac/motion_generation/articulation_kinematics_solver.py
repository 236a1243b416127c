"""Older names of isaacsim.robot_motion.motion_generation.articulation_kinematics_solver."""

from isaacsim.robot_motion.motion_generation.articulation_kinematics_solver import *  # noqa: F403
