"""Older names of isaacsim.robot_motion.motion_generation.path_planner_visualizer."""

from isaacsim.robot_motion.motion_generation.path_planner_visualizer import *  # noqa: F403
