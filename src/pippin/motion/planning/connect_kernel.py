"""Kernel of RRT-Connect: two trees of configurations, one from the start and one from the goal, that grow together."""

# No postponed annotations here: Warp evaluates those of a kernel, which name the precision.
# mypy: disable-error-code="attr-defined,index,operator"

from functools import cache
from typing import Any

import warp as wp

from pippin.motion.ik.functions import coordinates_type

from .clearances import scene_struct
from .edges import workspace_struct
from .kernel_kind import KernelKind
from .lanes import largest_function
from .outcome import EXHAUSTED, FOUND
from .paths import join_function
from .race import is_beaten_function, report_path
from .trees import ARRIVED, extend_function, extensions_struct, nearest_node_function, trees_struct

LANE_STEP = wp.constant(0x3C6EF372)
"""Distance of the seeds of lanes from each other."""


MAX_REGISTERS = 128
"""Number of registers of a thread on a GPU: with all that the compiler likes, half as many searches run at once."""


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
    """Build the function that gives the range to draw from."""
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
    """Build the function that draws configurations."""
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
    """Build the kernel that searches paths, over problems (each a worker of its own) and lanes."""
    scalar, num_coordinates = kind.scalar, kind.num_coordinates
    num_lanes, num_extensions = kind.num_lanes, kind.num_extensions
    coordinates = coordinates_type(scalar, num_coordinates)
    sampling_range, draw = range_function(scalar, num_coordinates), draw_function(scalar, num_coordinates)
    nearest_node, extend = nearest_node_function(scalar, num_coordinates, num_lanes), extend_function(kind)
    join, is_beaten = join_function(scalar, num_coordinates), is_beaten_function(num_lanes)
    largest = largest_function(wp.int32, num_lanes)

    @wp.kernel(module="unique", enable_backward=False, cuda_max_registers=MAX_REGISTERS)
    def connect(
        scene: scene_struct(scalar, num_coordinates),
        settings: connect_settings_struct(scalar, num_coordinates),
        space: workspace_struct(scalar, num_coordinates),
        extensions: extensions_struct(scalar, num_coordinates),
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
            state = wp.rand_init(settings.seed, seeds[worker] + LANE_STEP * lane)
            trees.nodes[2 * worker, 0] = start
            trees.nodes[2 * worker + 1, 0] = goal
            trees.parents[2 * worker, 0] = 0
            trees.parents[2 * worker + 1, 0] = 0
            counts = wp.vec2i(1, 1)
            grown = wp.int32(1)  # the tree that grew last
            num_new = wp.int32(1)  # number of its branches whose ends the other tree did not grow towards yet
            extensions.grown[worker, 0] = 0
            num_turns, num_explored = wp.int32(0), wp.int32(0)
            capacity = trees.nodes.shape[1]
            beaten = wp.bool(False)
            while outcome == EXHAUSTED and iteration < settings.max_iterations and not beaten:
                wanted = scalar(num_turns) * settings.exploration_fraction
                explores = scalar(num_explored) < wanted or (num_turns > 0 and num_new == 0)
                tree = wp.int32(1 - grown)
                num_asked = wp.min(wp.where(explores, num_extensions, num_new), settings.max_iterations - iteration)
                if explores:
                    tree = num_explored % 2
                    num_explored += 1
                for extension in range(lane, num_asked, num_lanes):
                    target = coordinates()
                    if explores:
                        target, state = draw(state, lowest, highest)
                    else:
                        other = extensions.grown[worker, extension]
                        extensions.others[worker, extension] = other
                        target = trees.nodes[2 * worker + grown, other]
                    extensions.targets[worker, extension] = target
                largest(0)  # before other lanes read the targets
                for extension in range(num_asked):
                    target = extensions.targets[worker, extension]
                    nearest = nearest_node(trees.nodes[2 * worker + tree], counts[tree], lane, target, settings.weights)
                    if lane == 0:
                        extensions.nodes[worker, extension] = nearest
                count, num_grown = extend(
                    scene,
                    space,
                    extensions,
                    trees,
                    worker,
                    lane,
                    world_id,
                    tree,
                    counts[tree],
                    num_asked,
                    settings.stride,
                    settings.shortest,
                    margin,
                )
                num_new = wp.int32(num_grown)
                if not explores:
                    arrived = wp.int32(0)
                    for extension in range(lane, num_asked, num_lanes):
                        if extensions.states[worker, extension] == ARRIVED:
                            arrived = wp.max(arrived, num_asked - extension)
                    arrived = largest(arrived)
                    if arrived > 0:
                        outcome = wp.int32(0)
                        node = extensions.nodes[worker, num_asked - arrived]
                        other = extensions.others[worker, num_asked - arrived]
                        first, second = wp.where(tree == 0, node, other), wp.where(tree == 0, other, node)
                        num_waypoints = join(trees, worker, first, second, paths_out[worker])
                counts[tree] = count
                if num_new > 0 or not explores:
                    grown = tree
                iteration += num_asked
                num_turns += 1
                beaten = is_beaten(fewest, problem, lane, iteration)
                if counts[0] >= capacity or counts[1] >= capacity:
                    break
            if outcome == FOUND:
                report_path(fewest, problem, lane, iteration)
        counts_out[worker, 0] = outcome
        counts_out[worker, 1] = num_waypoints
        counts_out[worker, 2] = iteration

    return connect
