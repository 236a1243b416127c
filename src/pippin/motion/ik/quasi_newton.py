"""Descent by the method of Broyden, Fletcher, Goldfarb and Shanno (BFGS) within the limits of the coordinates.

The Hessian of the error is estimated from how the gradient changes from step to step. The first estimate is that of
Gauss and Newton, ``2 w J^T J``, so that the first step already has the right length. Coordinates at a limit that lies
downhill stay there for a step, and the others solve what is left.
"""

# No postponed annotations here: Warp evaluates those of a function, which name the precision.
# mypy: disable-error-code="index,operator"

from functools import cache

import warp as wp

from pippin.motion.arrays import pose_type, vector_type

from .chain import ik_chain_struct
from .functions import (
    coordinates_type,
    free_coordinates_function,
    jacobian_function,
    rows_type,
    solve_function,
    square_type,
    step_function,
)
from .target import target_struct, weighted_error

DAMPING = 1.0e-3
"""Part of the error that is added to the diagonal of the first Hessian, for directions that change nothing."""

MAX_TURN = 0.8
"""Longest step of a coordinate [m or rad]: as far as the quadratic model of the error is worth something."""

SUFFICIENT_DECREASE = 1.0e-4
"""Part of the decrease that the gradient promises with which a step is content (Armijo's rule)."""

SHORTENING = 0.4
"""Factor by which a step is shortened that does not decrease the error so."""

MAX_SHORTENINGS = 12
"""Number of times that a step is tried before the descent gives up."""


@cache
def limits_error_function(scalar: type, num_coordinates: int) -> wp.Function:
    """Build the function that gives the error of coordinates near their limits."""
    coordinates = coordinates_type(scalar, num_coordinates)

    @wp.func
    def limits_error(ik_chain: ik_chain_struct(scalar), q: coordinates, region: scalar) -> tuple[scalar, coordinates]:
        """Sum of the squared depths in the regions near limits, and its gradient; a region is a part of the range."""
        error, gradient = scalar(0.0), coordinates()
        for i in range(num_coordinates):
            span = ik_chain.upper[i] - ik_chain.lower[i]
            if wp.isfinite(span):
                below = wp.max(ik_chain.lower[i] + region * span - q[i], scalar(0.0))
                above = wp.max(q[i] - ik_chain.upper[i] + region * span, scalar(0.0))
                error += below * below + above * above
                gradient[i] = scalar(2.0) * (above - below)
        return error, gradient

    return limits_error


@cache
def error_gradient_function(scalar: type, num_coordinates: int) -> wp.Function:
    """Build the function that gives the gradient of the error."""
    coordinates, rows = coordinates_type(scalar, num_coordinates), rows_type(scalar, num_coordinates)
    vector = vector_type(scalar)

    @wp.func
    def error_gradient(
        target: target_struct(scalar), pose: pose_type(scalar), linear: rows, angular: rows
    ) -> coordinates:
        """Gradient of the weighted error: as an axis a turns by w, its distance |a - a*|^2 grows by 2 w · (a* × a)."""
        offset = wp.transform_get_translation(pose) - target.position
        turn = target.axes * wp.transpose(wp.quat_to_matrix(wp.transform_get_rotation(pose)))
        skew = vector(turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1])
        force, torque = target.position_weight * offset, -target.orientation_weight * skew
        gradient = coordinates()
        for i in range(num_coordinates):
            gradient[i] = scalar(2.0) * (wp.dot(linear[i], force) + wp.dot(angular[i], torque))
        return gradient

    return error_gradient


@cache
def quasi_newton_function(scalar: type, num_joints: int, num_coordinates: int) -> wp.Function:
    """Build the function that descends by BFGS."""
    coordinates, square = coordinates_type(scalar, num_coordinates), square_type(scalar, num_coordinates)
    jacobian = jacobian_function(scalar, num_joints, num_coordinates)
    free_coordinates = free_coordinates_function(scalar, num_coordinates)
    limits_error = limits_error_function(scalar, num_coordinates)
    error_gradient = error_gradient_function(scalar, num_coordinates)
    solve, step = solve_function(scalar, num_coordinates), step_function(scalar, num_coordinates)

    @wp.func
    def evaluate(
        ik_chain: ik_chain_struct(scalar),
        q: coordinates,
        target: target_struct(scalar),
        limits_bias: scalar,
        region: scalar,
    ) -> tuple[scalar, coordinates]:
        """Error at a configuration and its gradient."""
        pose, linear, angular = jacobian(ik_chain.chain, q)
        error = weighted_error(target, pose)
        gradient = error_gradient(target, pose, linear, angular)
        if limits_bias > scalar(0.0):
            depths, depths_gradient = limits_error(ik_chain, q, region)
            error += limits_bias * depths
            gradient += limits_bias * depths_gradient
        return error, gradient

    @wp.func
    def gauss_newton_hessian(
        ik_chain: ik_chain_struct(scalar), q: coordinates, target: target_struct(scalar)
    ) -> square:
        """Hessian of the weighted error near the target; the squared distances of axes make 2 |turn|^2."""
        _, linear, angular = jacobian(ik_chain.chain, q)
        return scalar(2.0) * target.position_weight * linear * wp.transpose(linear) + scalar(
            4.0
        ) * target.orientation_weight * angular * wp.transpose(angular)

    @wp.func
    def updated_hessian(hessian: square, change: coordinates, gradient_change: coordinates) -> square:
        """Let the Hessian explain the last change of the gradient, damped (Powell) so that it stays positive."""
        explained = hessian * change
        curvature, explained_curvature = wp.dot(change, gradient_change), wp.dot(change, explained)
        if curvature < scalar(0.1) * explained_curvature:
            blend = scalar(0.9) * explained_curvature / (explained_curvature - curvature)
            gradient_change = blend * gradient_change + (scalar(1.0) - blend) * explained
            curvature = wp.dot(change, gradient_change)
        if curvature > scalar(0.0) and explained_curvature > scalar(0.0):
            hessian += (
                wp.outer(gradient_change, gradient_change) / curvature
                - wp.outer(explained, explained) / explained_curvature
            )
        return hessian

    @wp.func
    def quasi_newton(
        ik_chain: ik_chain_struct(scalar),
        q: coordinates,
        target: target_struct(scalar),
        max_iterations: wp.int32,
        gradient_norm_termination: scalar,
        limits_bias: scalar,
        region: scalar,
    ) -> tuple[coordinates, wp.int32]:
        """Descend until the gradient vanishes, or no step makes the error less; also gives the steps taken."""
        error, gradient = evaluate(ik_chain, q, target, limits_bias, region)
        hessian = gauss_newton_hessian(ik_chain, q, target)
        for i in range(num_coordinates):
            hessian[i, i] = hessian[i, i] + scalar(DAMPING) * wp.min(error, scalar(1.0)) + scalar(1.0e-9)
        iterations = wp.int32(0)
        descending = wp.bool(True)
        while descending and iterations < max_iterations:
            free = free_coordinates(q, gradient, ik_chain)
            if wp.length(wp.cw_mul(free, gradient)) < gradient_norm_termination:
                break
            direction = solve(hessian, -gradient, free, scalar(0.0))
            length = wp.min(scalar(1.0), scalar(MAX_TURN) / wp.max(wp.abs(direction)))
            descending = wp.bool(False)
            for _ in range(MAX_SHORTENINGS):
                stepped = step(q, direction, length, ik_chain)
                stepped_error, stepped_gradient = evaluate(ik_chain, stepped, target, limits_bias, region)
                change = stepped - q
                if stepped_error < error + scalar(SUFFICIENT_DECREASE) * wp.dot(gradient, change):
                    hessian = updated_hessian(hessian, change, stepped_gradient - gradient)
                    q, error, gradient = stepped, stepped_error, stepped_gradient
                    descending = wp.bool(True)
                    break
                length *= scalar(SHORTENING)
            iterations += 1
        return q, iterations

    return quasi_newton
