"""Kernel of RRT-Connect: two trees of configurations, one from the start and one from the goal, that grow together."""

# No postponed annotations here: Warp evaluates those of a kernel, which name the precision.
# mypy: disable-error-code="attr-defined,index,operator"

from functools import cache
from typing import Any

import warp as wp

from pippin.motion.ik.functions import coordinates_type

from .edges import scene_struct, workspace_struct
from .kernel_kind import KernelKind
from .outcome import EXHAUSTED, FOUND
from .paths import join_function
from .race import is_beaten_function, report_path
from .trees import extend_function, nearest_node_function, trees_struct


@cache
def connect_settings_struct(scalar: type, num_coordinates: int) -> Any:
    """Struct of what holds for all problems."""
    coordinates = coordinates_type(scalar, num_coordinates)

    @wp.struct
    class ConnectSettings:
        num_worlds: wp.int32
        seed: wp.int32
        max_iterations: wp.int32
        exploration_fraction: scalar
        stride: scalar
        shortest: scalar
        weights: coordinates
        lower: coordinates
        upper: coordinates

    return ConnectSettings


@cache
def range_function(scalar: type, num_coordinates: int) -> wp.Function:
    """Function that gives the range to draw from."""
    coordinates = coordinates_type(scalar, num_coordinates)

    @wp.func
    def sampling_range(
        lower: coordinates, upper: coordinates, start: coordinates, goal: coordinates
    ) -> tuple[coordinates, coordinates]:
        """The limits; where there are none, half a turn beyond start and goal."""
        lowest, highest = coordinates(), coordinates()
        for i in range(num_coordinates):
            low, high = wp.min(start[i], goal[i]), wp.max(start[i], goal[i])
            lowest[i] = wp.where(wp.isfinite(lower[i]), lower[i], low - scalar(wp.pi))
            highest[i] = wp.where(wp.isfinite(upper[i]), upper[i], high + scalar(wp.pi))
        return lowest, highest

    return sampling_range


@cache
def draw_function(scalar: type, num_coordinates: int) -> wp.Function:
    """Function that draws configurations."""
    coordinates = coordinates_type(scalar, num_coordinates)

    @wp.func
    def draw(state: wp.uint32, lowest: coordinates, highest: coordinates) -> tuple[coordinates, wp.uint32]:
        """Draw uniformly; also gives the next state of the generator."""
        q = coordinates()
        for i in range(num_coordinates):
            q[i] = lowest[i] + scalar(wp.randf(state)) * (highest[i] - lowest[i])
        return q, state

    return draw


@cache
def connect_kernel(kind: KernelKind) -> wp.Kernel:
    """Kernel that searches paths, over problems (each a worker of its own) and lanes."""
    scalar, num_coordinates, num_lanes = kind.scalar, kind.num_coordinates, kind.num_lanes
    coordinates = coordinates_type(scalar, num_coordinates)
    sampling_range, draw = range_function(scalar, num_coordinates), draw_function(scalar, num_coordinates)
    extend = extend_function(kind)
    nearest_node = nearest_node_function(scalar, num_coordinates, num_lanes)
    join = join_function(scalar, num_coordinates)
    is_beaten = is_beaten_function(num_lanes)

    @wp.kernel(module="unique", enable_backward=False)
    def connect(
        scene: scene_struct(scalar, num_coordinates),
        settings: connect_settings_struct(scalar, num_coordinates),
        space: workspace_struct(),
        trees: trees_struct(scalar, num_coordinates),
        problems: wp.array(dtype=wp.int32),  # (num_workers,), index of the problem that each worker searches
        seeds: wp.array(dtype=wp.int32),  # (num_workers,), added to that of the settings
        fewest: wp.array(dtype=wp.int32),  # (num_problems,), iterations in which a path was found
        admitted: wp.array(dtype=wp.int32),  # (num_problems,), what is wrong with it
        margins: wp.array(dtype=scalar),  # (num_problems,), distance below which bodies touch [m]
        starts: wp.array(dtype=coordinates),  # (num_problems,)
        goals: wp.array(dtype=coordinates),  # (num_problems,)
        paths_out: wp.array2d(dtype=coordinates),  # (num_workers, capacity)
        counts_out: wp.array2d(dtype=wp.int32),  # (num_workers, 3): outcome, number of waypoints, of iterations
    ):
        """Grow the trees in turn, towards random configurations and towards each other."""
        worker, lane = wp.tid()
        problem = problems[worker]
        world_id = wp.min(problem, settings.num_worlds - 1)
        start, goal = starts[problem], goals[problem]
        outcome, margin = wp.int32(admitted[problem]), margins[problem]
        iteration = wp.int32(0)
        num_waypoints = wp.int32(0)
        if outcome == FOUND:
            outcome = wp.int32(1)
            lowest, highest = sampling_range(settings.lower, settings.upper, start, goal)
            state = wp.rand_init(settings.seed, seeds[worker])
            trees.nodes[2 * worker, 0] = start
            trees.nodes[2 * worker + 1, 0] = goal
            trees.parents[2 * worker, 0] = 0
            trees.parents[2 * worker + 1, 0] = 0
            counts = wp.vec2i(1, 1)
            grown = wp.int32(1)  # the tree that grew last
            is_new = wp.bool(True)  # its last node, towards which the other tree did not grow yet
            num_explored = wp.int32(0)
            capacity = trees.nodes.shape[1]
            beaten = wp.bool(False)
            while outcome == EXHAUSTED and iteration < settings.max_iterations and not beaten:
                wanted = scalar(iteration) * settings.exploration_fraction
                explores = scalar(num_explored) < wanted or (iteration > 0 and not is_new)
                tree = wp.int32(1 - grown)
                target = coordinates()
                other = wp.int32(0)
                max_strides = wp.int32(0x7FFFFFFF)
                if explores:
                    tree = num_explored % 2
                    num_explored += 1
                    target, state = draw(state, lowest, highest)
                else:
                    other = counts[grown] - 1
                    if not is_new:
                        other = wp.min(wp.int32(wp.randf(state) * wp.float32(counts[grown])), counts[grown] - 1)
                    target = trees.nodes[2 * worker + grown, other]
                nearest = nearest_node(trees.nodes[2 * worker + tree], counts[tree], lane, target, settings.weights)
                count, arrived = extend(
                    scene,
                    space,
                    trees,
                    worker,
                    lane,
                    world_id,
                    tree,
                    counts[tree],
                    nearest,
                    target,
                    settings.stride,
                    settings.shortest,
                    max_strides,
                    margin,
                )
                is_new = wp.bool(count > counts[tree])
                if arrived and not explores:
                    outcome = wp.int32(0)
                    first, second = wp.where(tree == 0, count - 1, other), wp.where(tree == 0, other, count - 1)
                    num_waypoints = join(trees, worker, first, second, paths_out[worker])
                counts[tree] = count
                if is_new or not explores:
                    grown = tree
                iteration += 1
                beaten = is_beaten(fewest, problem, lane, iteration)
                if counts[0] >= capacity or counts[1] >= capacity:
                    break
            if outcome == FOUND:
                report_path(fewest, problem, lane, iteration)
        counts_out[worker, 0] = outcome
        counts_out[worker, 1] = num_waypoints
        counts_out[worker, 2] = iteration

    return connect
