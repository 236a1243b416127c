"""Searches of paths for one problem or many, on all cores of a CPU or on a GPU."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import warp as wp

from pippin.motion.compilation import load_kernel
from pippin.motion.ik.functions import coordinates_type
from pippin.motion.kinematics import upload_robot
from pippin.motion.robot_description import RobotModel
from pippin.motion.world import CollisionWorld

from ..ik.bodies import find_bodies
from .admission import admit_kernel
from .clearances import scene_struct
from .kernel_kind import KernelKind
from .obstacle_bounds import obstacle_bounds_kernel
from .outcome import Outcome
from .parameters import RrtParameters
from .paths import shorten_kernel
from .race import UNSOLVED
from .room import SearchRoom

MAX_NODES = 100_000
"""Number of nodes of a tree, at most, unless it is set."""

FIRST_ROUND = 50
"""Number of turns of a tree after which a GPU looks which problems are left over; each round is twice as long."""

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


class _Found(NamedTuple):
    """What a search found, with its waypoints as they are (none where there is no path)."""

    outcome: Outcome
    waypoints: np.ndarray
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
    leaves over are searched again, each with as many seeds at once as there is room for; the search that needs fewest
    iterations wins. For the time of search is that of the unluckiest otherwise, which may be hundreds of times the
    median. ``first_round=None`` means the iterations of :data:`FIRST_ROUND` turns on a GPU and a single round on a CPU,
    whose cores are busy with other problems anyhow.
    """

    # On a GPU, the number of threads that share a search, and of extensions of a tree that they make in a turn.
    _gpu_lanes, _gpu_extensions = 32, 1

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

    def _kernel(self, kind: KernelKind) -> wp.Kernel:
        """Kernel over workers and lanes.

        It takes scene, settings, space, extensions, trees, problems and seeds of the workers, the fewest iterations of
        each problem so far, its outcome and margin before the search, what :meth:`_extra_room` gives, and ``inputs``.
        """
        raise NotImplementedError

    def _extra_room(self, room: SearchRoom) -> list[Any]:
        """Further arrays of a room that the kernel takes."""
        return []

    def _settings(self, max_iterations: int) -> Any:
        """Struct of what holds for all problems."""
        raise NotImplementedError

    def _search(
        self,
        starts: wp.array,
        goals: wp.array,
        limits: tuple[np.ndarray, np.ndarray],
        inputs: Sequence[Any],
        seeds: Any | None,
        first_round: int | None,
    ) -> list[PlannedPath]:
        """Search paths for problems, which the inputs hold.

        Args:
            starts: Configurations that should be free, one of each problem.
            goals: Further ones.
            limits: Lower and upper limits of these.
            inputs: What the kernel takes last, one entry for each problem.
            seeds: Seed of each problem, shape (number of problems,); None: all zero.
            first_round: Number of iterations of the first round; None: that of :data:`FIRST_ROUND` turns on a GPU, no
                rounds on a CPU.
        """
        count = len(starts)
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
        ends = self._admit(starts, goals, limits)
        max_iterations = self.parameters.max_iterations
        if first_round is None and self.world.device.is_cpu:
            found = self._race(np.arange(count), seeds[:, None], max_iterations, ends, inputs)
        else:
            lengths = round_lengths(first_round or FIRST_ROUND * self._kernel_kind().num_extensions, max_iterations)
            found = self._search_in_rounds(seeds, lengths, ends, inputs)
        tidy = without_idle_waypoints([waypoints for _, waypoints, _ in found])
        return [
            PlannedPath(outcome, waypoints if len(waypoints) else None, num_iterations)
            for (outcome, _, num_iterations), waypoints in zip(found, tidy, strict=True)
        ]

    def _admit(
        self, starts: wp.array, goals: wp.array, limits: tuple[np.ndarray, np.ndarray]
    ) -> tuple[wp.array, wp.array]:
        """Outcome of each problem before any search, and the distance below which bodies touch in it."""
        outcomes = wp.empty(len(starts), dtype=wp.int32, device=self.world.device)
        margins = wp.empty(len(starts), dtype=self.world.scalar, device=self.world.device)
        lower, upper = (self._coordinates(*limit) for limit in limits)
        wp.launch(
            admit_kernel(self._kernel_kind()),
            dim=len(starts),
            inputs=[self._scene, self.world.num_worlds, lower, upper, starts, goals],
            outputs=[outcomes, margins],
            device=self.world.device,
            block_dim=32,  # so that few problems are looked at by several processors of a GPU
        )
        return outcomes, margins

    def _search_in_rounds(
        self, seeds: np.ndarray, lengths: list[int], ends: Sequence[wp.array], inputs: Sequence[Any]
    ) -> list[_Found]:
        """Search for all problems, and again for those that a round leaves, with as many seeds as there is room."""
        count = len(seeds)
        results: dict[int, _Found] = {}
        left, num_before, num_tries = np.arange(count), 0, 0
        for length in lengths:
            tries = num_tries + np.arange(max(count, NUM_SEARCHES) // len(left))
            found = self._race(left, seeds[left, None] + SEED_STEP * tries, length, ends, inputs)
            for problem, (outcome, waypoints, num_iterations) in zip(left.tolist(), found, strict=True):
                results[problem] = _Found(outcome, waypoints, num_before + num_iterations)
            left = np.array([p for p in left.tolist() if results[p].outcome is Outcome.EXHAUSTED], dtype=np.int64)
            if len(left) == 0:
                break
            num_before, num_tries = num_before + length, int(tries[-1]) + 1
        return [results[problem] for problem in range(count)]

    def _race(
        self,
        problems: np.ndarray,
        seeds: np.ndarray,
        max_iterations: int,
        ends: Sequence[wp.array],
        inputs: Sequence[Any],
    ) -> list[_Found]:
        """For each problem the path that one of several searches found first.

        Args:
            problems: Which problems, shape (n,).
            seeds: Seeds of the searches of each, shape (n, num_tries); they wrap around at 32 bits.
            max_iterations: Number of iterations of each search, at most.
            ends: What :meth:`_admit` gave.
            inputs: What the kernel takes last.
        """
        num_tries = seeds.shape[1]
        searches = np.stack([np.repeat(problems, num_tries), seeds.ravel()], axis=1).astype(np.int32)
        fewest = wp.full(int(problems.max()) + 1, UNSOLVED, dtype=wp.int32, device=self.world.device)
        found = self._run(searches, self._settings(max_iterations), [fewest, *ends], inputs)
        rows = [found[first : first + num_tries] for first in range(0, len(found), num_tries)]
        return [min(row, key=lambda one: (one.outcome is not Outcome.FOUND, one.num_iterations)) for row in rows]

    def _run(
        self, searches: np.ndarray, settings: Any, shared: Sequence[wp.array], inputs: Sequence[Any]
    ) -> list[_Found]:
        """Run searches, each of a problem with a seed: all at once on a GPU, on all cores of a CPU."""
        count = len(searches)
        if not self.world.device.is_cpu:
            return self._launch(self._room(0, count), searches, settings, shared, inputs)
        first = self._launch(self._room(0, 1), searches[:1], settings, shared, inputs)  # which compiles the kernel
        if count == 1:
            return first
        free = [self._room(i, 1) for i in range(min(self._num_threads, count - 1))]

        def search(index: int) -> _Found:
            room = free.pop()  # there are as many as threads
            try:
                return self._launch(room, searches[index : index + 1], settings, shared, inputs)[0]
            finally:
                free.append(room)

        with ThreadPoolExecutor(len(free)) as pool:
            return [*first, *pool.map(search, range(1, count))]

    def _launch(
        self,
        room: SearchRoom,
        searches: np.ndarray,
        settings: Any,
        shared: Sequence[wp.array],
        inputs: Sequence[Any],
    ) -> list[_Found]:
        """Let the workers of a room search, one each."""
        count, kind = len(searches), self._kernel_kind()
        room.problems[:count].assign(np.ascontiguousarray(searches[:, 0]))
        room.seeds[:count].assign(np.ascontiguousarray(searches[:, 1]))
        launch = {"dim": (count, kind.num_lanes), "device": self.world.device, "block_dim": kind.num_lanes}
        workers, memory = [room.problems, room.seeds], [room.space, room.extensions, room.trees]
        load_kernel(self._kernel(kind), self.world.device, "planning paths")
        wp.launch(
            self._kernel(kind),
            inputs=[self._scene, settings, *memory, *workers, *shared, *self._extra_room(room), *inputs],
            outputs=[room.paths, room.counts],
            **launch,
        )
        if self.parameters.num_shortcuts:
            numbers = [self.world.num_worlds, self.parameters.seed, self.parameters.num_shortcuts]
            margins = shared[-1]
            wp.launch(
                shorten_kernel(kind),
                inputs=[self._scene, room.space, *numbers, *workers, margins, room.paths, room.counts],
                **launch,
            )
        counts = room.counts.numpy()[:count]
        longest = max(int(counts[:, 1].max()), 1)
        paths = room.paths[:count, :longest].numpy().copy()  # the room is used again
        return [_Found(Outcome(n[0]), path[: n[1]], n[2]) for n, path in zip(counts.tolist(), paths, strict=True)]

    def _kernel_kind(self) -> KernelKind:
        model, world = self.model, self.world
        num_lanes, num_extensions = (1, 1) if world.device.is_cpu else (self._gpu_lanes, self._gpu_extensions)
        return KernelKind(
            scalar=world.scalar,
            num_coordinates=model.num_coordinates,
            num_joints=max(model.num_joints, 1),
            num_bodies=max(len(self.bodies.names), 1),
            num_lanes=num_lanes,
            num_extensions=num_extensions,
            has_meshes=world.has_meshes,
        )

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
            self._rooms.append(SearchRoom(self._kernel_kind(), self.world.device, num_workers, max_nodes))
        room = self._rooms[index]
        if room.num_workers < num_workers or room.trees.nodes.shape[1] < max_nodes:
            self._rooms[index] = room = SearchRoom(self._kernel_kind(), self.world.device, num_workers, max_nodes)
        return room


def round_lengths(first: int, max_iterations: int) -> list[int]:
    """Numbers of iterations of rounds: each twice as long as the one before, all together ``max_iterations``."""
    lengths = [min(first, max_iterations)]
    while (rest := max_iterations - sum(lengths)) > 0:
        lengths.append(min(2 * lengths[-1], rest))
    return lengths


def without_idle_waypoints(paths: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Leave out waypoints of paths that lie on the straight line between their neighbours; double precision.

    Args:
        paths: Waypoints of each path, shape (number of waypoints, num_coordinates), which may be none.
    """
    points, owners = np.concatenate(paths).astype(np.float64), np.repeat(np.arange(len(paths)), list(map(len, paths)))
    steps = np.diff(points, axis=0)
    keep = np.ones(len(points), dtype=bool)
    keep[1:] = (np.linalg.norm(steps, axis=1) > 0.0) | (owners[1:] != owners[:-1])
    points, owners = points[keep], owners[keep]
    steps = np.diff(points, axis=0)
    directions = steps / np.maximum(np.linalg.norm(steps, axis=1, keepdims=True), 1e-300)
    turns = np.linalg.norm(np.diff(directions, axis=0), axis=1) > 1e-9
    ends = (owners[1:-1] != owners[:-2]) | (owners[1:-1] != owners[2:])
    keep = np.ones(len(points), dtype=bool)
    keep[1:-1] = turns | ends
    points, owners = points[keep], owners[keep]
    return np.split(points, np.searchsorted(owners, np.arange(1, len(paths))))
