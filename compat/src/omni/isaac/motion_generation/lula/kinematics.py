"""Older names of isaacsim.robot_motion.motion_generation.lula.kinematics."""

from isaacsim.robot_motion.motion_generation.lula.kinematics import *  # noqa: F403
