"""Tasks of a robot with a gripper: to follow a target, to pick and place a cube, to stack cubes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from isaacsim.core.objects import DynamicCuboid, FixedCuboid, Robot, SingleXFormPrim, VisualCuboid
from isaacsim.core.rotations import euler_angles_to_quat
from isaacsim.core.stage import find_unique_string_name, require_meters
from pippin import objects
from pippin.objects import PreviewSurface
from pippin.sim import SimulationContext, is_prim_path_valid

__all__ = ["BaseTask", "FollowTarget", "PickPlace", "Stacking"]

CUBE_SIZE = (0.0515, 0.0515, 0.0515)
"""Edges of cubes that are to be picked [m]."""

REACHED = 0.035
"""Distance from the target at which it counts as reached [m]."""

RED, GREEN, BLUE = np.eye(3)


class BaseTask(objects.BaseTask):
    """:class:`pippin.objects.BaseTask` with what Isaac Sim's subclasses call."""

    _device: str | None = None

    @property
    def device(self) -> str | None:
        """Device of the task's tensors: the one that it has set itself, else the simulation's, if there is one."""
        simulation = SimulationContext.instance()
        return self._device if self._device is not None or simulation is None else simulation.device

    def _move_task_objects_to_their_frame(self) -> None:
        """Move the objects, and their default states, by the task's offset."""
        if not np.any(self._offset):
            return
        for task_object in self._task_objects.values():
            if isinstance(task_object, objects.SingleXFormPrim):
                position = task_object.get_world_pose()[0] + self._offset
                task_object.set_world_pose(position=position)
                task_object.set_default_state(position=position)


class _RobotTask(ABC, BaseTask):
    """A task of one robot, which subclasses make.

    Raises:
        NotImplementedError: The stage measures in another unit than metres.
    """

    _robot: Robot

    def __init__(self, name: str, offset: ArrayLike | None = None) -> None:
        require_meters(f"Task '{name}'")
        super().__init__(name, offset)

    @abstractmethod
    def set_robot(self) -> Robot:
        """Make the robot, on the stage."""

    def _add_robot(self, scene: Any) -> None:
        self._robot = scene.add(self.set_robot())
        self._task_objects[self._robot.name] = self._robot
        self._move_task_objects_to_their_frame()

    def _free_name(self, name: str) -> str:
        return find_unique_string_name(name, lambda free: not self.scene.object_exists(free))  # type: ignore[union-attr]

    def _end_effector_position(self) -> np.ndarray:
        return self._robot.end_effector.get_local_pose()[0]  # type: ignore[attr-defined]

    def _open_gripper(self) -> None:
        gripper = getattr(self._robot, "gripper", None)
        if hasattr(gripper, "joint_opened_positions"):
            gripper.set_joint_positions(gripper.joint_opened_positions)


class FollowTarget(_RobotTask):
    """A robot and a target that is to be reached.

    Args:
        name: Name of the task.
        target_prim_path: Path of the target; None finds a free one. A prim that is there becomes the target.
        target_name: Name of the target; None finds a free one.
        target_position: Where it is [m, world], shape (3,).
        target_orientation: Its orientation (w, x, y, z), shape (4,).
        offset: Where the task's objects are moved to [m], shape (3,).
    """

    def __init__(
        self,
        name: str,
        target_prim_path: str | None = None,
        target_name: str | None = None,
        target_position: ArrayLike | None = None,
        target_orientation: ArrayLike | None = None,
        offset: ArrayLike | None = None,
    ) -> None:
        super().__init__(name, offset)
        self._target_prim_path = target_prim_path
        self._target_name = target_name
        self._target_position = target_position
        self._target_orientation = target_orientation
        self._target: Any = None
        self._target_visual_material: PreviewSurface | None = None
        self._obstacle_cubes: dict[str, FixedCuboid] = {}

    def set_up_scene(self, scene: Any) -> None:
        """Put ground, target and robot into the scene."""
        super().set_up_scene(scene)
        scene.add_default_ground_plane()
        if self._target_orientation is None:
            self._target_orientation = euler_angles_to_quat(np.array([-np.pi, 0.0, np.pi]))
        if self._target_prim_path is None:
            self._target_prim_path = _free_path("/World/TargetCube")
        if self._target_name is None:
            self._target_name = self._free_name("target")
        self.set_params(self._target_prim_path, self._target_name, self._target_position, self._target_orientation)
        self._add_robot(scene)

    def set_params(
        self,
        target_prim_path: str | None = None,
        target_name: str | None = None,
        target_position: ArrayLike | None = None,
        target_orientation: ArrayLike | None = None,
    ) -> None:
        """Name a target by its path, or move the one that there is; None leaves a value.

        Raises:
            RuntimeError: The task has no scene yet.
        """
        if self.scene is None:
            raise RuntimeError(f"The task '{self.name}' has no scene before the world's first reset.")
        if target_prim_path is None:
            self._target.set_world_pose(position=target_position, orientation=target_orientation)
            return
        if self._target is not None:
            del self._task_objects[self._target.name]
        name = target_name or self._target_name
        if is_prim_path_valid(target_prim_path):
            self._target = SingleXFormPrim(
                target_prim_path, name, position=target_position, orientation=target_orientation
            )
        else:
            self._target = VisualCuboid(
                target_prim_path,
                name,
                position=target_position,
                orientation=target_orientation,
                color=RED,
                size=1.0,
                scale=np.full(3, 0.03),
            )
        self._target_prim_path, self._target_name = target_prim_path, name
        self._target = self.scene.add(self._target)
        self._task_objects[self._target.name] = self._target

    def get_params(self) -> dict[str, Any]:
        """Parameters of the target, and the name of the robot."""
        position, orientation = self._target.get_local_pose()
        return {
            "target_prim_path": _parameter(self._target.prim_path),
            "target_name": _parameter(self._target.name),
            "target_position": _parameter(position),
            "target_orientation": _parameter(orientation),
            "robot_name": _parameter(self._robot.name, modifiable=False),
        }

    def get_observations(self) -> dict[str, Any]:
        """State of the robot's joints and pose of the target, by their names."""
        state = self._robot.get_joints_state()
        position, orientation = self._target.get_local_pose()
        return {
            self._robot.name: {
                "joint_positions": np.array(state.positions),
                "joint_velocities": np.array(state.velocities),
            },
            self._target.name: {"position": np.array(position), "orientation": np.array(orientation)},
        }

    def target_reached(self) -> bool:
        """Whether the end effector is within 3.5 cm of the target."""
        end_effector, _ = self._robot.end_effector.get_world_pose()  # type: ignore[attr-defined]
        target, _ = self._target.get_world_pose()
        return bool(np.linalg.norm(end_effector - target) < REACHED)

    def add_obstacle(self, position: ArrayLike | None = None) -> FixedCuboid:
        """Put a cube in the way, at a position [m, world]; None means beside the target."""
        path = _free_path("/World/ObstacleCube")
        name = self._free_name("cube")
        where = np.array([0.1, 0.1, 1.0]) if position is None else np.asarray(position, dtype=float)
        cube = self.scene.add(  # type: ignore[union-attr]
            VisualCuboid(path, name, position=where + self._offset, color=BLUE, size=0.1)
        )
        self._obstacle_cubes[cube.name] = cube
        return cube

    def remove_obstacle(self, name: str | None = None) -> None:
        """Take an obstacle away; None means the last one."""
        name = name or list(self._obstacle_cubes)[-1]
        self.scene.remove_object(name)  # type: ignore[union-attr]
        del self._obstacle_cubes[name]

    def get_obstacle_to_delete(self) -> FixedCuboid:
        """The obstacle that was added last."""
        return list(self._obstacle_cubes.values())[-1]

    def obstacles_exist(self) -> bool:
        """Whether there are obstacles."""
        return bool(self._obstacle_cubes)


class PickPlace(_RobotTask):
    """A robot with a gripper, and a cube that is to be somewhere else.

    Args:
        name: Name of the task.
        cube_initial_position: Where the cube begins [m, world], shape (3,).
        cube_initial_orientation: Its orientation (w, x, y, z), shape (4,).
        target_position: Where it is to be [m, world], shape (3,).
        cube_size: Its edges [m], shape (3,).
        offset: Where the task's objects are moved to [m], shape (3,).
    """

    def __init__(
        self,
        name: str,
        cube_initial_position: ArrayLike | None = None,
        cube_initial_orientation: ArrayLike | None = None,
        target_position: ArrayLike | None = None,
        cube_size: ArrayLike | None = None,
        offset: ArrayLike | None = None,
    ) -> None:
        super().__init__(name, offset)
        self._cube: Any = None
        self._cube_size = np.array(CUBE_SIZE if cube_size is None else cube_size, dtype=float)
        self._cube_initial_position = _row(cube_initial_position, [0.3, 0.3, 0.3])
        self._cube_initial_orientation = _row(cube_initial_orientation, [1.0, 0.0, 0.0, 0.0])
        self._target_position = _row(target_position, [-0.3, -0.3, self._cube_size[2] / 2.0]) + self._offset

    def set_up_scene(self, scene: Any) -> None:
        """Put ground, cube and robot into the scene."""
        super().set_up_scene(scene)
        scene.add_default_ground_plane()
        self._cube = scene.add(
            DynamicCuboid(
                _free_path("/World/Cube"),
                self._free_name("cube"),
                position=self._cube_initial_position,
                orientation=self._cube_initial_orientation,
                scale=self._cube_size,
                size=1.0,
                color=BLUE,
            )
        )
        self._task_objects[self._cube.name] = self._cube
        self._add_robot(scene)

    def set_params(
        self,
        cube_position: ArrayLike | None = None,
        cube_orientation: ArrayLike | None = None,
        target_position: ArrayLike | None = None,
    ) -> None:
        """Move the cube, and where it is to be; None leaves a value."""
        if target_position is not None:
            self._target_position = np.asarray(target_position, dtype=float)
        if cube_position is not None or cube_orientation is not None:
            self._cube.set_local_pose(translation=cube_position, orientation=cube_orientation)

    def get_params(self) -> dict[str, Any]:
        """Pose of the cube, where it is to be, and the names of cube and robot."""
        position, orientation = self._cube.get_local_pose()
        return {
            "cube_position": _parameter(position),
            "cube_orientation": _parameter(orientation),
            "target_position": _parameter(self._target_position),
            "cube_name": _parameter(self._cube.name, modifiable=False),
            "robot_name": _parameter(self._robot.name, modifiable=False),
        }

    def get_observations(self) -> dict[str, Any]:
        """Pose of the cube and where it is to be, joints and end effector of the robot, by their names."""
        position, orientation = self._cube.get_local_pose()
        return {
            self._cube.name: {
                "position": position,
                "orientation": orientation,
                "target_position": self._target_position,
            },
            self._robot.name: {
                "joint_positions": self._robot.get_joints_state().positions,
                "end_effector_position": self._end_effector_position(),
            },
        }

    def post_reset(self) -> None:
        """Open the gripper."""
        self._open_gripper()


class Stacking(_RobotTask):
    """A robot with a gripper, and cubes that are to be stacked.

    Args:
        name: Name of the task.
        cube_initial_positions: Where the cubes begin [m, world], shape (N, 3).
        cube_initial_orientations: Their orientations (w, x, y, z), shape (N, 4).
        stack_target_position: Where the stack is to be [m, world], shape (3,); its height counts from the ground.
        cube_size: Edges of the cubes [m], shape (3,).
        offset: Where the task's objects are moved to [m], shape (3,).
    """

    def __init__(
        self,
        name: str,
        cube_initial_positions: ArrayLike,
        cube_initial_orientations: ArrayLike | None = None,
        stack_target_position: ArrayLike | None = None,
        cube_size: ArrayLike | None = None,
        offset: ArrayLike | None = None,
    ) -> None:
        super().__init__(name, offset)
        self._cube_initial_positions = np.asarray(cube_initial_positions, dtype=float)
        self._num_of_cubes = len(self._cube_initial_positions)
        self._cube_initial_orientations = (
            [None] * self._num_of_cubes if cube_initial_orientations is None else cube_initial_orientations
        )
        self._stack_target_position = _row(stack_target_position, [-0.3, -0.3, 0.0]) + self._offset
        self._cube_size = np.array(CUBE_SIZE if cube_size is None else cube_size, dtype=float)
        self._cubes: list[Any] = []

    def set_up_scene(self, scene: Any) -> None:
        """Put ground, cubes and robot into the scene."""
        super().set_up_scene(scene)
        scene.add_default_ground_plane()
        colors = np.random.default_rng(0).uniform(size=(self._num_of_cubes, 3))
        for position, orientation, color in zip(
            self._cube_initial_positions, self._cube_initial_orientations, colors, strict=True
        ):
            cube = scene.add(
                DynamicCuboid(
                    _free_path("/World/Cube"),
                    self._free_name("cube"),
                    position=position,
                    orientation=orientation,
                    scale=self._cube_size,
                    size=1.0,
                    color=color,
                )
            )
            self._cubes.append(cube)
            self._task_objects[cube.name] = cube
        self._add_robot(scene)

    def get_cube_names(self) -> list[str]:
        """Names of the cubes, from the lowest of the stack."""
        return [cube.name for cube in self._cubes]

    def set_params(
        self,
        cube_name: str | None = None,
        cube_position: ArrayLike | None = None,
        cube_orientation: ArrayLike | None = None,
        stack_target_position: ArrayLike | None = None,
    ) -> None:
        """Move a cube, and where the stack is to be; None leaves a value."""
        if stack_target_position is not None:
            self._stack_target_position = np.asarray(stack_target_position, dtype=float)
        if cube_name is not None:
            self._task_objects[cube_name].set_local_pose(  # type: ignore[attr-defined]
                translation=cube_position, orientation=cube_orientation
            )

    def get_params(self) -> dict[str, Any]:
        """Where the stack is to be, and the name of the robot."""
        return {
            "stack_target_position": _parameter(self._stack_target_position),
            "robot_name": _parameter(self._robot.name, modifiable=False),
        }

    def get_observations(self) -> dict[str, Any]:
        """Pose of each cube and where it is to be, joints and end effector of the robot, by their names."""
        observations: dict[str, Any] = {
            self._robot.name: {
                "joint_positions": self._robot.get_joints_state().positions,
                "end_effector_position": self._end_effector_position(),
            }
        }
        for i, cube in enumerate(self._cubes):
            position, orientation = cube.get_local_pose()
            target = np.array([*self._stack_target_position[:2], (i + 0.5) * self._cube_size[2]])
            observations[cube.name] = {"position": position, "orientation": orientation, "target_position": target}
        return observations

    def post_reset(self) -> None:
        """Open the gripper."""
        self._open_gripper()


def _parameter(value: Any, modifiable: bool = True) -> dict[str, Any]:
    return {"value": value, "modifiable": modifiable}


def _row(values: ArrayLike | None, default: ArrayLike) -> np.ndarray:
    return np.array(default if values is None else values, dtype=float)


def _free_path(path: str, is_free: Callable[[str], bool] = lambda path: not is_prim_path_valid(path)) -> str:
    return find_unique_string_name(path, is_free)
