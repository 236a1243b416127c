"""Folders of configurations of motion policies and path planners, as ``interface_config_loader`` finds them."""

from __future__ import annotations

import json
import os
from os import PathLike
from pathlib import Path
from typing import Any

from pippin.utils.files import write_whole

from .description_text import description_as_yaml
from .draft import RobotDraft
from .rmpflow_text import rmpflow_config_as_yaml
from .rrt_text import rrt_config_as_yaml

POLICIES = "motion_policy_configs"
PLANNERS = "path_planner_configs"

SUBSTEP = 0.003
"""Largest time that RMPflow integrates at once [s]."""


def write_motion_configs(
    draft: RobotDraft, folder: str | PathLike[str], name: str, subfolder: str = "", example_robot_data_path: str = ""
) -> Path:
    """Write the configurations of RMPflow and RRT for a robot below ``folder``, and add the robot to their lists.

    What is there already is replaced: ``motion_policy_configs/ROBOT/rmpflow/`` with the robot description,
    ``path_planner_configs/ROBOT/rrt/``, and in both the entry of the robot in ``policy_map.json``.

    Args:
        draft: The robot.
        folder: Folder of both folders.
        name: Name of the robot, such as "Franka".
        subfolder: Folder of the robot; empty for its name in lower case.
        example_robot_data_path: Path of the URDF in the package example-robot-data; empty gives the path of the file.

    Returns:
        The robot description.
    """
    subfolder = subfolder or name.lower()
    policy, planner = Path(folder) / POLICIES / subfolder / "rmpflow", Path(folder) / PLANNERS / subfolder / "rrt"
    stem = Path(subfolder).name
    rmpflow_name, rrt_name = f"{stem}_rmpflow_common.yaml", f"{stem}_planner_config.yaml"
    for path in (policy, planner):
        path.mkdir(parents=True, exist_ok=True)
    description = policy / "robot_descriptor.yaml"
    write_whole(description, description_as_yaml(draft))
    write_whole(policy / rmpflow_name, rmpflow_config_as_yaml(draft))
    write_whole(planner / rrt_name, rrt_config_as_yaml(draft))
    for place, own, further in (
        (policy, {"robot_description_path": description.name, "rmpflow_config_path": rmpflow_name}, _RMPFLOW),
        (planner, {"robot_description_path": os.path.relpath(description, planner), "rrt_config_path": rrt_name}, {}),
    ):
        config: dict[str, Any] = {"end_effector_frame_name": draft.end_effector, **further}
        if example_robot_data_path:
            config["example_robot_data_paths"] = {"urdf_path": example_robot_data_path}
        else:
            own["urdf_path"] = os.path.relpath(draft.urdf.path.resolve(), place.resolve())
        _write_json(place / "config.json", config | {"relative_asset_paths": own})
    for kind, algorithm, place in ((POLICIES, "RMPflow", policy), (PLANNERS, "RRT", planner)):
        _add_to_map(Path(folder) / kind / "policy_map.json", name, algorithm, f"./{subfolder}/{place.name}/config.json")
    return description


_RMPFLOW = {"maximum_substep_size": SUBSTEP, "ignore_robot_state_updates": False}


def _add_to_map(path: Path, robot: str, algorithm: str, config: str) -> None:
    robots = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    robots.setdefault(robot, {})[algorithm] = config
    _write_json(path, dict(sorted(robots.items())))


def _write_json(path: Path, values: dict[str, Any]) -> None:
    write_whole(path, json.dumps(values, indent=4) + "\n")
