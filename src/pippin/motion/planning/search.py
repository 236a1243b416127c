"""Searches of paths for one problem or many, on all cores of a CPU or on a GPU."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import warp as wp

from pippin.motion.ik.functions import coordinates_type
from pippin.motion.kinematics import upload_robot
from pippin.motion.robot_description import RobotModel
from pippin.motion.world import CollisionWorld

from .bodies import find_bodies
from .edges import scene_struct
from .obstacle_bounds import obstacle_bounds_kernel
from .outcome import Outcome
from .parameters import RrtParameters
from .room import SearchRoom

MAX_NODES = 100_000
"""Number of nodes of a tree, at most, unless it is set."""


@dataclass(frozen=True)
class PlannedPath:
    """What a search found.

    Attributes:
        outcome: How it ended.
        waypoints: Configurations [m or rad], shape (number of waypoints, num_coordinates), from the start to the
            target; straight motions between them are free. None where no path was found.
        num_iterations: Number of iterations.
    """

    outcome: Outcome
    waypoints: np.ndarray | None
    num_iterations: int


class PathSearch:
    """Lets workers search paths, each for one problem; subclasses say by which kernel.

    Args:
        model: The robot.
        world: Obstacles: one world for all problems, or one for each.
        parameters: How to search; they may be exchanged between searches.
        avoid_self_collision: See :func:`~pippin.motion.planning.find_bodies`.
        max_nodes: Number of nodes of a tree, at most; None: as many as there may be iterations, within
            :data:`MAX_NODES`.
        num_threads: Number of problems that a CPU works on at once; None: all cores.
    """

    def __init__(
        self,
        model: RobotModel,
        world: CollisionWorld,
        parameters: RrtParameters | None = None,
        avoid_self_collision: bool = True,
        max_nodes: int | None = None,
        num_threads: int | None = None,
    ) -> None:
        self.model = model
        self.world = world
        self.parameters = RrtParameters() if parameters is None else parameters
        self.bodies = find_bodies(model, avoid_self_collision)
        self._max_nodes = max_nodes
        self._num_threads = num_threads or os.cpu_count() or 1
        self._coordinates = coordinates_type(world.scalar, model.num_coordinates)
        self._scene = scene_struct(world.scalar, model.num_coordinates)()
        self._scene.robot = upload_robot(model, world.device, world.scalar)
        self._scene.bodies = self.bodies.struct(world.device, world.scalar)
        self._rooms: list[SearchRoom] = []

    def _kernel(self, num_lanes: int) -> wp.Kernel:
        """Kernel over workers and lanes; it takes scene, settings, space, trees, problems and ``inputs``."""
        raise NotImplementedError

    def _extra_room(self, room: SearchRoom) -> list[Any]:
        """Further arrays of a room that the kernel takes after ``problems``."""
        return []

    def _settings(self) -> Any:
        """Struct of what holds for all problems."""
        raise NotImplementedError

    def _seeds(self, seeds: Any | None, count: int) -> wp.array:
        seeds = np.zeros(count) if seeds is None else np.asarray(seeds)
        if seeds.shape != (count,):
            raise ValueError(f"seeds should have the shape ({count},), it has {seeds.shape}.")
        return wp.array(seeds.astype(np.int32), dtype=wp.int32, device=self.world.device)

    def _search(self, count: int, inputs: Sequence[Any]) -> list[PlannedPath]:
        """Search paths for problems, which the inputs hold."""
        if self.world.num_worlds not in (1, count):
            raise ValueError(
                f"There should be 1 world or {count}, one for each problem; there are {self.world.num_worlds}."
            )
        self._update_obstacle_bounds()
        settings = self._settings()
        if not self.world.device.is_cpu:
            return self._launch(self._room(0, count), np.arange(count), settings, inputs)
        first = self._launch(self._room(0, 1), np.array([0]), settings, inputs)  # which compiles the kernel
        if count == 1:
            return first
        free = [self._room(i, 1) for i in range(min(self._num_threads, count - 1))]

        def search(problem: int) -> PlannedPath:
            room = free.pop()  # there are as many as threads
            try:
                return self._launch(room, np.array([problem]), settings, inputs)[0]
            finally:
                free.append(room)

        with ThreadPoolExecutor(len(free)) as pool:
            return [*first, *pool.map(search, range(1, count))]

    def _launch(
        self, room: SearchRoom, problems: np.ndarray, settings: Any, inputs: Sequence[Any]
    ) -> list[PlannedPath]:
        """Let the workers of a room search problems, one each."""
        room.problems[: len(problems)].assign(problems.astype(np.int32))
        wp.launch(
            self._kernel(room.num_lanes),
            dim=(len(problems), room.num_lanes),
            inputs=[self._scene, settings, room.space, room.trees, room.problems, *self._extra_room(room), *inputs],
            outputs=[room.paths, room.counts],
            device=self.world.device,
            block_dim=room.num_lanes,
        )
        counts = room.counts.numpy()[: len(problems)]
        longest = max(int(counts[:, 1].max()), 1)
        paths = room.paths[: len(problems), :longest].contiguous().numpy()
        return [_result(numbers, path) for numbers, path in zip(counts.tolist(), paths, strict=True)]

    def _update_obstacle_bounds(self) -> None:
        world, scene = self.world, self._scene
        shape = world.struct.kinds.shape
        scene.world = world.struct
        if scene.obstacle_bounds is None or scene.obstacle_bounds.shape != shape:
            vector = wp.types.vector(length=4, dtype=world.scalar)
            scene.obstacle_bounds = wp.zeros(shape, dtype=vector, device=world.device)
        wp.launch(
            obstacle_bounds_kernel(world.scalar),
            dim=shape,
            inputs=[world.struct],
            outputs=[scene.obstacle_bounds],
            device=world.device,
        )

    def _room(self, index: int, num_workers: int) -> SearchRoom:
        """Room for workers, which later searches use again if it is large enough."""
        max_nodes = self._max_nodes or min(self.parameters.max_iterations + 1, MAX_NODES)
        while len(self._rooms) <= index:
            self._rooms.append(SearchRoom(self.model, self.world, num_workers, max_nodes))
        room = self._rooms[index]
        if room.num_workers < num_workers or room.trees.nodes.shape[1] < max_nodes:
            self._rooms[index] = room = SearchRoom(self.model, self.world, num_workers, max_nodes)
        return room


def _result(numbers: list[int], path: np.ndarray) -> PlannedPath:
    outcome, num_waypoints, num_iterations = numbers
    waypoints = without_idle_waypoints(path[:num_waypoints].astype(np.float64)) if num_waypoints else None
    return PlannedPath(Outcome(outcome), waypoints, num_iterations)


def without_idle_waypoints(path: np.ndarray) -> np.ndarray:
    """Leave out waypoints of a path that lie on the straight line between their neighbours."""
    steps = np.diff(path, axis=0)
    lengths = np.linalg.norm(steps, axis=1)
    steps, path = steps[lengths > 0.0], np.concatenate([path[:1], path[1:][lengths > 0.0]])
    directions = steps / np.linalg.norm(steps, axis=1, keepdims=True)
    turns = np.linalg.norm(np.diff(directions, axis=0), axis=1) > 1e-9
    return path[np.concatenate([[True], turns, [True]])] if len(steps) else path
