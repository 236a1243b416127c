"""Trajectories, paths and their conversion, as Lula asks for them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pippin.motion.trajectories import (
    CompositePathSpec,
    CSpacePathSpec,
    TaskSpacePathConversionConfig,
    TaskSpacePathSpec,
    TaskSpaceTrajectoryGenerator,
)
from pippin.motion.trajectories import CSpaceTrajectory as _CSpaceTrajectory
from pippin.motion.trajectories import CSpaceTrajectoryGenerator as _CSpaceTrajectoryGenerator

from .robot import Kinematics

__all__ = [
    "CSpaceTrajectoryGenerator",
    "LinearCSpacePath",
    "Trajectory",
    "convert_composite_path_spec_to_c_space",
    "convert_task_space_path_spec_to_c_space",
    "create_c_space_trajectory_generator",
    "create_linear_c_space_path",
]


class Domain(NamedTuple):
    """Where something is defined."""

    lower: float
    upper: float

    def span(self) -> float:
        """Distance of the ends."""
        return self.upper - self.lower


class Trajectory:
    """A motion of joints over a span of time.

    Args:
        trajectory: The motion as Pippin has it.
    """

    def __init__(self, trajectory: _CSpaceTrajectory) -> None:
        self.trajectory = trajectory

    def domain(self) -> Domain:
        """Times at which it begins and ends [s]."""
        return Domain(self.trajectory.start_time, self.trajectory.end_time)

    def num_c_space_coords(self) -> int:
        """Number of joints."""
        return len(self.trajectory.get_active_joints())

    def eval(self, time: float, derivative_order: int = 0) -> np.ndarray:
        """Positions [m or rad], or a derivative of them by time up to the third, shape (num_joints,)."""
        return self.trajectory.evaluate(np.array([float(time)]), derivative_order)[0]

    def eval_all(self, time: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Positions, velocities, accelerations and jerks at a time [s]."""
        position, velocity, acceleration, jerk = (self.eval(time, order) for order in range(4))
        return position, velocity, acceleration, jerk


class CSpaceTrajectoryGenerator:
    """Generates trajectories through waypoints of the c-space.

    Args:
        kinematics: Kinematics of the robot, whose limits are the first ones.
    """

    def __init__(self, kinematics: Kinematics) -> None:
        self._generator = _CSpaceTrajectoryGenerator(kinematics.model)

    def num_c_space_coords(self) -> int:
        """Number of joints."""
        return len(self._generator.get_active_joints())

    def set_position_limits(self, min_position: Any, max_position: Any) -> None:
        """Set limits of positions [m or rad], shape (num_joints,) each."""
        self._generator.set_c_space_position_limits(min_position, max_position)

    def set_velocity_limits(self, max_velocity: Any) -> None:
        """Set limits of speed [m/s or rad/s], shape (num_joints,)."""
        self._generator.set_c_space_velocity_limits(max_velocity)

    def set_acceleration_limits(self, max_acceleration: Any) -> None:
        """Set limits of acceleration [m/s^2 or rad/s^2], shape (num_joints,)."""
        self._generator.set_c_space_acceleration_limits(max_acceleration)

    def set_jerk_limits(self, max_jerk: Any) -> None:
        """Set limits of jerk [m/s^3 or rad/s^3], shape (num_joints,)."""
        self._generator.set_c_space_jerk_limits(max_jerk)

    def set_solver_param(self, name: str, value: Any) -> None:
        """Set a parameter of the search; see :class:`pippin.motion.trajectories.SolverParameters`."""
        self._generator.set_solver_param(name, value)

    def generate_trajectory(self, waypoints: Any) -> Trajectory | None:
        """The fastest motion through waypoints [m or rad], shape (num_waypoints, num_joints); None: there is none."""
        return _wrapped(self._generator.compute_c_space_trajectory(waypoints))

    def generate_time_stamped_trajectory(
        self, waypoints: Any, times: Any, interpolation_mode: str = "cubic_spline"
    ) -> Trajectory | None:
        """The motion that passes waypoints at given times [s]; None: there is none."""
        return _wrapped(self._generator.compute_timestamped_c_space_trajectory(waypoints, times, interpolation_mode))


def create_c_space_trajectory_generator(kinematics: Kinematics) -> CSpaceTrajectoryGenerator:
    """Make a generator of trajectories for a robot."""
    return CSpaceTrajectoryGenerator(kinematics)


class LinearCSpacePath:
    """A path that is straight between waypoints; its parameter is the length of the way [m or rad].

    Args:
        waypoints: Configurations, shape (num_waypoints, num_joints).
    """

    def __init__(self, waypoints: Any) -> None:
        self._waypoints = np.array(waypoints, dtype=np.float64)
        steps = np.linalg.norm(np.diff(self._waypoints, axis=0), axis=1)
        self._places = np.concatenate([[0.0], np.cumsum(steps)])

    def num_c_space_coords(self) -> int:
        """Number of joints."""
        return self._waypoints.shape[1]

    def domain(self) -> Domain:
        """Where the path begins and ends."""
        return Domain(0.0, float(self._places[-1]))

    def path_length(self) -> float:
        """Length of the path."""
        return float(self._places[-1])

    def waypoints(self) -> list[np.ndarray]:
        """The waypoints."""
        return list(self._waypoints.copy())

    def eval(self, s: float) -> np.ndarray:
        """Configuration at a length of the way, shape (num_joints,)."""
        return np.array([np.interp(s, self._places, column) for column in self._waypoints.T])


def create_linear_c_space_path(c_space_path_spec: CSpacePathSpec) -> LinearCSpacePath:
    """Make the path that is straight between the waypoints of a description."""
    return LinearCSpacePath(c_space_path_spec.waypoints)


def convert_task_space_path_spec_to_c_space(
    task_space_path_spec: TaskSpacePathSpec,
    kinematics: Kinematics,
    control_frame: str,
    task_space_path_conversion_config: TaskSpacePathConversionConfig | None = None,
    ik_config: Any = None,
) -> LinearCSpacePath | None:
    """Find waypoints along which a frame follows a path; None, with a warning in the log, where joints cannot follow.

    Args:
        task_space_path_spec: The path, in the frame of the base.
        kinematics: Kinematics of the robot.
        control_frame: Name of the frame.
        task_space_path_conversion_config: How closely; None takes the defaults.
        ik_config: Accepted for existing code: inverse kinematics goes along the path, from one waypoint to the next.
    """
    generator = TaskSpaceTrajectoryGenerator(kinematics.model)
    path = generator.convert_path_spec(task_space_path_spec, control_frame, task_space_path_conversion_config)
    return None if path is None else LinearCSpacePath(path)


def convert_composite_path_spec_to_c_space(
    composite_path_spec: CompositePathSpec,
    kinematics: Kinematics,
    control_frame: str,
    task_space_path_conversion_config: TaskSpacePathConversionConfig | None = None,
    ik_config: Any = None,
) -> LinearCSpacePath | None:
    """Find waypoints of a composite path; see :func:`convert_task_space_path_spec_to_c_space`."""
    generator = TaskSpaceTrajectoryGenerator(kinematics.model)
    path = generator.convert_path_spec(composite_path_spec, control_frame, task_space_path_conversion_config)
    return None if path is None else LinearCSpacePath(path)


def _wrapped(trajectory: _CSpaceTrajectory | None) -> Trajectory | None:
    return None if trajectory is None else Trajectory(trajectory)
