"""Planners of paths, as Lula asks for them."""

from __future__ import annotations

import logging
from os import PathLike
from typing import Any, NamedTuple

import numpy as np

from pippin.motion.planning import ConnectPlanner, RrtParameters, TaskSpacePlanner, read_rrt_parameters
from pippin.motion.planning.parameters import set_parameter

from .poses import Pose3
from .robot import RobotDescription
from .trajectories import LinearCSpacePath
from .world import WorldView

__all__ = ["MotionPlanner", "create_motion_planner"]

logger = logging.getLogger("pippin")

INTERPOLATION = 0.01
"""Distance of the configurations of interpolated paths, at most [m or rad]."""


class PlanResults(NamedTuple):
    """What a search found."""

    path_found: bool
    """Whether there is a path."""
    path: list[np.ndarray]
    """Its waypoints."""
    interpolated_path: list[np.ndarray]
    """Configurations along it, if they were asked for."""


class MotionPlanner:
    """Finds paths of a robot around the obstacles of a world, by RRT.

    Args:
        model: The robot.
        world_view: The obstacles, in the frame of the base.
        parameters: Its parameters.
    """

    Results = PlanResults

    def __init__(self, model: Any, world_view: WorldView, parameters: RrtParameters) -> None:
        self._model = model
        self._parameters = parameters
        obstacles = world_view.world.obstacles
        self._connect = ConnectPlanner(model, obstacles, parameters)
        self._task_space = TaskSpacePlanner(model, obstacles, parameters)

    def set_param(self, param_name: str, value: Any) -> bool:
        """Set a parameter; see :meth:`pippin.motion.planning.Rrt.set_param`."""
        try:
            self._parameters = set_parameter(self._parameters, param_name, value, self._model)
        except ValueError as error:
            logger.warning("The parameter is not set: %s", error)
            return False
        return True

    def plan_to_cspace_target(
        self, q_initial: Any, cspace_target: Any, generate_interpolated_path: bool = False
    ) -> PlanResults:
        """Search a path to a configuration [m or rad], shape (num_joints,)."""
        self._connect.parameters = self._parameters
        return _results(self._connect.plan(q_initial, cspace_target).waypoints, generate_interpolated_path)

    def plan_to_translation_target(
        self, q_initial: Any, translation_target: Any, generate_interpolated_path: bool = False
    ) -> PlanResults:
        """Search a path that brings the frame ``task_space_frame_name`` to a position [m], shape (3,)."""
        self._task_space.parameters = self._parameters
        return _results(self._task_space.plan(q_initial, translation_target).waypoints, generate_interpolated_path)

    plan_to_task_space_target = plan_to_translation_target

    def plan_to_pose_target(
        self, q_initial: Any, pose_target: Pose3, generate_interpolated_path: bool = False
    ) -> PlanResults:
        """Search a path that brings the frame ``task_space_frame_name`` to a pose."""
        self._task_space.parameters = self._parameters
        pose = np.asarray(pose_target)
        return _results(self._task_space.plan(q_initial, pose[:3], pose[3:]).waypoints, generate_interpolated_path)


def create_motion_planner(*arguments: Any) -> MotionPlanner:
    """Make a planner from a robot description and a world view, with a configuration file before them or without.

    Raises:
        TypeError: The arguments are others.
        ValueError: The file says something that cannot be.
    """
    *files, robot_description, world_view = arguments if len(arguments) > 1 else (None, None)
    if len(files) > 1 or not isinstance(robot_description, RobotDescription) or not isinstance(world_view, WorldView):
        raise TypeError(
            "create_motion_planner takes a robot description and a world view, and a configuration file before them."
        )
    path: list[str | PathLike[str]] = files
    parameters = read_rrt_parameters(path[0], robot_description.model) if path else RrtParameters()
    return MotionPlanner(robot_description.model, world_view, parameters)


def _results(waypoints: np.ndarray | None, interpolate: bool) -> PlanResults:
    if waypoints is None:
        return PlanResults(False, [], [])
    path = LinearCSpacePath(waypoints)
    count = max(int(np.ceil(path.path_length() / INTERPOLATION)) + 1, 2)
    along = [path.eval(s) for s in np.linspace(0.0, path.path_length(), count)] if interpolate else []
    return PlanResults(True, path.waypoints(), along)
