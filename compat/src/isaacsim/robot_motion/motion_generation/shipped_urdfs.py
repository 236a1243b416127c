"""URDFs that Isaac Sim keeps beside the configurations of its robots."""

from __future__ import annotations

from pathlib import Path

from pippin.robots.descriptions import example_robot_data

URDFS = {
    "franka/lula_franka_gen.urdf": "panda_description/urdf/panda.urdf",
    "ur10/ur10_robot.urdf": "ur_description/urdf/ur10_robot.urdf",
    "universal_robots/ur10/ur10.urdf": "ur_description/urdf/ur10_robot.urdf",
}
"""Descriptions in the package example-robot-data, by the last parts of the paths that programs have."""


def shipped_urdf(urdf_path: str) -> str:
    """Path of a URDF; that of Pippin's own description where programs look for one of Isaac Sim's, which is not there.

    Raises:
        FileNotFoundError: The package with the description is not installed.
    """
    path = Path(urdf_path)
    if not path.is_file():
        for ending, description in URDFS.items():
            if path.as_posix().endswith(f"/{ending}"):
                return example_robot_data(description)
    return urdf_path
