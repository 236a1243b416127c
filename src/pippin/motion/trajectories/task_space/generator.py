"""Generator of trajectories along paths in task space."""

from __future__ import annotations

import logging
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pippin.motion.robot_description import RobotModel
from pippin.motion.trajectories.generator import TrajectoryGenerator
from pippin.motion.trajectories.solver_parameters import SolverParameters
from pippin.motion.trajectories.time_optimal import follow_path
from pippin.motion.trajectories.trajectory import CSpaceTrajectory
from pippin.motion.trajectories.waypoints import describe_waypoint_outside, refuse_not_finite
from pippin.motion.yaml_file import quoted

from .conversion import ConvertedPath, convert_composite_path, convert_task_space_path
from .conversion_config import TaskSpacePathConversionConfig
from .fitting import fit_spline
from .path_spec import CompositePathSpec, TaskSpacePathSpec
from .tracking import FrameSolver, Tracker

logger = logging.getLogger("pippin")


class TaskSpaceTrajectoryGenerator(TrajectoryGenerator):
    """Generator of trajectories along which a frame of a robot follows a path in task space.

    Inverse kinematics turns the path into waypoints of the c-space, and a spline through these is followed as fast as
    the limits allow. The frame stays within the admitted deviations from its path, also where paths have corners: there
    the spline turns within them. Spans of the spline follow from distances, and are not changed to save time, since
    that would change the path.

    Args:
        robot: The robot; its limits are the first ones.
    """

    def __init__(self, robot: RobotModel) -> None:
        super().__init__(robot)
        self._parameters = SolverParameters(time_split_method="chord_length")
        self._config = TaskSpacePathConversionConfig()

    def get_all_frame_names(self) -> list[str]:
        """Names of the frames that can follow a path."""
        return list(self._robot.frame_names)

    def get_path_conversion_config(self) -> TaskSpacePathConversionConfig:
        """How paths in task space are turned into waypoints; what is set in it counts from the next trajectory on."""
        return self._config

    def set_c_space_trajectory_generator_solver_param(self, param_name: str, param_val: Any) -> None:
        """Set a parameter of the search for time-optimal trajectories.

        Args:
            param_name: Name of an attribute of :class:`~pippin.motion.trajectories.SolverParameters`.
            param_val: Its value.

        Raises:
            ValueError: There is no such parameter, or it cannot have this value.
        """
        self._parameters = self._parameters.with_value(param_name, param_val)

    def compute_task_space_trajectory_from_points(
        self, positions: ArrayLike, orientations: ArrayLike, frame_name: str
    ) -> CSpaceTrajectory | None:
        """Generate a trajectory along which a frame moves through poses, straight from each to the next.

        Args:
            positions: Positions in the frame of the robot's base [m], shape (num_points, 3), two points or more.
            orientations: Orientations there (x, y, z, w), shape (num_points, 4).
            frame_name: Name of the frame.

        Returns:
            The trajectory; None, with a warning in the log, if the joints cannot follow.

        Raises:
            ValueError: An argument is not as described, or two neighbours are the same pose.
        """
        positions, orientations = np.array(positions, dtype=np.float64), np.array(orientations, dtype=np.float64)
        if positions.ndim != 2 or positions.shape[1] != 3 or len(positions) < 2:
            raise ValueError(f"Positions should have the shape (N, 3), N at least 2; their shape is {positions.shape}.")
        if orientations.shape != (len(positions), 4):
            raise ValueError(
                f"Orientations should be as many as positions, of shape ({len(positions)}, 4); "
                f"their shape is {orientations.shape}."
            )
        refuse_not_finite("position", positions)
        refuse_not_finite("orientation", orientations)
        poses = np.concatenate([positions, orientations], axis=1)
        spec = TaskSpacePathSpec(poses[0])
        for number, pose in enumerate(poses[1:], start=1):
            try:
                spec.add_linear_path(pose)
            except ValueError as error:
                raise ValueError(f"Point {number}: {error}") from error
        return self.compute_task_space_trajectory_from_path_spec(spec, frame_name)

    def compute_task_space_trajectory_from_path_spec(
        self, path_spec: CompositePathSpec | TaskSpacePathSpec, frame_name: str
    ) -> CSpaceTrajectory | None:
        """Generate a trajectory along which a frame follows a path.

        Args:
            path_spec: The path, in the frame of the robot's base.
            frame_name: Name of the frame.

        Returns:
            The trajectory, from rest to rest, which begins at time 0; None, with a warning in the log, if the joints
            cannot follow the path within their limits.

        Raises:
            ValueError: There is no such frame, the path has no moves or other joints than the robot, or one of its
                moves cannot be made, or a joint has no limit of acceleration.
        """
        self._limits.require_acceleration()
        tracker = self._tracker(frame_name, self._config)
        path = self._convert(tracker, path_spec)
        if path is None:
            return None
        problem = describe_waypoint_outside(np.array(path.waypoints), self._limits)
        if problem is not None:
            logger.warning("No trajectory: %s.", problem)
            return None
        spline = fit_spline(tracker, path, self._limits, self._parameters.time_split_method)
        curve = follow_path(spline, self._limits, self._parameters) if spline is not None else None
        return CSpaceTrajectory(curve, self._limits.joint_names) if curve is not None else None

    def convert_path_spec(
        self,
        path_spec: CompositePathSpec | TaskSpacePathSpec,
        frame_name: str,
        config: TaskSpacePathConversionConfig | None = None,
    ) -> np.ndarray | None:
        """Find waypoints of the c-space along which a frame follows a path.

        Args:
            path_spec: The path, in the frame of the robot's base.
            frame_name: Name of the frame.
            config: How closely; None takes that of the generator.

        Returns:
            Waypoints [m or rad], shape (num_waypoints, num_joints): halfway between two of them the frame deviates by
            no more than is admitted. None, with a warning in the log, if the joints cannot follow.

        Raises:
            ValueError: There is no such frame, or the path has no moves or one that cannot be made.
        """
        path = self._convert(self._tracker(frame_name, config or self._config), path_spec)
        return None if path is None else np.array(path.waypoints)

    def _tracker(self, frame_name: str, config: TaskSpacePathConversionConfig) -> Tracker:
        self._robot.frame_index(frame_name)
        config.require_order()
        admitted = config.max_position_deviation, config.max_orientation_deviation
        return Tracker(FrameSolver(self._robot, frame_name, self._limits.lower, self._limits.upper, admitted), config)

    def _convert(self, tracker: Tracker, spec: CompositePathSpec | TaskSpacePathSpec) -> ConvertedPath | None:
        """Turn a path into waypoints, at least two of them."""
        if isinstance(spec, TaskSpacePathSpec):
            if spec.num_moves == 0:
                raise ValueError(
                    "the path has no moves; expected one or more: add some by add_linear_path and the like."
                )
            return convert_task_space_path(tracker, spec.segments())
        if not isinstance(spec, CompositePathSpec):
            raise ValueError(
                f"The path should be a TaskSpacePathSpec or a CompositePathSpec; it is a {type(spec).__name__}."
            )
        count = len(spec.initial_c_space_position)
        if count != self._limits.num_joints:
            raise ValueError(
                f"The path should have {self._limits.num_joints} joints, {quoted(self._limits.joint_names)}; it has "
                f"{count}."
            )
        path = convert_composite_path(tracker, spec)
        if path is not None and len(path.waypoints) < 2:
            raise ValueError("the path stays where it begins; expected a pose elsewhere.")
        return path
