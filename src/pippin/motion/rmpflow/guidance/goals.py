"""Configurations at a target of the end effector, for kernels."""

# No postponed annotations here: Warp evaluates those of a function, which name the precision.
# mypy: disable-error-code="index,operator"

from functools import cache
from typing import Any

import warp as wp

from pippin.motion.arrays import pose_type
from pippin.motion.ik.batch_kernel import normal_equations_function, pose_error_function
from pippin.motion.ik.functions import (
    coordinates_type,
    free_coordinates_function,
    jacobian_function,
    solve_function,
    step_function,
)

MAX_STEPS = 25
"""Number of steps of an attempt, at most."""

GOAL_DISTANCE, GOAL_ANGLE = 1.0e-3, 5.0e-3
"""How far from the target a goal may be [m] and [rad]; the policies go the rest of the way."""


@cache
def goal_function(scalar: type, num_joints: int, num_chain_coordinates: int, num_coordinates: int) -> wp.Function:
    """Build the function that looks for a configuration at a target, by the method of Levenberg and Marquardt."""
    chain_vector = coordinates_type(scalar, num_chain_coordinates)
    coordinates, pose_of = coordinates_type(scalar, num_coordinates), pose_type(scalar)
    jacobian = jacobian_function(scalar, num_joints, num_chain_coordinates)
    pose_error, normal_equations = pose_error_function(scalar), normal_equations_function(scalar, num_chain_coordinates)
    free_coordinates = free_coordinates_function(scalar, num_chain_coordinates)
    solve = solve_function(scalar, num_chain_coordinates)
    step = step_function(scalar, num_chain_coordinates)

    @wp.func
    def goal_from(
        g: Any, seed: coordinates, target: pose_of, has_position: wp.bool, has_orientation: wp.bool
    ) -> tuple[coordinates, wp.bool]:
        """A configuration near a seed that has the end effector at a target, and whether it does."""
        x = chain_vector()
        for i in range(num_chain_coordinates):
            x[i] = seed[g.chain_coordinates[i]]
        x = step(x, x, scalar(0.0), g.chain)  # to within the limits
        trial, direction = chain_vector(x), chain_vector()
        matrix = wp.outer(direction, direction)
        error = scalar(wp.inf)
        damping = scalar(5.0)  # less from the first step on
        found = wp.bool(False)
        steps = wp.int32(0)
        while steps < MAX_STEPS and not found:
            pose, linear, angular = jacobian(g.chain.chain, trial)
            offset, turn = pose_error(pose, target, has_orientation)
            if not has_position:
                offset = scalar(0.0) * offset
            trial_error = wp.length_sq(offset) + scalar(0.1) * wp.length_sq(turn)
            if trial_error < error:
                x, error = trial, trial_error
                damping = wp.max(scalar(0.2) * damping, scalar(1.0e-3))
                found = wp.length(offset) < scalar(GOAL_DISTANCE) and wp.length(turn) < scalar(GOAL_ANGLE)
                if not has_position:
                    linear = scalar(0.0) * linear
                matrix, direction = normal_equations(linear, angular, offset, turn, has_orientation)
            else:
                damping *= scalar(5.0)
            free = free_coordinates(x, -direction, g.chain)
            trial = step(x, solve(matrix, direction, free, damping * (error + scalar(1.0e-3))), scalar(1.0), g.chain)
            steps += 1
        q = coordinates(seed)
        for i in range(num_chain_coordinates):
            q[g.chain_coordinates[i]] = x[i]
        return q, found

    return goal_from
