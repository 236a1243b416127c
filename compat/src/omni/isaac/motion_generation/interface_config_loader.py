"""Older names of isaacsim.robot_motion.motion_generation.interface_config_loader."""

from isaacsim.robot_motion.motion_generation.interface_config_loader import *  # noqa: F403
