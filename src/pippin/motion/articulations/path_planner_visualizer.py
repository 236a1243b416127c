"""Paths of planners as actions of a robot."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from .action import ArticulationAction, ArticulationSubset, SingleRobot


class PathPlanner(Protocol):
    """A planner such as :class:`~pippin.motion.planning.Rrt`."""

    def get_active_joints(self) -> Sequence[str]:
        """Names of the joints that are controlled."""

    def get_watched_joints(self) -> Sequence[str]:
        """Names of the joints that are only looked at."""

    def compute_path(self, active_joint_positions: np.ndarray, watched_joint_positions: np.ndarray) -> ArrayLike | None:
        """Search a path: waypoints of the active joints [rad, m], shape (number of waypoints, J), or None."""


class PathPlannerVisualizer:
    """Lets a robot show what a path planner found, by actions that put its joints from place to place of the path.

    Args:
        robot_articulation: The robot.
        path_planner: The planner.

    Raises:
        ValueError: The robot is initialised and lacks a joint of the planner.
    """

    def __init__(self, robot_articulation: SingleRobot, path_planner: PathPlanner) -> None:
        self._robot = robot_articulation
        self._planner = path_planner
        self._active = ArticulationSubset(robot_articulation, path_planner.get_active_joints())
        self._watched = ArticulationSubset(robot_articulation, path_planner.get_watched_joints())

    def compute_plan_as_articulation_actions(self, max_cspace_dist: float) -> list[ArticulationAction]:
        """Search a path from where the robot is now, and make the actions that follow it.

        Args:
            max_cspace_dist: Distance between the positions of one action and the next, at most [m or rad].

        Returns:
            Actions that set positions of the active joints; none where there is no path.

        Raises:
            ValueError: The distance is not positive.
        """
        _check_distance(max_cspace_dist)
        path = self._planner.compute_path(self._active.get_joint_positions(), self._watched.get_joint_positions())
        if path is None:
            return []
        return [self._active.make_articulation_action(q) for q in self.interpolate_path(path, max_cspace_dist)]

    def interpolate_path(self, path: ArrayLike, max_cspace_dist: float) -> np.ndarray:
        """Put positions between the waypoints of a path, evenly along each straight motion.

        Args:
            path: Waypoints [m or rad], shape (number of waypoints, number of joints).
            max_cspace_dist: Distance between one position and the next, at most.

        Returns:
            Positions, shape (number of positions, number of joints), the waypoints among them.

        Raises:
            ValueError: The path has another shape, is empty or not finite, or the distance is not positive.
        """
        _check_distance(max_cspace_dist)
        waypoints = np.asarray(path, dtype=np.float64)
        if waypoints.ndim != 2 or len(waypoints) == 0 or not np.isfinite(waypoints).all():
            raise ValueError(
                f"A path should hold at least one waypoint of finite numbers, shape (N, number of joints); its shape "
                f"is {waypoints.shape}."
            )
        parts = [waypoints[:1]]
        for start, end in itertools.pairwise(waypoints):
            count = max(math.ceil(np.linalg.norm(end - start) / max_cspace_dist - 1e-9), 1)
            parts.append(start + np.arange(1, count + 1)[:, None] / count * (end - start))
        return np.concatenate(parts)

    def get_active_joints_subset(self) -> ArticulationSubset:
        """The joints of the robot that the planner controls, in its order."""
        return self._active

    def get_watched_joints_subset(self) -> ArticulationSubset:
        """The joints of the robot that the planner only looks at, in its order."""
        return self._watched

    def get_robot_articulation(self) -> SingleRobot:
        """The robot."""
        return self._robot

    def get_path_planner(self) -> PathPlanner:
        """The planner."""
        return self._planner


def _check_distance(distance: float) -> None:
    if not (math.isfinite(distance) and distance > 0.0):
        raise ValueError(f"max_cspace_dist should be a positive distance; it is {distance}.")
