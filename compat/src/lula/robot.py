"""Rotations and poses as Lula gives them: objects, whose components are named or in the order (w, x, y, z)."""

from __future__ import annotations

import logging
import tempfile
from dataclasses import dataclass, field, fields
from enum import IntEnum
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from scipy.spatial.transform import Rotation

import pippin.motion.robot_description
from pippin.motion.ik import CspaceLimitBiasing, DescentSettings, DescentSolver
from pippin.motion.kinematics import SingleRobotKinematics
from pippin.motion.robot_description import RobotModel


class Rotation3:
    """A rotation, from an angle [rad] and an axis; from a matrix, shape (3, 3); or from w, x, y and z of a quaternion.

    NumPy makes a quaternion (x, y, z, w) of it, which is what Pippin takes.

    Raises:
        ValueError: The arguments are none of these, or the axis, the quaternion or the matrix is none.
    """

    def __init__(self, *arguments: Any) -> None:
        if len(arguments) == 1:
            matrix = np.array(arguments[0], dtype=np.float64)
            if matrix.shape != (3, 3) or not np.allclose(matrix @ matrix.T, np.eye(3), atol=1e-6):
                raise ValueError(f"A rotation matrix should be orthogonal, of shape (3, 3); it is {arguments[0]}.")
            self._rotation = Rotation.from_matrix(matrix)
        elif len(arguments) == 2:
            angle, axis = float(arguments[0]), np.array(arguments[1], dtype=np.float64)
            if axis.shape != (3,) or not np.linalg.norm(axis) > 0.0 or not np.isfinite(angle):
                raise ValueError(f"A rotation should have a finite angle and an axis of 3 numbers; given: {arguments}.")
            self._rotation = Rotation.from_rotvec(angle * axis / np.linalg.norm(axis))
        elif len(arguments) == 4:
            quaternion = np.array(arguments, dtype=np.float64)
            if not np.linalg.norm(quaternion) > 0.0:
                raise ValueError(f"A quaternion should not be zero; given: {arguments}.")
            self._rotation = Rotation.from_quat(np.roll(quaternion, -1))
        else:
            raise ValueError(f"A rotation is made of angle and axis, a matrix, or w, x, y and z; given: {arguments}.")

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.asarray(self._rotation.as_quat(), dtype=dtype)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Rotation3):
            return _as_rotation3(self._rotation * other._rotation)
        return self._rotation.apply(np.asarray(other, dtype=np.float64))

    def __repr__(self) -> str:
        return f"Rotation3(w={self.w():g}, x={self.x():g}, y={self.y():g}, z={self.z():g})"

    @staticmethod
    def identity() -> Rotation3:
        """No rotation."""
        return Rotation3(1.0, 0.0, 0.0, 0.0)

    @staticmethod
    def from_scaled_axis(scaled_axis: Any) -> Rotation3:
        """Rotation about an axis by its length [rad]."""
        return _as_rotation3(Rotation.from_rotvec(np.asarray(scaled_axis, dtype=np.float64)))

    def scaled_axis(self) -> np.ndarray:
        """Axis times angle [rad], shape (3,)."""
        return self._rotation.as_rotvec()

    def matrix(self) -> np.ndarray:
        """Rotation matrix, shape (3, 3)."""
        return self._rotation.as_matrix()

    def inverse(self) -> Rotation3:
        """The rotation that takes this one back."""
        return _as_rotation3(self._rotation.inv())

    def w(self) -> float:
        """Real part of the quaternion."""
        return float(self._rotation.as_quat()[3])

    def x(self) -> float:
        """First imaginary part of the quaternion."""
        return float(self._rotation.as_quat()[0])

    def y(self) -> float:
        """Second imaginary part of the quaternion."""
        return float(self._rotation.as_quat()[1])

    def z(self) -> float:
        """Third imaginary part of the quaternion."""
        return float(self._rotation.as_quat()[2])


class Pose3:
    """A pose, from a :class:`Rotation3` and a translation [m]; from a matrix, shape (4, 4); or of the origin.

    NumPy makes (x, y, z, qx, qy, qz, qw) of it, which is what Pippin takes.

    Raises:
        ValueError: The arguments are none of these, or the translation or the matrix is none.
    """

    def __init__(self, *arguments: Any) -> None:
        if len(arguments) == 0:
            arguments = (Rotation3.identity(), np.zeros(3))
        elif len(arguments) == 1:
            matrix = np.array(arguments[0], dtype=np.float64)
            if matrix.shape != (4, 4):
                raise ValueError(f"The matrix of a pose should have the shape (4, 4); its shape is {matrix.shape}.")
            arguments = (Rotation3(matrix[:3, :3]), matrix[:3, 3])
        if len(arguments) != 2 or not isinstance(arguments[0], Rotation3):
            raise ValueError(f"A pose is made of a Rotation3 and a translation, or of a matrix; given: {arguments}.")
        self.rotation = arguments[0]
        self.translation = np.array(arguments[1], dtype=np.float64)
        if self.translation.shape != (3,):
            raise ValueError(f"A translation should be 3 numbers; its shape is {self.translation.shape}.")

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.concatenate([self.translation, np.asarray(self.rotation)]).astype(dtype or np.float64)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Pose3):
            return Pose3(self.rotation * other.rotation, self * other.translation)
        return self.translation + self.rotation * other

    def __repr__(self) -> str:
        return f"Pose3({self.rotation}, {self.translation})"

    @staticmethod
    def identity() -> Pose3:
        """Pose of the origin."""
        return Pose3()

    @staticmethod
    def from_rotation(rotation: Rotation3) -> Pose3:
        """Pose at the origin with a rotation."""
        return Pose3(rotation, np.zeros(3))

    @staticmethod
    def from_translation(translation: Any) -> Pose3:
        """Pose at a position [m] without rotation."""
        return Pose3(Rotation3.identity(), translation)

    def matrix(self) -> np.ndarray:
        """Homogeneous matrix, shape (4, 4)."""
        matrix = np.eye(4)
        matrix[:3, :3], matrix[:3, 3] = self.rotation.matrix(), self.translation
        return matrix

    def inverse(self) -> Pose3:
        """Pose of the base in the frame."""
        inverse = self.rotation.inverse()
        return Pose3(inverse, -(inverse * self.translation))


def _as_rotation3(rotation: Rotation) -> Rotation3:
    x, y, z, w = rotation.as_quat()
    return Rotation3(w, x, y, z)


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


_DEFAULTS = DescentSettings()


@dataclass
class CyclicCoordDescentIkConfig:
    """How inverse kinematics goes about it; see :class:`pippin.motion.ik.DescentSettings`, whose attributes it has.

    Attributes:
        cspace_seeds: Configurations to start from [m or rad], before random ones.
    """

    CSpaceLimitBiasing: ClassVar = CspaceLimitBiasing

    cspace_seeds: list[Any] = field(default_factory=list)
    max_num_descents: int = _DEFAULTS.max_num_descents
    irwin_hall_sampling_order: int = _DEFAULTS.irwin_hall_sampling_order
    sampling_seed: int = _DEFAULTS.sampling_seed
    ccd_max_iterations: int = _DEFAULTS.ccd_max_iterations
    ccd_descent_termination_delta: float = _DEFAULTS.ccd_descent_termination_delta
    ccd_position_weight: float = _DEFAULTS.ccd_position_weight
    ccd_orientation_weight: float = _DEFAULTS.ccd_orientation_weight
    ccd_bracket_search_num_uniform_samples: int = _DEFAULTS.ccd_bracket_search_num_uniform_samples
    bfgs_max_iterations: int = _DEFAULTS.bfgs_max_iterations
    bfgs_gradient_norm_termination: float = _DEFAULTS.bfgs_gradient_norm_termination
    bfgs_gradient_norm_termination_coarse_scale_factor: float = (
        _DEFAULTS.bfgs_gradient_norm_termination_coarse_scale_factor
    )
    bfgs_position_weight: float = _DEFAULTS.bfgs_position_weight
    bfgs_orientation_weight: float = _DEFAULTS.bfgs_orientation_weight
    bfgs_cspace_limit_biasing: Any = _DEFAULTS.bfgs_cspace_limit_biasing
    bfgs_cspace_limit_biasing_weight: float = _DEFAULTS.bfgs_cspace_limit_biasing_weight
    bfgs_cspace_limit_penalty_region: float = _DEFAULTS.bfgs_cspace_limit_penalty_region
    position_tolerance: float = _DEFAULTS.position_tolerance
    orientation_tolerance: float = _DEFAULTS.orientation_tolerance

    def settings(self) -> DescentSettings:
        """The settings as Pippin has them.

        Raises:
            ValueError: A value cannot be.
        """
        values = {entry.name: getattr(self, entry.name) for entry in fields(DescentSettings)}
        flags = "bfgs_cspace_limit_biasing"
        numbers = {name: int(value) for name, value in values.items() if isinstance(value, bool) and name != flags}
        return DescentSettings(**(values | numbers))


@dataclass(frozen=True)
class CyclicCoordDescentIkResults:
    """What a query found.

    Attributes:
        success: Whether the errors are within the tolerances.
        cspace_position: Configuration [m or rad], shape (num_joints,).
        position_error: Distance to the target [m].
        orientation_error: Largest angle between an axis of the frame and that of the target [rad].
        num_descents: Number of configurations that were started from.
    """

    success: bool
    cspace_position: np.ndarray
    position_error: float
    orientation_error: float
    num_descents: int


def compute_ik_ccd(
    kinematics: Kinematics, target_pose: Pose3, target_frame: str, config: CyclicCoordDescentIkConfig
) -> CyclicCoordDescentIkResults:
    """Find a configuration that brings a frame to a pose in the frame of the base.

    Raises:
        ValueError: There is no such frame, or a value of the config cannot be.
    """
    solver = DescentSolver(kinematics.model, config.settings())
    seeds = np.asarray(config.cspace_seeds, dtype=np.float64) if len(config.cspace_seeds) else None
    pose = np.asarray(target_pose)
    result = solver.solve(target_frame, pose[:3], pose[3:], seeds)
    return CyclicCoordDescentIkResults(
        result.success, result.q, result.position_error, result.orientation_error, result.num_descents
    )
