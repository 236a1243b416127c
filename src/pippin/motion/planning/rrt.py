"""RRT for one robot, with the methods that path planners of Isaac Sim have."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pippin.motion import poses
from pippin.motion.ik import DescentSolver
from pippin.motion.ik.chain import sampling_bounds
from pippin.motion.kinematics import Kinematics, SingleRobotKinematics
from pippin.motion.robot_description import load_robot
from pippin.motion.world import CollisionWorld
from pippin.motion.world.obstacle_interface import ObstacleInterface
from pippin.utils.checks import check_numbers

from .connect_planner import ConnectPlanner
from .outcome import Outcome
from .parameters import RrtParameters, read_rrt_parameters, set_parameter
from .search import PlannedPath
from .task_space_planner import TaskSpacePlanner
from .touching import describe_contacts

logger = logging.getLogger("pippin")

PATIENCE = 2000
"""Number of iterations after which a search by descents waits for others."""

NUM_SOLUTIONS = 500
"""Number of configurations at a target that are then looked at; most may touch something."""

NUM_ATTEMPTS = 10
"""Number of those that touch nothing to which no path is found, before the others are left aside."""


class Rrt(ObstacleInterface):
    """Finds paths of one robot around obstacles, to a configuration or to a pose of its end effector.

    Positions are in metres, orientations quaternions (x, y, z, w), both in the frame of the world. Obstacles are
    objects of a scene, or are added to :attr:`world` by name. What is found depends on the problem, the parameters and
    the seed alone.

    Args:
        robot_description_path: Robot description YAML.
        urdf_path: URDF of the robot.
        rrt_config_path: Parameters; see :func:`~pippin.motion.planning.read_rrt_parameters`.
        end_effector_frame_name: Name of the frame that targets are for; the parameter ``task_space_frame_name``.
        avoid_self_collision: Whether links must not touch each other, except those that a joint connects and those
            that touch in the default configuration.

    Attributes:
        model: The robot.
        world: The obstacles.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: A file says something that cannot be, or there is no frame of this name.
    """

    def __init__(
        self,
        robot_description_path: str | PathLike[str],
        urdf_path: str | PathLike[str],
        rrt_config_path: str | PathLike[str],
        end_effector_frame_name: str,
        avoid_self_collision: bool = True,
    ) -> None:
        super().__init__(CollisionWorld())
        self.model = load_robot(urdf_path, robot_description_path)
        parameters = read_rrt_parameters(rrt_config_path, self.model)
        self._parameters = set_parameter(parameters, "task_space_frame_name", end_effector_frame_name, self.model)
        self._connect = ConnectPlanner(self.model, self.world, self._parameters, avoid_self_collision)
        self._task_space = TaskSpacePlanner(self.model, self.world, self._parameters, avoid_self_collision)
        self._solver = DescentSolver(self.model)
        self._kinematics, self._single = Kinematics(self.model), SingleRobotKinematics(self.model)
        self.reset()

    def reset(self) -> None:
        """Forget all obstacles and the target; the base is at the origin of the world. Parameters stay."""
        self._obstacles.clear()
        self._set_base(poses.IDENTITY)
        self._cspace_target: np.ndarray | None = None
        self._pose_target: np.ndarray | None = None
        self._has_orientation = False

    # The robot.

    def get_active_joints(self) -> list[str]:
        """Names of the joints that are controlled, in the order of all arrays of joints."""
        return list(self.model.coordinate_names)

    def get_watched_joints(self) -> list[str]:
        """Names of joints that are only looked at: none."""
        return []

    def set_robot_base_pose(self, robot_position: ArrayLike, robot_orientation: ArrayLike) -> None:
        """Move the base of the robot; at first it is at the origin of the world.

        Raises:
            ValueError: The pose cannot be.
        """
        self._set_base(poses.checked_pose("base", robot_position, robot_orientation))

    def get_end_effector_pose(
        self, active_joint_positions: ArrayLike, frame_name: str | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Pose of a frame, by default of the end effector, in the world.

        Returns:
            Position [m], shape (3,), and rotation matrix, shape (3, 3).

        Raises:
            ValueError: There is no such frame, or the configuration has another size or is not finite.
        """
        frame = self._parameters.task_space_frame_name if frame_name is None else frame_name
        return self._single.forward(str(frame), self._configuration("active_joint_positions", active_joint_positions))

    # Parameters.

    @property
    def parameters(self) -> RrtParameters:
        """The parameters, which :meth:`set_param` exchanges."""
        return self._parameters

    def set_param(self, param_name: str, value: Any) -> bool:
        """Set a parameter; see :class:`~pippin.motion.planning.RrtParameters` for what there is.

        Args:
            param_name: Name, such as ``step_size`` or ``task_space_planning_params/gradient_substep_size``.
            value: Its value.

        Returns:
            Whether it was set; if not, a warning says why, and it stays as it was.
        """
        try:
            self._parameters = set_parameter(self._parameters, param_name, value, self.model)
        except ValueError as error:
            logger.warning("The parameter is not set: %s", error)
            return False
        return True

    def set_max_iterations(self, max_iter: int) -> None:
        """Set the number of extensions of trees after which a search is given up.

        Raises:
            ValueError: It is not a positive whole number.
        """
        self._parameters = set_parameter(self._parameters, "max_iterations", max_iter, self.model)

    def set_random_seed(self, random_seed: int) -> None:
        """Set the seed of all random numbers.

        Raises:
            ValueError: It is not a positive whole number.
        """
        self._parameters = set_parameter(self._parameters, "seed", random_seed, self.model)

    # Targets and paths.

    def set_cspace_target(self, active_joint_targets: ArrayLike) -> None:
        """Set the configuration to go to [m or rad], shape (num_joints,); it takes the place of any other target.

        Raises:
            ValueError: It has another size or is not finite.
        """
        self._cspace_target = self._configuration("active_joint_targets", active_joint_targets)
        self._pose_target = None

    def set_end_effector_target(
        self, target_translation: ArrayLike | None, target_orientation: ArrayLike | None = None
    ) -> None:
        """Set where to bring the end effector; it takes the place of any other target.

        Args:
            target_translation: Position in the world [m], shape (3,). None, with no orientation either: no target.
            target_orientation: Orientation there (x, y, z, w); None leaves it free.

        Raises:
            ValueError: They have other sizes or are not finite, or there is an orientation alone.
        """
        pose = None
        if target_translation is not None:
            orientation = poses.NO_TURN if target_orientation is None else target_orientation
            pose = poses.checked_pose("target", target_translation, orientation)
        elif target_orientation is not None:
            raise ValueError("'target_translation' is None, though 'target_orientation' is given; expected a position.")
        self._cspace_target, self._pose_target = None, pose
        self._has_orientation = target_orientation is not None

    def compute_path(
        self, active_joint_positions: ArrayLike, watched_joint_positions: ArrayLike = ()
    ) -> np.ndarray | None:
        """Search a path from a configuration to the target.

        Args:
            active_joint_positions: Where to start [m or rad], shape (num_joints,).
            watched_joint_positions: Empty.

        Returns:
            Waypoints [m or rad], shape (number of waypoints, num_joints), straight motions between which touch nothing;
            the first is the start. None where there is no target, or no path is found; a warning says why.

        Raises:
            ValueError: The arrays have other sizes or are not finite.
        """
        start = self._configuration("active_joint_positions", active_joint_positions)
        blocked = None
        if check_numbers("watched_joint_positions", watched_joint_positions).size:
            raise ValueError(
                f"'watched_joint_positions' has {np.size(watched_joint_positions)} values; expected none, "
                "since no joints are watched."
            )
        if self._cspace_target is not None:
            self._connect.parameters = self._parameters
            result = self._connect.plan(start, self._cspace_target)
        elif self._pose_target is not None:
            target = poses.compose(poses.inverse(self._base_pose), self._pose_target)
            result, blocked = self._plan_to_pose(start, target)
        else:
            logger.warning("There is no target, so there is no path.")
            return None
        if result.outcome is not Outcome.FOUND:
            logger.warning("There is no path: %s", self._reason(result, start, blocked))
        return result.waypoints

    def _plan_to_pose(self, start: np.ndarray, target: np.ndarray) -> tuple[PlannedPath, np.ndarray | None]:
        """Search by descents for a while, then to configurations at the target, then by descents for long.

        Returns:
            What was found, and where every configuration that was looked at touches something one of these.
        """
        pose = target[:3], target[3:] if self._has_orientation else None
        parameters = self._parameters
        self._task_space.parameters = first = replace(
            parameters, max_iterations=min(parameters.max_iterations, PATIENCE)
        )
        result = self._task_space.plan(start, *pose)
        if result.outcome is not Outcome.EXHAUSTED:
            return result, None
        self._connect.parameters = first
        num_attempts, blocked = 0, None
        for solution in self._solutions(*pose):
            attempt = self._connect.plan(start, solution)
            if attempt.outcome is Outcome.FOUND:
                return attempt, None
            num_attempts += attempt.outcome is Outcome.EXHAUSTED
            blocked = solution if attempt.outcome is Outcome.GOAL_BLOCKED else blocked
            if num_attempts == NUM_ATTEMPTS:
                break
        if parameters.max_iterations > PATIENCE:
            self._task_space.parameters = parameters
            result = self._task_space.plan(start, *pose)
        return result, blocked if num_attempts == 0 else None

    def _solutions(self, position: np.ndarray, orientation: np.ndarray | None) -> Iterator[np.ndarray]:
        """Configurations at a pose in the frame of the base, from random ones; they may touch something."""
        task = self._parameters.task_space_planning_params
        # The solver measures angles between axes, which are at least 0.8 of the angle of the turn.
        tolerances = task.translation_target_final_tolerance, 0.8 * task.orientation_target_final_tolerance
        random = np.random.default_rng(self._parameters.seed)
        bounds = sampling_bounds(self.model.lower_limits, self.model.upper_limits)
        frame = str(self._parameters.task_space_frame_name)
        for _ in range(NUM_SOLUTIONS):
            result = self._solver.solve(frame, position, orientation, random.uniform(*bounds)[None], *tolerances)
            if not result.success:  # though it tried many configurations
                return
            yield result.q

    def _set_base(self, pose: np.ndarray) -> None:
        self.world.set_base_pose(pose[:3], pose[3:])
        self._single.set_base_pose(pose[:3], pose[3:])
        self._base_pose = pose

    def _reason(self, result: PlannedPath, start: np.ndarray, blocked: np.ndarray | None) -> str:
        """Why there is no path; ``blocked`` is a configuration at the target, if none there is free."""
        target = start if self._cspace_target is None else self._cspace_target
        match result.outcome:
            case Outcome.START_BLOCKED:
                return f"at the start, {self._contacts(start)}."
            case Outcome.GOAL_BLOCKED:
                return f"at the target, {self._contacts(target)}."
            case Outcome.GOAL_BEYOND_LIMITS:
                return f"the target is beyond the limits of joints: {self._beyond_limits(target)}."
            case Outcome.OUT_OF_REACH:
                return f"the target is out of reach of '{self._parameters.task_space_frame_name}'."
        reason = f"none was found in {result.num_iterations} iterations.{self._cover_of_target()}"
        if blocked is not None:
            reason += f" Every configuration found at the target touches something; at one, {self._contacts(blocked)}."
        return reason

    def _cover_of_target(self) -> str:
        """Which obstacle the position of the target is inside of, if it is."""
        if self._pose_target is None or not self.world.names:
            return ""
        position = poses.compose(poses.inverse(self._base_pose), self._pose_target)[:3]
        nearest = self.world.nearest(position[None, None], np.zeros(1))
        depth = -float(nearest.distances.numpy()[0, 0])
        if not depth > 0.0:
            return ""
        name = self.world.name_of(int(nearest.obstacles.numpy()[0, 0]))
        return f" The position of the target is {1e3 * depth:.3g} mm inside '{name}'."

    def _contacts(self, q: np.ndarray) -> str:
        return describe_contacts(self._connect.bodies, self._kinematics, self.world, q)

    def _beyond_limits(self, q: np.ndarray) -> str:
        model = self.model
        rows = zip(model.coordinate_names, q, model.lower_limits, model.upper_limits, strict=True)
        beyond = [
            f"'{name}' at {position:g} is not within [{lower:g}, {upper:g}]"
            for name, position, lower, upper in rows
            if not lower <= position <= upper
        ]
        return ", ".join(beyond)

    def _configuration(self, name: str, values: ArrayLike) -> np.ndarray:
        return check_numbers(name, values, self.model.num_coordinates).reshape(-1)
