"""Configurations of motion policies and planners, from a folder."""

from __future__ import annotations

from typing import Any

from pippin.motion.config_folders import find_configs, load_config

__all__ = [
    "get_supported_robot_path_planner_pairs",
    "get_supported_robot_policy_pairs",
    "load_supported_motion_policy_config",
    "load_supported_path_planner_config",
]


def get_supported_robot_policy_pairs(policy_config_dir: str) -> dict[str, list[str]]:
    """Names of the motion policies that a folder has configurations of, by name of the robot."""
    return {robot: list(algorithms) for robot, algorithms in find_configs(policy_config_dir).items()}


def load_supported_motion_policy_config(robot_name: str, policy_name: str, policy_config_dir: str) -> dict[str, Any]:
    """Arguments of a motion policy for a robot."""
    return load_config(policy_config_dir, robot_name, policy_name)


def get_supported_robot_path_planner_pairs(policy_config_dir: str) -> dict[str, list[str]]:
    """Names of the path planners that a folder has configurations of, by name of the robot."""
    return {robot: list(algorithms) for robot, algorithms in find_configs(policy_config_dir).items()}


def load_supported_path_planner_config(robot_name: str, planner_name: str, policy_config_dir: str) -> dict[str, Any]:
    """Arguments of a path planner for a robot."""
    return load_config(policy_config_dir, robot_name, planner_name)
