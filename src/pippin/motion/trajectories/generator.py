"""Generators of trajectories in the c-space of a robot."""

from __future__ import annotations

import logging
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pippin.motion.robot_description import RobotModel
from pippin.motion.yaml_file import quoted

from .limits import CSpaceLimits
from .solver_parameters import SolverParameters
from .time_optimal import time_optimal_curve
from .timestamped import INTERPOLATION_MODES, describe_excess, timestamped_curve
from .trajectory import CSpaceTrajectory
from .waypoints import describe_waypoint_outside, read_times, read_waypoints

logger = logging.getLogger("pippin")


class TrajectoryGenerator:
    """What generators of trajectories have in common: a robot, and limits of its joints that can be changed.

    Args:
        robot: The robot; its limits are the first ones.
    """

    def __init__(self, robot: RobotModel) -> None:
        self._robot = robot
        self._limits = CSpaceLimits.of_robot(robot)

    def get_active_joints(self) -> list[str]:
        """Names of the joints of the robot's c-space, in the order of all waypoints, limits and targets."""
        return list(self._robot.coordinate_names)

    def get_c_space_position_limits(self) -> np.ndarray:
        """Lower (row 0) and upper (row 1) limits of positions [m or rad], shape (2, num_joints)."""
        return np.stack([self._limits.lower, self._limits.upper])

    def get_c_space_velocity_limits(self) -> np.ndarray:
        """Limits of speed [m/s or rad/s], shape (num_joints,); infinite where there is none."""
        return self._limits.velocity.copy()

    def get_c_space_acceleration_limits(self) -> np.ndarray:
        """Limits of absolute acceleration [m/s^2 or rad/s^2], shape (num_joints,); infinite where there is none."""
        return self._limits.acceleration.copy()

    def get_c_space_jerk_limits(self) -> np.ndarray:
        """Limits of absolute jerk [m/s^3 or rad/s^3], shape (num_joints,); infinite where there is none."""
        return self._limits.jerk.copy()

    def set_c_space_position_limits(self, lower_position_limits: ArrayLike, upper_position_limits: ArrayLike) -> None:
        """Set the limits of positions [m or rad].

        Args:
            lower_position_limits: Shape (num_joints,).
            upper_position_limits: Shape (num_joints,).

        Raises:
            ValueError: They have another shape, or a lower limit is not below the upper one.
        """
        self._limits = self._limits.with_positions(lower_position_limits, upper_position_limits)

    def set_c_space_velocity_limits(self, velocity_limits: ArrayLike) -> None:
        """Set the limits of speed [m/s or rad/s], shape (num_joints,).

        Raises:
            ValueError: They have another shape, or one is not positive.
        """
        self._limits = self._limits.with_derivative("velocity", velocity_limits)

    def set_c_space_acceleration_limits(self, acceleration_limits: ArrayLike) -> None:
        """Set the limits of absolute acceleration [m/s^2 or rad/s^2], shape (num_joints,).

        Raises:
            ValueError: They have another shape, or one is not positive.
        """
        self._limits = self._limits.with_derivative("acceleration", acceleration_limits)

    def set_c_space_jerk_limits(self, jerk_limits: ArrayLike) -> None:
        """Set the limits of absolute jerk [m/s^3 or rad/s^3], shape (num_joints,); infinity means none.

        Raises:
            ValueError: They have another shape, or one is not positive.
        """
        self._limits = self._limits.with_derivative("jerk", jerk_limits)


class CSpaceTrajectoryGenerator(TrajectoryGenerator):
    """Generator of trajectories through waypoints of the c-space.

    Args:
        robot: The robot; its limits are the first ones.
    """

    def __init__(self, robot: RobotModel) -> None:
        super().__init__(robot)
        self._parameters = SolverParameters()

    def set_solver_param(self, param_name: str, param_val: Any) -> None:
        """Set a parameter of the search for time-optimal trajectories.

        Args:
            param_name: Name of an attribute of :class:`~.solver_parameters.SolverParameters`.
            param_val: Its value.

        Raises:
            ValueError: There is no such parameter, or it cannot have this value.
        """
        self._parameters = self._parameters.with_value(param_name, param_val)

    def compute_c_space_trajectory(self, waypoint_positions: ArrayLike) -> CSpaceTrajectory | None:
        """Generate the fastest smooth trajectory through waypoints, from rest to rest, within the limits.

        Args:
            waypoint_positions: Positions [m or rad], shape (num_waypoints, num_joints), two waypoints or more.

        Returns:
            The trajectory, which begins at time 0; None, with a warning in the log, if a waypoint lies outside of the
            limits, or the dilation that the parameters allow is not enough.

        Raises:
            ValueError: The waypoints are not as described, two neighbours are the same, or a joint has no limit of
                acceleration.
        """
        waypoints = read_waypoints(waypoint_positions, self._limits.joint_names)
        self._limits.require_acceleration()
        problem = describe_waypoint_outside(waypoints, self._limits)
        if problem is not None:
            logger.warning("No trajectory: %s.", problem)
            return None
        curve = time_optimal_curve(waypoints, self._limits, self._parameters)
        return CSpaceTrajectory(curve, self._limits.joint_names) if curve is not None else None

    def compute_timestamped_c_space_trajectory(
        self, waypoint_positions: ArrayLike, timestamps: ArrayLike, interpolation_mode: str = "cubic_spline"
    ) -> CSpaceTrajectory | None:
        """Generate a trajectory that passes waypoints at given times.

        Args:
            waypoint_positions: Positions [m or rad], shape (num_waypoints, num_joints), two waypoints or more.
            timestamps: Times of the waypoints [s], increasing, shape (num_waypoints,) or (num_waypoints, 1).
            interpolation_mode: 'cubic_spline' for continuous velocity and acceleration, from rest to rest; 'linear' for
                constant velocity between waypoints, which jumps at them.

        Returns:
            The trajectory; None, with a warning in the log, if it would exceed a limit. Of linear ones only positions
            and velocities are looked at.

        Raises:
            ValueError: The arguments are not as described.
        """
        waypoints = read_waypoints(waypoint_positions, self._limits.joint_names, may_rest=True)
        times = read_times(timestamps, len(waypoints))
        if interpolation_mode not in INTERPOLATION_MODES:
            raise ValueError(
                f"interpolation_mode should be one of {quoted(INTERPOLATION_MODES)}; it is {interpolation_mode!r}."
            )
        curve = timestamped_curve(waypoints, times, interpolation_mode)
        problem = describe_excess(curve, self._limits)
        if problem is not None:
            logger.warning("No trajectory: %s.", problem)
            return None
        return CSpaceTrajectory(curve, self._limits.joint_names)
