"""Searches of paths for one problem or many, on all cores of a CPU or on a GPU."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
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
from .race import UNSOLVED
from .room import SearchRoom

MAX_NODES = 100_000
"""Number of nodes of a tree, at most, unless it is set."""

FIRST_ROUND = 50
"""Number of iterations after which a GPU looks which problems are left over; each round is twice as long."""

NUM_SEARCHES = 500
"""Number of searches that a round runs at once, at least: with several seeds of a problem where fewer are left."""

SEED_STEP = 0x9E3779B1
"""Distance of the seeds of a problem from each other: seeds of users are small numbers, which it keeps apart."""


@dataclass(frozen=True)
class PlannedPath:
    """What a search found.

    Attributes:
        outcome: How it ended.
        waypoints: Configurations [m or rad], shape (number of waypoints, num_coordinates), from the start to the
            target; straight motions between them are free. None where no path was found.
        num_iterations: Number of iterations, of rounds before included.
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

    A batch is searched in rounds, of ``first_round`` iterations and then of twice as many each. Problems that a round
    leaves over are searched anew, each with as many seeds at once as there is room for; the search that needs fewest
    iterations wins. For the time of search is that of the unluckiest otherwise, which may be hundreds of times the
    median. ``first_round=None`` means :data:`FIRST_ROUND` on a GPU and a single round on a CPU, whose cores are busy
    with other problems anyhow.
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
        """Kernel over workers and lanes.

        It takes scene, settings, space, trees, problems and seeds of the workers, the fewest iterations of each problem
        so far, what :meth:`_extra_room` gives, and ``inputs``.
        """
        raise NotImplementedError

    def _extra_room(self, room: SearchRoom) -> list[Any]:
        """Further arrays of a room that the kernel takes."""
        return []

    def _settings(self, max_iterations: int) -> Any:
        """Struct of what holds for all problems."""
        raise NotImplementedError

    def _search(
        self, count: int, inputs: Sequence[Any], seeds: Any | None, first_round: int | None
    ) -> list[PlannedPath]:
        """Search paths for problems, which the inputs hold.

        Args:
            count: Number of problems.
            inputs: What the kernel takes last, one entry for each problem.
            seeds: Seed of each problem, shape (count,); None: all zero.
            first_round: Number of iterations of the first round; None: :data:`FIRST_ROUND` on a GPU, no rounds on a
                CPU.
        """
        seeds = np.zeros(count, dtype=np.int64) if seeds is None else np.asarray(seeds).astype(np.int64)
        if seeds.shape != (count,):
            raise ValueError(f"seeds should have the shape ({count},), it has {seeds.shape}.")
        if self.world.num_worlds not in (1, count):
            raise ValueError(
                f"There should be 1 world or {count}, one for each problem; there are {self.world.num_worlds}."
            )
        if first_round is not None and first_round < 1:
            raise ValueError(f"first_round should be a number of iterations, at least 1, it is {first_round}.")
        self._update_obstacle_bounds()
        max_iterations = self.parameters.max_iterations
        if first_round is None and self.world.device.is_cpu:
            return self._race(np.arange(count), seeds[:, None], max_iterations, inputs)
        return self._search_in_rounds(count, inputs, seeds, round_lengths(first_round or FIRST_ROUND, max_iterations))

    def _search_in_rounds(
        self, count: int, inputs: Sequence[Any], seeds: np.ndarray, lengths: list[int]
    ) -> list[PlannedPath]:
        """Search for all problems, and anew for those that a round leaves over, with as many seeds as there is room."""
        results: dict[int, PlannedPath] = {}
        left, num_before, num_tries = np.arange(count), 0, 0
        for length in lengths:
            tries = num_tries + np.arange(max(count, NUM_SEARCHES) // len(left))
            found = self._race(left, seeds[left, None] + SEED_STEP * tries, length, inputs)
            for problem, path in zip(left.tolist(), found, strict=True):
                results[problem] = replace(path, num_iterations=num_before + path.num_iterations)
            left = np.array([p for p in left.tolist() if results[p].outcome is Outcome.EXHAUSTED], dtype=np.int64)
            if len(left) == 0:
                break
            num_before, num_tries = num_before + length, int(tries[-1]) + 1
        return [results[problem] for problem in range(count)]

    def _race(
        self, problems: np.ndarray, seeds: np.ndarray, max_iterations: int, inputs: Sequence[Any]
    ) -> list[PlannedPath]:
        """For each problem the path that one of several searches found first.

        Args:
            problems: Which problems, shape (n,).
            seeds: Seeds of the searches of each, shape (n, num_tries); they wrap around at 32 bits.
            max_iterations: Number of iterations of each search, at most.
            inputs: What the kernel takes last.
        """
        num_tries = seeds.shape[1]
        searches = np.stack([np.repeat(problems, num_tries), seeds.ravel()], axis=1).astype(np.int32)
        fewest = wp.full(int(problems.max()) + 1, UNSOLVED, dtype=wp.int32, device=self.world.device)
        paths = self._run(searches, fewest, self._settings(max_iterations), inputs)
        rows = [paths[first : first + num_tries] for first in range(0, len(paths), num_tries)]
        return [min(row, key=lambda path: (path.outcome is not Outcome.FOUND, path.num_iterations)) for row in rows]

    def _run(self, searches: np.ndarray, fewest: wp.array, settings: Any, inputs: Sequence[Any]) -> list[PlannedPath]:
        """Run searches, each of a problem with a seed: all at once on a GPU, on all cores of a CPU."""
        count = len(searches)
        if not self.world.device.is_cpu:
            return self._launch(self._room(0, count), searches, fewest, settings, inputs)
        first = self._launch(self._room(0, 1), searches[:1], fewest, settings, inputs)  # which compiles the kernel
        if count == 1:
            return first
        free = [self._room(i, 1) for i in range(min(self._num_threads, count - 1))]

        def search(index: int) -> PlannedPath:
            room = free.pop()  # there are as many as threads
            try:
                return self._launch(room, searches[index : index + 1], fewest, settings, inputs)[0]
            finally:
                free.append(room)

        with ThreadPoolExecutor(len(free)) as pool:
            return [*first, *pool.map(search, range(1, count))]

    def _launch(
        self, room: SearchRoom, searches: np.ndarray, fewest: wp.array, settings: Any, inputs: Sequence[Any]
    ) -> list[PlannedPath]:
        """Let the workers of a room search, one each."""
        count = len(searches)
        room.problems[:count].assign(np.ascontiguousarray(searches[:, 0]))
        room.seeds[:count].assign(np.ascontiguousarray(searches[:, 1]))
        shared = [self._scene, settings, room.space, room.trees, room.problems, room.seeds, fewest]
        wp.launch(
            self._kernel(room.num_lanes),
            dim=(count, room.num_lanes),
            inputs=[*shared, *self._extra_room(room), *inputs],
            outputs=[room.paths, room.counts],
            device=self.world.device,
            block_dim=room.num_lanes,
        )
        counts = room.counts.numpy()[:count]
        longest = max(int(counts[:, 1].max()), 1)
        paths = room.paths[:count, :longest].contiguous().numpy()
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


def round_lengths(first: int, max_iterations: int) -> list[int]:
    """Numbers of iterations of rounds: each twice as long as the one before, all together ``max_iterations``."""
    lengths = [min(first, max_iterations)]
    while (rest := max_iterations - sum(lengths)) > 0:
        lengths.append(min(2 * lengths[-1], rest))
    return lengths


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
