"""Trajectories, with quaternions (w, x, y, z)."""

from __future__ import annotations

from typing import Any

import numpy as np

from pippin.motion.robot_description import load_robot
from pippin.motion.trajectories import CSpaceTrajectory as LulaTrajectory
from pippin.motion.trajectories import CSpaceTrajectoryGenerator, TaskSpaceTrajectoryGenerator

from ..shipped_urdfs import shipped_urdf

__all__ = ["LulaCSpaceTrajectoryGenerator", "LulaTaskSpaceTrajectoryGenerator", "LulaTrajectory"]


class LulaCSpaceTrajectoryGenerator(CSpaceTrajectoryGenerator):
    """:class:`pippin.motion.trajectories.CSpaceTrajectoryGenerator` of a robot that is given by files.

    Args:
        robot_description_path: Path of the robot description YAML.
        urdf_path: Path of the URDF file.
    """

    def __init__(self, robot_description_path: str, urdf_path: str) -> None:
        super().__init__(load_robot(shipped_urdf(urdf_path), robot_description_path))


class LulaTaskSpaceTrajectoryGenerator(TaskSpaceTrajectoryGenerator):
    """:class:`pippin.motion.trajectories.TaskSpaceTrajectoryGenerator` of a robot that is given by files.

    Args:
        robot_description_path: Path of the robot description YAML.
        urdf_path: Path of the URDF file.
    """

    def __init__(self, robot_description_path: str, urdf_path: str) -> None:
        super().__init__(load_robot(shipped_urdf(urdf_path), robot_description_path))

    def compute_task_space_trajectory_from_points(
        self, positions: Any, orientations: Any, frame_name: str
    ) -> LulaTrajectory | None:
        """Generate a trajectory along which a frame moves through poses, straight from each to the next.

        Args:
            positions: Positions in the frame of the robot's base [m], shape (num_points, 3).
            orientations: Orientations there (w, x, y, z), shape (num_points, 4).
            frame_name: Name of the frame.
        """
        xyzw = np.roll(np.asarray(orientations, dtype=np.float64), -1, axis=-1)
        return super().compute_task_space_trajectory_from_points(positions, xyzw, frame_name)
