"""Worlds of Lula, RMPflow, paths and their planners."""

from __future__ import annotations

import logging
from enum import Enum
from os import PathLike
from typing import Any, NamedTuple

import numpy as np

from lula.robot import Kinematics, Pose3, RobotDescription, Rotation3
from pippin.motion.kinematics import Kinematics as BatchKinematics
from pippin.motion.planning import ConnectPlanner, RrtParameters, TaskSpacePlanner, read_rrt_parameters
from pippin.motion.planning.parameters import set_parameter
from pippin.motion.rmpflow import RmpFlowBatch, RmpFlowParameters, read_rmpflow_parameters
from pippin.motion.robot_description import RobotModel
from pippin.motion.trajectories import (
    CompositePathSpec,
    CSpacePathSpec,
    TaskSpacePathConversionConfig,
    TaskSpacePathSpec,
    TaskSpaceTrajectoryGenerator,
)
from pippin.motion.world import Capsule, CollisionWorld, Cone, Cuboid, Cylinder, Shape, Sphere

logger = logging.getLogger("pippin")


class Obstacle:
    """A shape, which is complete once its attributes are set; lengths are in metres.

    Args:
        obstacle_type: Its type.
    """

    class Type(Enum):
        """Types of shapes; their z-axes are those of their symmetry."""

        CAPSULE = "capsule"
        CONE = "cone"
        CUBE = "cube"
        CYLINDER = "cylinder"
        SPHERE = "sphere"

    class Attribute(Enum):
        """Lengths of shapes."""

        HEIGHT = "height"
        RADIUS = "radius"
        SIDE_LENGTHS = "side_lengths"

    def __init__(self, obstacle_type: Obstacle.Type) -> None:
        self._type = Obstacle.Type(obstacle_type)
        self._values: dict[Obstacle.Attribute, Any] = {}

    def type(self) -> Obstacle.Type:
        """Type of the shape."""
        return self._type

    def set_attribute(self, attribute: Obstacle.Attribute, value: Any) -> None:
        """Set a length, or three side lengths [m].

        Raises:
            ValueError: It is not of a size that the attribute has.
        """
        values = np.asarray(value, dtype=np.float64).ravel()
        size = 3 if attribute is Obstacle.Attribute.SIDE_LENGTHS else 1
        if values.size != size or not (values > 0.0).all() or not np.isfinite(values).all():
            raise ValueError(f"{attribute.name} should be {size} positive length(s) [m]; given: {value!r}.")
        self._values[Obstacle.Attribute(attribute)] = values

    def shape(self) -> Shape:
        """The shape as :mod:`pippin.motion.world` has it.

        Raises:
            ValueError: An attribute is missing.
        """
        if self._type is Obstacle.Type.CUBE:
            x, y, z = self._value(Obstacle.Attribute.SIDE_LENGTHS)
            return Cuboid((float(x), float(y), float(z)))
        radius = float(self._value(Obstacle.Attribute.RADIUS)[0])
        if self._type is Obstacle.Type.SPHERE:
            return Sphere(radius)
        height = float(self._value(Obstacle.Attribute.HEIGHT)[0])
        make = {Obstacle.Type.CAPSULE: Capsule, Obstacle.Type.CONE: Cone, Obstacle.Type.CYLINDER: Cylinder}[self._type]
        return make(radius, height)

    def _value(self, attribute: Obstacle.Attribute) -> np.ndarray:
        if attribute not in self._values:
            raise ValueError(f"A {self._type.value} needs the attribute {attribute.name}: set it first.")
        return self._values[attribute]


class ObstacleHandle:
    """Names an obstacle of one world.

    Args:
        name: Its name there.
    """

    def __init__(self, name: str) -> None:
        self.name = name


class World:
    """Obstacles in the frame of the robot's base.

    Attributes:
        obstacles: The obstacles as :mod:`pippin.motion` has them.
    """

    def __init__(self) -> None:
        self.obstacles = CollisionWorld()
        self._num_added = 0

    def add_obstacle(self, obstacle: Obstacle, pose: Pose3 | None = None) -> ObstacleHandle:
        """Add an obstacle at a pose, by default that of the origin.

        Raises:
            ValueError: An attribute of its shape is missing.
        """
        name = f"{obstacle.type().value} #{self._num_added}"
        placement = np.asarray(Pose3() if pose is None else pose)
        self.obstacles.add(name, obstacle.shape(), placement[:3], placement[3:])
        self._num_added += 1
        return ObstacleHandle(name)

    def remove_obstacle(self, obstacle: ObstacleHandle) -> None:
        """Forget an obstacle.

        Raises:
            ValueError: There is none of this handle.
        """
        self.obstacles.remove(obstacle.name)

    def enable_obstacle(self, obstacle: ObstacleHandle) -> None:
        """Let an obstacle count again; see :meth:`remove_obstacle`."""
        self.obstacles.enable(obstacle.name)

    def disable_obstacle(self, obstacle: ObstacleHandle) -> None:
        """Let an obstacle count no more, until it is enabled; see :meth:`remove_obstacle`."""
        self.obstacles.disable(obstacle.name)

    def set_pose(self, obstacle: ObstacleHandle, pose: Pose3) -> None:
        """Move an obstacle; see :meth:`remove_obstacle`."""
        placement = np.asarray(pose)
        self.obstacles.set_pose(obstacle.name, placement[:3], placement[3:])

    def add_world_view(self) -> WorldView:
        """A view of the world, which planners take."""
        return WorldView(self)


class WorldView:
    """What planners see of a world: always its present state.

    Args:
        world: The world.
    """

    def __init__(self, world: World) -> None:
        self.world = world

    def update(self) -> None:
        """Do nothing: the view is that of the present."""


def create_world() -> World:
    """Make a world without obstacles."""
    return World()


def create_obstacle(obstacle_type: Obstacle.Type) -> Obstacle:
    """Make a shape, whose attributes are to be set."""
    return Obstacle(obstacle_type)


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
            "The arguments of 'create_motion_planner' do not fit; expected a robot description and a world view."
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


class Domain(NamedTuple):
    """Where something is defined."""

    lower: float
    upper: float

    def span(self) -> float:
        """Distance of the ends."""
        return self.upper - self.lower


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


INSTANT = 1e-9
"""Time over which accelerations are taken [s]: so short that states do not change."""


class RmpFlowConfig:
    """What RMPflow is made from.

    Args:
        model: The robot.
        parameters: Gains and scales.
        end_effector_frame: Name of the frame that targets are for.
        world: The obstacles, in the frame of the base.
    """

    def __init__(self, model: RobotModel, parameters: RmpFlowParameters, end_effector_frame: str, world: World) -> None:
        self.model = model
        self.parameters = parameters
        self.end_effector_frame = end_effector_frame
        self.world = world


def create_rmpflow_config(
    rmpflow_config_file: str | PathLike[str],
    robot_description: RobotDescription,
    end_effector_frame: str,
    world_view: WorldView,
) -> RmpFlowConfig:
    """Read a configuration file of RMPflow for a robot among obstacles.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file says something that cannot be, or there is no such frame.
    """
    model = robot_description.model
    model.frame_index(end_effector_frame)
    parameters = read_rmpflow_parameters(rmpflow_config_file, model)
    return RmpFlowConfig(model, parameters, end_effector_frame, world_view.world)


class RmpFlow:
    """The policies of RMPflow, in the frame of the robot's base; nothing but its formulas, without guidance.

    Args:
        config: What it is made from.
    """

    def __init__(self, config: RmpFlowConfig) -> None:
        self._config = config
        obstacles = config.world.obstacles
        self._robot = RmpFlowBatch(config.model, config.parameters, config.end_effector_frame, world=obstacles)
        self._batch_kinematics = BatchKinematics(config.model)
        self._position: Any = None
        self._orientation: Any = None

    def num_c_space_coords(self) -> int:
        """Number of joints."""
        return self._config.model.num_coordinates

    def kinematics(self) -> Kinematics:
        """Forward kinematics of the robot."""
        return Kinematics(self._config.model)

    def set_cspace_attractor(self, cspace_position: Any) -> None:
        """Set the configuration to move to [m or rad], shape (num_joints,)."""
        self._robot.set_cspace_target(cspace_position)

    def set_end_effector_position_attractor(self, position: Any) -> None:
        """Set the position to move the end effector to [m], shape (3,)."""
        self._position = np.asarray(position, dtype=np.float64)
        self._robot.set_end_effector_target(self._position, self._orientation)

    def set_end_effector_orientation_attractor(self, orientation: Rotation3) -> None:
        """Set the orientation to bring the end effector to."""
        self._orientation = np.asarray(orientation)
        self._robot.set_end_effector_target(self._position, self._orientation)

    def clear_end_effector_position_attractor(self) -> None:
        """Leave the position of the end effector free."""
        self._position = None
        self._robot.set_end_effector_target(None, self._orientation)

    def clear_end_effector_orientation_attractor(self) -> None:
        """Leave the orientation of the end effector free."""
        self._orientation = None
        self._robot.set_end_effector_target(self._position, None)

    def eval_accel(self, cspace_position: Any, cspace_velocity: Any, cspace_accel: np.ndarray) -> None:
        """Compute the acceleration at a state, into an array [m/s^2 or rad/s^2], shape (num_joints,)."""
        self._robot.set_state(cspace_position, cspace_velocity)
        self._robot.step(INSTANT)
        cspace_accel[...] = self._robot.accelerations.numpy()[0]

    def pose(self, cspace_position: Any, frame: str) -> Pose3:
        """Pose of a frame."""
        return self.kinematics().pose(cspace_position, frame)

    def num_collision_spheres(self) -> int:
        """Number of collision spheres."""
        return self._config.model.num_spheres

    def collision_sphere_positions(self, cspace_position: Any) -> list[np.ndarray]:
        """Centres of the collision spheres [m], sorted by the names of their links."""
        centers = self._batch_kinematics.sphere_centers(np.asarray(cspace_position, dtype=np.float64)[None]).numpy()[0]
        return list(centers[self._order()])

    def collision_sphere_radii(self) -> list[float]:
        """Radii of the collision spheres [m], in the same order."""
        return self._config.model.sphere_radii[self._order()].tolist()

    def _order(self) -> np.ndarray:
        return np.argsort(np.array(self._config.model.sphere_frames, dtype=str), kind="stable")


def create_rmpflow(rmpflow_config: RmpFlowConfig) -> RmpFlow:
    """Make RMPflow from a config."""
    return RmpFlow(rmpflow_config)
