"""Kernel of the batched inverse kinematics, by the method of Levenberg and Marquardt with restarts.

Every thread works on one target after the other: it takes the next one from a queue as soon as it is done with the
last. Each turn of its loop is one step towards whatever target it is at, so that the threads of a GPU, which all take
the same turn at the same time, are busy whether their targets are easy or hard. What is found depends on the target
alone, not on which thread takes it up.
"""

# No postponed annotations here: Warp evaluates those of a kernel, which name the precision.
# mypy: disable-error-code="attr-defined,index,operator"

from functools import cache
from typing import Any

import warp as wp

from pippin.motion.arrays import pose_type, vector_type
from pippin.motion.kinematics.functions import rotation_vector

from .chain import ik_chain_struct
from .collision import depths_function, scene_struct
from .functions import (
    coordinates_type,
    free_coordinates_function,
    jacobian_function,
    rows_type,
    sample_function,
    solve_function,
    square_type,
    step_function,
)

ORIENTATION_WEIGHT = 0.1
"""Weight of the squared angle [rad^2] beside that of the squared distance [m^2]."""

MAX_STEPS = 25
"""Number of steps of an attempt, at most."""

MAX_STALLS = 4
"""Number of steps of an attempt that hardly help before it is given up."""

STALL = 0.95
"""A step hardly helps that leaves more than this part of the error."""

FIRST_DAMPING, LEAST_DAMPING, MORE_DAMPING, LESS_DAMPING = 1.0, 1.0e-3, 5.0, 0.2
"""Damping, as a part of the error, and its factors after steps that do not help and that do."""

MAX_TURN = 0.7
"""Longest step of a coordinate [m or rad]."""

NUM_TRIANGULAR = 4
"""Number of restarts from the middle of the ranges; those that follow draw uniformly, also next to the limits."""


@cache
def batch_settings_struct(scalar: type) -> Any:
    """Struct of what holds for all targets."""

    @wp.struct
    class BatchSettings:
        num_targets: wp.int32
        has_orientation: wp.bool
        position_tolerance: scalar
        orientation_tolerance: scalar
        max_attempts: wp.int32
        sampling_seed: wp.int32

    return BatchSettings


@cache
def pose_error_function(scalar: type) -> wp.Function:
    """Build the function that compares poses."""
    vector, pose_of = vector_type(scalar), pose_type(scalar)

    @wp.func
    def pose_error(pose: pose_of, target: pose_of, has_orientation: wp.bool) -> tuple[vector, vector]:
        """Where the target is from a pose: offset [m] and turn, as axis times angle [rad]."""
        offset = wp.transform_get_translation(target) - wp.transform_get_translation(pose)
        turn = vector()
        if has_orientation:
            turn = rotation_vector(wp.transform_get_rotation(target) * wp.quat_inverse(wp.transform_get_rotation(pose)))
        return offset, turn

    return pose_error


@wp.func
def beyond(error: Any, tolerance: Any) -> Any:
    """Part of an error that a tolerance does not cover, or hardly."""
    covered = type(tolerance)(0.9) * tolerance
    length = wp.length(error)
    if length <= covered:
        return error - error
    return error * (type(tolerance)(1.0) - covered / length)


@cache
def normal_equations_function(scalar: type, num_coordinates: int) -> wp.Function:
    """Build the function that gives the linear system for a step."""
    coordinates, square = coordinates_type(scalar, num_coordinates), square_type(scalar, num_coordinates)
    rows, vector = rows_type(scalar, num_coordinates), vector_type(scalar)

    @wp.func
    def normal_equations(
        linear: rows, angular: rows, offset: vector, turn: vector, has_orientation: wp.bool
    ) -> tuple[square, coordinates]:
        """Matrix J^T W J and right side J^T W e of the step that Gauss and Newton would take."""
        weight = wp.where(has_orientation, scalar(ORIENTATION_WEIGHT), scalar(0.0))
        right = coordinates()
        for i in range(num_coordinates):
            right[i] = wp.dot(linear[i], offset) + weight * wp.dot(angular[i], turn)
        return linear * wp.transpose(linear) + weight * angular * wp.transpose(angular), right

    return normal_equations


@cache
def batch_kernel(scalar: type, num_joints: int, num_coordinates: int, avoids_obstacles: bool) -> wp.Kernel:
    """Build the kernel that solves for many targets, over workers.

    Obstacles are looked at where a step ends at the target, since that takes far longer than a step. If the spheres of
    the robot are too deep in them, the attempt goes on with these depths as a part of the error.
    """
    coordinates, square = coordinates_type(scalar, num_coordinates), square_type(scalar, num_coordinates)
    jacobian = jacobian_function(scalar, num_joints, num_coordinates)
    pose_error, normal_equations = pose_error_function(scalar), normal_equations_function(scalar, num_coordinates)
    free_coordinates = free_coordinates_function(scalar, num_coordinates)
    solve, step = solve_function(scalar, num_coordinates), step_function(scalar, num_coordinates)
    sample = sample_function(scalar, num_coordinates)
    depths = depths_function(scalar, num_coordinates)
    pose_of, Scene = pose_type(scalar), scene_struct(scalar)

    @wp.kernel(module="unique", enable_backward=False)
    def solve_batch(
        ik_chain: ik_chain_struct(scalar),
        settings: batch_settings_struct(scalar),
        scene: Scene,  # empty unless the kernel avoids obstacles
        coordinate_ids: wp.array(dtype=wp.int32),  # (num_coordinates,), of those of the robot
        targets: wp.array(dtype=pose_of),  # (num_targets,), in the frame of the base
        queue: wp.array(dtype=wp.int32),  # (1,), the next target, 0 before
        q_inout: wp.array2d(dtype=scalar),  # (num_targets, coordinates of the robot), seeds before
        success_out: wp.array(dtype=wp.bool),  # (num_targets,)
        errors_out: wp.array2d(dtype=scalar),  # (num_targets, 2) of position and orientation
        attempts_out: wp.array(dtype=wp.int32),  # (num_targets,)
    ):
        """Step towards targets until the queue is empty."""
        worker = wp.tid()
        problem = wp.int32(-1)
        attempt = wp.int32(0)
        steps = wp.int32(0)
        stalls = wp.int32(0)
        finished = wp.bool(True)
        avoiding = wp.bool(False)
        least = scalar(wp.inf)  # error of all attempts at the target
        error = scalar(wp.inf)  # error of this attempt, at q
        damping = scalar(0.0)  # not of a named constant: Warp would change the constant with the variable
        q, trial, right = coordinates(), coordinates(), coordinates()
        matrix = square()
        target = pose_of()
        random = wp.uint32(0)
        while True:
            if finished:
                problem = wp.atomic_add(queue, 0, 1)
                if problem >= settings.num_targets:
                    break
                finished = wp.bool(False)
                target = targets[problem]
                random = wp.rand_init(settings.sampling_seed, problem)
                for i in range(num_coordinates):
                    trial[i] = q_inout[problem, coordinate_ids[i]]
                trial = step(trial, trial, scalar(0.0), ik_chain)  # to within the limits
                attempt, steps, stalls, avoiding = wp.int32(1), wp.int32(0), wp.int32(0), wp.bool(False)
                least, error, damping = scalar(wp.inf), scalar(wp.inf), scalar(FIRST_DAMPING)
                errors_out[problem, 0] = least
                errors_out[problem, 1] = least
                if wp.static(avoids_obstacles):
                    for i in range(q_inout.shape[1]):
                        scene.q[worker, i] = q_inout[problem, i]
            pose, linear, angular = jacobian(ik_chain.chain, trial)
            offset, turn = pose_error(pose, target, settings.has_orientation)
            distance, angle = wp.length(offset), wp.length(turn)
            solved = distance <= settings.position_tolerance and angle <= settings.orientation_tolerance
            if wp.static(avoids_obstacles):  # noqa: SIM102 - kernels that do not avoid any leave this out
                if avoiding:
                    offset = beyond(offset, settings.position_tolerance)
                    turn = beyond(turn, settings.orientation_tolerance)
            trial_error = wp.length_sq(offset) + scalar(ORIENTATION_WEIGHT) * wp.length_sq(turn)
            steps += 1
            if wp.static(avoids_obstacles):  # noqa: SIM102
                if solved or avoiding:
                    for i in range(num_coordinates):
                        scene.q[worker, coordinate_ids[i]] = trial[i]
                    world_id = wp.min(problem, scene.num_worlds - 1)
                    deepest, squares, depths_matrix, depths_right = depths(scene, worker, world_id)
                    solved = solved and deepest <= scalar(0.0)
                    trial_error += squares
                    if not avoiding:
                        error, steps, stalls, avoiding = scalar(wp.inf), wp.int32(0), wp.int32(0), wp.bool(True)
            if solved or trial_error < least:  # what was found so far
                least = trial_error
                for i in range(num_coordinates):
                    q_inout[problem, coordinate_ids[i]] = trial[i]
                errors_out[problem, 0] = distance
                errors_out[problem, 1] = angle
            if trial_error < error:
                if trial_error > scalar(STALL) * error:
                    stalls += 1
                q, error = trial, trial_error
                damping = wp.max(scalar(LESS_DAMPING) * damping, scalar(LEAST_DAMPING))
                matrix, right = normal_equations(linear, angular, offset, turn, settings.has_orientation)
                if wp.static(avoids_obstacles):  # noqa: SIM102
                    if avoiding:
                        matrix += depths_matrix
                        right += depths_right
            else:
                stalls += 1
                damping *= scalar(MORE_DAMPING)
            given_up = stalls > MAX_STALLS or steps >= MAX_STEPS
            if solved or (given_up and attempt >= settings.max_attempts):
                success_out[problem] = solved
                attempts_out[problem] = attempt
                finished = wp.bool(True)
            elif given_up:
                trial, random = sample(random, wp.where(attempt <= NUM_TRIANGULAR, 2, 1), ik_chain)
                attempt, steps, stalls, avoiding = attempt + 1, wp.int32(0), wp.int32(0), wp.bool(False)
                error, damping = scalar(wp.inf), scalar(FIRST_DAMPING)
            else:
                free = free_coordinates(q, -right, ik_chain)
                direction = solve(matrix, right, free, damping * (error + scalar(1.0e-3)))
                length = wp.min(scalar(1.0), scalar(MAX_TURN) / wp.max(wp.max(wp.abs(direction)), scalar(1.0e-9)))
                trial = step(q, direction, length, ik_chain)

    return solve_batch
