"""Robots as Lula gives them: their c-space and their forward kinematics, in the frame of the base."""

from __future__ import annotations

import logging
import tempfile
from enum import IntEnum
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

import pippin.motion.robot_description
from pippin.motion.kinematics import SingleRobotKinematics
from pippin.motion.robot_description import RobotModel

from .poses import Pose3, Rotation3


class LogLevel(IntEnum):
    """How much is told."""

    FATAL = 0
    ERROR = 1
    WARNING = 2
    INFO = 3
    VERBOSE = 4


_LEVELS = {
    LogLevel.FATAL: logging.CRITICAL,
    LogLevel.ERROR: logging.ERROR,
    LogLevel.WARNING: logging.WARNING,
    LogLevel.INFO: logging.INFO,
    LogLevel.VERBOSE: logging.DEBUG,
}


def set_log_level(log_level: LogLevel) -> None:
    """Set the level of Pippin's logger."""
    logging.getLogger("pippin").setLevel(_LEVELS[LogLevel(log_level)])


def load_robot(robot_description: str | PathLike[str], robot_urdf: str | PathLike[str]) -> RobotDescription:
    """Load a robot from its description YAML and its URDF; see :func:`pippin.motion.robot_description.load_robot`."""
    return RobotDescription(pippin.motion.robot_description.load_robot(robot_urdf, robot_description))


def load_robot_from_memory(robot_description: str, robot_urdf: str) -> RobotDescription:
    """Load a robot from the texts of its description YAML and its URDF; meshes play no part."""
    with tempfile.TemporaryDirectory() as folder:
        description, urdf = Path(folder) / "robot_description.yaml", Path(folder) / "robot.urdf"
        description.write_text(robot_description, encoding="utf-8")
        urdf.write_text(robot_urdf, encoding="utf-8")
        return load_robot(description, urdf)


class RobotDescription:
    """A robot, which ``LulaKinematicsSolver`` takes.

    Args:
        model: The robot as :mod:`pippin.motion` knows it.
    """

    def __init__(self, model: RobotModel) -> None:
        self.model = model

    def num_c_space_coords(self) -> int:
        """Number of joints of the c-space."""
        return self.model.num_coordinates

    def c_space_coord_name(self, coord_index: int) -> str:
        """Name of a joint of the c-space."""
        return self.model.coordinate_names[coord_index]

    def default_c_space_configuration(self) -> np.ndarray:
        """Default configuration [m or rad]."""
        return self.model.default_q.copy()

    def kinematics(self) -> Kinematics:
        """Forward kinematics."""
        return Kinematics(self.model)


class CSpaceLimits:
    """Lower and upper limit of a joint [m or rad]; infinite where there is none."""

    def __init__(self, lower: float, upper: float) -> None:
        self.lower = lower
        self.upper = upper

    def range(self) -> float:
        """Distance of the limits."""
        return self.upper - self.lower

    def midpoint(self) -> float:
        """Middle of the limits."""
        return (self.lower + self.upper) / 2.0


class Kinematics:
    """Forward kinematics of a robot in the frame of its base.

    Args:
        model: The robot.
    """

    def __init__(self, model: RobotModel) -> None:
        self.model = model
        self._kinematics = SingleRobotKinematics(model)

    def num_c_space_coords(self) -> int:
        """Number of joints of the c-space."""
        return self.model.num_coordinates

    def c_space_coord_name(self, coord_index: int) -> str:
        """Name of a joint of the c-space."""
        return self.model.coordinate_names[coord_index]

    def c_space_coord_limits(self, coord_index: int) -> CSpaceLimits:
        """Limits of a joint of the c-space [m or rad]."""
        return CSpaceLimits(float(self.model.lower_limits[coord_index]), float(self.model.upper_limits[coord_index]))

    def c_space_coord_velocity_limit(self, coord_index: int) -> float:
        """Limit of the velocity of a joint of the c-space [m/s or rad/s]."""
        return float(self.model.velocity_limits[coord_index])

    def within_c_space_limits(self, c_space_position: Any, log_warnings: bool = False) -> bool:
        """Whether a configuration is within the limits of all joints."""
        q = np.asarray(c_space_position, dtype=np.float64)
        return bool(((q >= self.model.lower_limits) & (q <= self.model.upper_limits)).all())

    def frame_names(self) -> list[str]:
        """Names of all frames."""
        return list(self.model.frame_names)

    def pose(self, c_space_position: Any, frame: str, reference_frame: str | None = None) -> Pose3:
        """Pose of a frame, in the frame of the base or in another one.

        Raises:
            ValueError: There is no such frame, or the configuration has another size or is not finite.
        """
        pose = self._pose(c_space_position, frame)
        return pose if reference_frame is None else self._pose(c_space_position, reference_frame).inverse() * pose

    def position(self, c_space_position: Any, frame: str, reference_frame: str | None = None) -> np.ndarray:
        """Position of a frame [m], shape (3,); see :meth:`pose`."""
        return self.pose(c_space_position, frame, reference_frame).translation

    def orientation(self, c_space_position: Any, frame: str, reference_frame: str | None = None) -> Rotation3:
        """Orientation of a frame; see :meth:`pose`."""
        return self.pose(c_space_position, frame, reference_frame).rotation

    def _pose(self, q: Any, frame: str) -> Pose3:
        position, rotation = self._kinematics.forward(frame, q)
        return Pose3(Rotation3(rotation), position)
