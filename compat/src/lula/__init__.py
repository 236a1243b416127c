"""Names of Lula: robots, poses, worlds, kinematics, RMPflow, planners of paths, trajectories and paths."""

from __future__ import annotations

from typing import Any

import numpy as np

from pippin.motion.trajectories import (
    CompositePathSpec,
    CSpacePathSpec,
    TaskSpacePathConversionConfig,
    TaskSpacePathSpec,
)
from pippin.motion.trajectories import CSpaceTrajectory as _CSpaceTrajectory
from pippin.motion.trajectories import CSpaceTrajectoryGenerator as _CSpaceTrajectoryGenerator

from .planning import (
    Domain,
    LinearCSpacePath,
    MotionPlanner,
    Obstacle,
    RmpFlow,
    RmpFlowConfig,
    World,
    WorldView,
    convert_composite_path_spec_to_c_space,
    convert_task_space_path_spec_to_c_space,
    create_linear_c_space_path,
    create_motion_planner,
    create_obstacle,
    create_rmpflow,
    create_rmpflow_config,
    create_world,
)
from .robot import (
    CSpaceLimits,
    CyclicCoordDescentIkConfig,
    CyclicCoordDescentIkResults,
    Kinematics,
    LogLevel,
    Pose3,
    RobotDescription,
    Rotation3,
    compute_ik_ccd,
    load_robot,
    load_robot_from_memory,
    set_log_level,
)

create_c_space_path_spec = CSpacePathSpec
create_composite_path_spec = CompositePathSpec
create_task_space_path_spec = TaskSpacePathSpec

__all__ = [
    "CSpaceLimits",
    "CSpacePathSpec",
    "CSpaceTrajectoryGenerator",
    "CompositePathSpec",
    "CyclicCoordDescentIkConfig",
    "CyclicCoordDescentIkResults",
    "Kinematics",
    "LinearCSpacePath",
    "LogLevel",
    "MotionPlanner",
    "Obstacle",
    "Pose3",
    "RmpFlow",
    "RmpFlowConfig",
    "RobotDescription",
    "Rotation3",
    "TaskSpacePathConversionConfig",
    "TaskSpacePathSpec",
    "Trajectory",
    "World",
    "WorldView",
    "compute_ik_ccd",
    "convert_composite_path_spec_to_c_space",
    "convert_task_space_path_spec_to_c_space",
    "create_c_space_path_spec",
    "create_c_space_trajectory_generator",
    "create_composite_path_spec",
    "create_linear_c_space_path",
    "create_motion_planner",
    "create_obstacle",
    "create_rmpflow",
    "create_rmpflow_config",
    "create_task_space_path_spec",
    "create_world",
    "load_robot",
    "load_robot_from_memory",
    "set_log_level",
]


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


def _wrapped(trajectory: _CSpaceTrajectory | None) -> Trajectory | None:
    return None if trajectory is None else Trajectory(trajectory)
