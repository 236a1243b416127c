"""Configurations of kinematics, motion policies and planners for robots, shipped ones or those of a folder."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pippin.robots
from pippin.motion.config_folders import find_configs, load_config

logger = logging.getLogger("pippin")

__all__ = [
    "get_supported_robot_path_planner_pairs",
    "get_supported_robot_policy_pairs",
    "get_supported_robots_with_lula_kinematics",
    "get_supported_robots_with_lula_rmpflow",
    "load_supported_lula_kinematics_solver_config",
    "load_supported_lula_rmpflow_config",
    "load_supported_motion_policy_config",
    "load_supported_path_planner_config",
]

POLICIES = Path(pippin.robots.__file__).parent / "motion_policy_configs"
"""Folder of the motion policies that Pippin ships."""

PLANNERS = Path(pippin.robots.__file__).parent / "path_planner_configs"
"""Folder of the path planners that Pippin ships."""

RMPFLOW = "RMPflow"
"""Name of the motion policy whose configurations hold a robot description and a URDF, which kinematics needs too."""


def get_supported_robot_policy_pairs(policy_config_dir: str | None = None) -> dict[str, list[str]]:
    """Names of the motion policies that a folder has configurations of, by name of the robot."""
    return _pairs(policy_config_dir, POLICIES)


def get_supported_robots_with_lula_rmpflow(policy_config_dir: str | None = None) -> list[str]:
    """Names of the robots that a folder has configurations of RMPflow for."""
    pairs = get_supported_robot_policy_pairs(policy_config_dir)
    return [robot for robot, names in pairs.items() if RMPFLOW.casefold() in map(str.casefold, names)]


def get_supported_robots_with_lula_kinematics(policy_config_dir: str | None = None) -> list[str]:
    """Names of the robots that a folder has a robot description and a URDF for."""
    return get_supported_robots_with_lula_rmpflow(policy_config_dir)


def load_supported_motion_policy_config(
    robot_name: str, policy_name: str, policy_config_dir: str | None = None
) -> dict[str, Any] | None:
    """Arguments of a motion policy for a robot; None, and an error in the log, where there is no such one."""
    return _load(policy_config_dir or POLICIES, robot_name, policy_name)


def load_supported_lula_rmpflow_config(robot_name: str, policy_config_dir: str | None = None) -> dict[str, Any] | None:
    """Arguments of RMPflow for a robot, or None; see :func:`load_supported_motion_policy_config`."""
    return load_supported_motion_policy_config(robot_name, RMPFLOW, policy_config_dir)


def load_supported_lula_kinematics_solver_config(
    robot_name: str, policy_config_dir: str | None = None
) -> dict[str, Any] | None:
    """Arguments of the kinematics of a robot, paths of its robot description and of its URDF, or None, likewise."""
    config = load_supported_lula_rmpflow_config(robot_name, policy_config_dir)
    return None if config is None else {key: config[key] for key in ("robot_description_path", "urdf_path")}


def get_supported_robot_path_planner_pairs(policy_config_dir: str | None = None) -> dict[str, list[str]]:
    """Names of the path planners that a folder has configurations of, by name of the robot."""
    return _pairs(policy_config_dir, PLANNERS)


def load_supported_path_planner_config(
    robot_name: str, planner_name: str, policy_config_dir: str | None = None
) -> dict[str, Any] | None:
    """Arguments of a path planner for a robot, or None, likewise."""
    return _load(policy_config_dir or PLANNERS, robot_name, planner_name)


def _load(folder: str | Path, robot: str, algorithm: str) -> dict[str, Any] | None:
    algorithms = {name.casefold(): kinds for name, kinds in find_configs(folder).items()}.get(robot.casefold(), {})
    if algorithm.casefold() not in map(str.casefold, algorithms):
        there_is = ", ".join(f"{name} ({', '.join(kinds)})" for name, kinds in find_configs(folder).items())
        logger.error("'%s' has no configuration of %s for '%s'; it has: %s.", folder, algorithm, robot, there_is)
        return None
    return load_config(folder, robot, algorithm)


def _pairs(folder: str | None, shipped: Path) -> dict[str, list[str]]:
    return {robot: list(algorithms) for robot, algorithms in find_configs(folder or shipped).items()}
