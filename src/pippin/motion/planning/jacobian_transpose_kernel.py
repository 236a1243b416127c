"""Kernel of RRT in task space: one tree from the start, which descends towards poses by the transposed Jacobian."""

# No postponed annotations here: Warp evaluates those of a kernel, which name the precision.
# mypy: disable-error-code="attr-defined,index,operator"

from functools import cache
from typing import Any

import warp as wp

from pippin.motion.arrays import pose_type, vector_type
from pippin.motion.ik.batch_kernel import pose_error_function
from pippin.motion.ik.functions import coordinates_type
from pippin.motion.kinematics import chain_struct
from pippin.motion.kinematics.functions import chain_pose

from .clearances import scene_struct
from .connect_kernel import draw_function, range_function
from .descent import descend_function, descent_settings_struct, refine_function
from .edges import edge_is_free_function, workspace_struct
from .kernel_kind import KernelKind
from .outcome import EXHAUSTED, FOUND, OUT_OF_REACH
from .paths import branch_function
from .race import is_beaten_function, report_path
from .trees import extend_function, extensions_struct, nearest_node_function, trees_struct


@cache
def task_struct(scalar: type) -> Any:
    """Struct of where nodes have the frame: its ``positions`` [m] and the ``costs`` (num_workers, capacity).

    The cost is the weighted distance from the target, infinite for nodes that the tree was extended from towards it.
    """

    @wp.struct
    class Task:
        positions: wp.array2d(dtype=vector_type(scalar))
        costs: wp.array2d(dtype=scalar)

    return Task


@cache
def task_settings_struct(scalar: type, num_coordinates: int) -> Any:
    """Struct of what holds for all problems; see the parameters of the same names.

    The frame stays within ``reach`` [m] of the ``shoulder``, the origin of the first joint.
    """
    coordinates = coordinates_type(scalar, num_coordinates)

    @wp.struct
    class TaskSettings:
        num_worlds: wp.int32
        seed: wp.int32
        max_iterations: wp.int32
        stride: scalar
        shortest: scalar
        weights: coordinates
        lower: coordinates
        upper: coordinates
        has_orientation: wp.bool
        shoulder: vector_type(scalar)
        reach: scalar
        lowest_position: vector_type(scalar)
        highest_position: vector_type(scalar)
        descent: descent_settings_struct(scalar)
        translation_zone: scalar
        orientation_zone: scalar
        translation_tolerance: scalar
        orientation_tolerance: scalar
        translation_distance_weight: scalar
        orientation_distance_weight: scalar
        exploitation_fraction: scalar
        exploration_fraction: scalar
        substeps_away: wp.int32
        substeps_near: wp.int32
        near_distance: scalar
        culling_radius: scalar

    return TaskSettings


@cache
def cull_function(scalar: type, num_coordinates: int) -> wp.Function:
    """Build the function that leaves out nodes."""
    coordinates = coordinates_type(scalar, num_coordinates)

    @wp.func
    def cull(
        nodes: wp.array(dtype=coordinates),
        costs: wp.array(dtype=scalar),
        count: wp.int32,
        node: wp.int32,
        radius: scalar,
    ):
        """Leave out a node and those around it as places to extend the tree from towards the target."""
        q = nodes[node]
        for other in range(count):
            if wp.length_sq(nodes[other] - q) <= radius * radius:
                costs[other] = scalar(wp.inf)
        costs[node] = scalar(wp.inf)

    return cull


@cache
def least_function(scalar: type) -> wp.Function:
    """Build the function that finds the least number."""

    @wp.func
    def least_entry(costs: wp.array(dtype=scalar), count: wp.int32) -> wp.int32:
        """Index of the least number; -1 where all are infinite."""
        index = wp.int32(-1)
        least = scalar(wp.inf)
        for i in range(count):
            cost = costs[i]
            if cost < least:
                index, least = i, cost
        return index

    return least_entry


@cache
def jacobian_transpose_kernel(kind: KernelKind, num_chain_joints: int) -> wp.Kernel:
    """Build the kernel that searches paths to poses, over problems (each a worker of its own) and lanes."""
    scalar, num_coordinates, num_lanes = kind.scalar, kind.num_coordinates, kind.num_lanes
    coordinates, pose_of, vector = coordinates_type(scalar, num_coordinates), pose_type(scalar), vector_type(scalar)
    sampling_range, draw = range_function(scalar, num_coordinates), draw_function(scalar, num_coordinates)
    extend = extend_function(kind)
    nearest_node = nearest_node_function(scalar, num_coordinates, num_lanes)
    nearest_position = nearest_node_function(scalar, 3, num_lanes)
    branch, cull = branch_function(scalar, num_coordinates), cull_function(scalar, num_coordinates)
    descend = descend_function(scalar, num_chain_joints, num_coordinates)
    refine = refine_function(scalar, num_chain_joints, num_coordinates)
    edge_is_free = edge_is_free_function(kind)
    pose_error, least_entry = pose_error_function(scalar), least_function(scalar)
    is_beaten = is_beaten_function(num_lanes)

    @wp.kernel(module="unique", enable_backward=False)
    def search(
        scene: scene_struct(scalar, num_coordinates),
        settings: task_settings_struct(scalar, num_coordinates),
        space: workspace_struct(scalar, num_coordinates),
        extensions: extensions_struct(scalar, num_coordinates),
        trees: trees_struct(scalar, num_coordinates),
        problems: wp.array(dtype=wp.int32),  # (num_workers,), index of the problem that each worker searches
        seeds: wp.array(dtype=wp.int32),  # (num_workers,), added to that of the settings
        fewest: wp.array(dtype=wp.int32),  # (num_problems,), iterations in which a path was found
        admitted: wp.array(dtype=wp.int32),  # (num_problems,), what is wrong with it
        margins: wp.array(dtype=scalar),  # (num_problems,), distance below which bodies touch [m]
        task: task_struct(scalar),
        chain: chain_struct(scalar),
        starts: wp.array(dtype=coordinates),  # (num_problems,)
        targets: wp.array(dtype=pose_of),  # (num_problems,), in the frame of the base
        paths_out: wp.array2d(dtype=coordinates),  # (num_workers, capacity)
        counts_out: wp.array2d(dtype=wp.int32),  # (num_workers, 3): outcome, number of waypoints, of iterations
    ):
        """Grow the tree towards the target, random positions and random configurations."""
        worker, lane = wp.tid()
        problem = problems[worker]
        world_id = wp.min(problem, settings.num_worlds - 1)
        row = 2 * worker
        start, target = starts[problem], targets[problem]
        target_position = wp.transform_get_translation(target)
        lower, upper = settings.lower, settings.upper
        outcome, margin = wp.int32(admitted[problem]), margins[problem]
        iteration = wp.int32(0)
        num_waypoints = wp.int32(0)
        if outcome == FOUND and not wp.length(target_position - settings.shoulder) <= settings.reach:  # or it is NaN
            outcome = wp.int32(OUT_OF_REACH)
        if outcome == FOUND:
            outcome = wp.int32(1)
            lowest, highest = sampling_range(lower, upper, start, start)
            state = wp.rand_init(settings.seed, seeds[worker])
            count = wp.int32(0)
            added = wp.int32(1)  # number of nodes that the tree has, the last of which are not yet looked at
            trees.nodes[row, 0] = start
            trees.parents[row, 0] = 0
            no_weights = vector(scalar(1.0), scalar(1.0), scalar(1.0))
            while outcome == EXHAUSTED:
                while count < added and outcome == EXHAUSTED:
                    q = trees.nodes[row, count]
                    pose = chain_pose(chain, q)
                    offset, turn = pose_error(pose, target, settings.has_orientation)
                    distance, angle = wp.length(offset), wp.length(turn)
                    task.positions[worker, count] = wp.transform_get_translation(pose)
                    task.costs[worker, count] = (
                        settings.translation_distance_weight * distance + settings.orientation_distance_weight * angle
                    )
                    if distance <= settings.translation_zone and angle <= settings.orientation_zone:
                        end, reached = refine(
                            chain,
                            q,
                            target,
                            settings.has_orientation,
                            settings.translation_tolerance,
                            settings.orientation_tolerance,
                            lower,
                            upper,
                        )
                        if reached and edge_is_free(scene, space, worker, lane, world_id, q, end, margin):
                            num_waypoints = branch(trees.nodes[row], trees.parents[row], count, paths_out[worker])
                            if num_waypoints > 0 and num_waypoints < paths_out.shape[1]:
                                paths_out[worker, num_waypoints] = end
                                num_waypoints += 1
                                outcome = wp.int32(0)
                    count += 1
                beaten = is_beaten(fewest, problem, lane, iteration)
                if outcome == FOUND or beaten or iteration >= settings.max_iterations or count >= trees.nodes.shape[1]:
                    break
                iteration += 1
                kind = scalar(wp.randf(state))
                node = wp.int32(-1)
                goal = coordinates()
                if kind < settings.exploitation_fraction or iteration == 1:
                    node = least_entry(task.costs[worker], count)
                    if node >= 0:
                        away = task.positions[worker, node] - target_position
                        is_near = wp.length(away) < settings.near_distance
                        goal = descend(
                            chain,
                            trees.nodes[row, node],
                            target,
                            settings.has_orientation,
                            settings.descent,
                            wp.where(is_near, settings.substeps_near, settings.substeps_away),
                            scalar(0.5) * settings.translation_zone,
                            lower,
                            upper,
                        )
                        cull(trees.nodes[row], task.costs[worker], count, node, settings.culling_radius)
                elif kind < settings.exploitation_fraction + settings.exploration_fraction:
                    place = vector()
                    for i in range(3):
                        span = settings.highest_position[i] - settings.lowest_position[i]
                        place[i] = settings.lowest_position[i] + scalar(wp.randf(state)) * span
                    node = nearest_position(task.positions[worker], count, lane, place, no_weights)
                    goal = descend(
                        chain,
                        trees.nodes[row, node],
                        pose_of(place, wp.transform_get_rotation(target)),
                        wp.bool(False),
                        settings.descent,
                        settings.substeps_away,
                        scalar(0.5) * settings.translation_zone,
                        lower,
                        upper,
                    )
                if node < 0:
                    goal, state = draw(state, lowest, highest)
                    node = nearest_node(trees.nodes[row], count, lane, goal, settings.weights)
                if wp.length_sq(goal - trees.nodes[row, node]) > scalar(1.0e-12):
                    if lane == 0:
                        extensions.nodes[worker, 0] = node
                        extensions.targets[worker, 0] = goal
                    added, _ = extend(
                        scene,
                        space,
                        extensions,
                        trees,
                        worker,
                        lane,
                        world_id,
                        0,
                        count,
                        1,
                        settings.stride,
                        settings.shortest,
                        margin,
                    )
            if outcome == FOUND:
                report_path(fewest, problem, lane, iteration)
        counts_out[worker, 0] = outcome
        counts_out[worker, 1] = num_waypoints
        counts_out[worker, 2] = iteration

    return search
