"""From a configuration down the error of a pose: roughly by the transposed Jacobian, then exactly; for kernels."""

# No postponed annotations here: Warp evaluates those of a function, which name the precision.
# mypy: disable-error-code="attr-defined,index,operator"

from functools import cache
from typing import Any

import warp as wp

from pippin.motion.arrays import pose_type
from pippin.motion.ik.batch_kernel import normal_equations_function, pose_error_function
from pippin.motion.ik.functions import coordinates_type, jacobian_function, solve_function
from pippin.motion.kinematics import chain_struct

MAX_REFINEMENTS = 50
"""Number of steps of the exact descent, at most; from within a usual zone it takes some five."""

AIM = 0.5
"""Part of the tolerances at which the exact descent ends."""


@cache
def descent_settings_struct(scalar: type) -> Any:
    """Struct of how the rough descent goes: weights of squared distance and angle, and the length of a step."""

    @wp.struct
    class DescentSettings:
        translation_weight: scalar
        orientation_weight: scalar
        substep: scalar

    return DescentSettings


@wp.func
def unless_at_limit(direction: Any, position: Any, lower: Any, upper: Any) -> Any:
    """Direction of a coordinate; 0 where a limit does not let it go there."""
    zero = direction - direction
    if (position <= lower and direction < zero) or (position >= upper and direction > zero):
        return zero
    return direction


@cache
def clamp_function(scalar: type, num_coordinates: int) -> wp.Function:
    """Build the function that takes a configuration to within the limits."""
    coordinates = coordinates_type(scalar, num_coordinates)

    @wp.func
    def clamped(q: coordinates, lower: coordinates, upper: coordinates) -> coordinates:
        """Clamp each coordinate to its limits."""
        for i in range(num_coordinates):
            q[i] = wp.clamp(q[i], lower[i], upper[i])
        return q

    return clamped


@cache
def descend_function(scalar: type, num_joints: int, num_coordinates: int) -> wp.Function:
    """Build the function that descends by the transposed Jacobian."""
    coordinates, pose_of = coordinates_type(scalar, num_coordinates), pose_type(scalar)
    jacobian, pose_error = jacobian_function(scalar, num_joints, num_coordinates), pose_error_function(scalar)
    clamped = clamp_function(scalar, num_coordinates)

    @wp.func
    def descend(
        chain: chain_struct(scalar),
        q: coordinates,
        target: pose_of,
        has_orientation: wp.bool,
        settings: descent_settings_struct(scalar),
        max_substeps: wp.int32,
        tolerance: scalar,
        lower: coordinates,
        upper: coordinates,
    ) -> coordinates:
        """Step along the gradient of the weighted squared error, at most as far as lowers it, within the limits.

        Without an orientation, it ends where the distance is within ``tolerance`` [m].
        """
        for _ in range(max_substeps):
            pose, linear, angular = jacobian(chain, q)
            offset, turn = pose_error(pose, target, has_orientation)
            if not has_orientation and wp.length(offset) <= tolerance:
                return q
            linear_weight = settings.translation_weight
            angular_weight = wp.where(has_orientation, settings.orientation_weight, scalar(0.0))
            downhill = coordinates()
            velocity, spin = offset - offset, turn - turn  # of the frame along the gradient
            for i in range(num_coordinates):
                slope = linear_weight * wp.dot(linear[i], offset) + angular_weight * wp.dot(angular[i], turn)
                downhill[i] = unless_at_limit(slope, q[i], lower[i], upper[i])
                velocity += downhill[i] * linear[i]
                spin += downhill[i] * angular[i]
            squared = wp.length_sq(downhill)
            length = wp.sqrt(squared)
            if length < scalar(1.0e-9):
                return q
            curvature = linear_weight * wp.length_sq(velocity) + angular_weight * wp.length_sq(spin)
            best = squared / wp.max(curvature, scalar(1.0e-12))  # where the error is least along a straight line
            q = clamped(q + wp.min(best, settings.substep / length) * downhill, lower, upper)
        return q

    return descend


@cache
def refine_function(scalar: type, num_joints: int, num_coordinates: int) -> wp.Function:
    """Build the function that descends by the method of Levenberg and Marquardt."""
    coordinates, pose_of = coordinates_type(scalar, num_coordinates), pose_type(scalar)
    jacobian, pose_error = jacobian_function(scalar, num_joints, num_coordinates), pose_error_function(scalar)
    normal_equations = normal_equations_function(scalar, num_coordinates)
    solve, clamped = solve_function(scalar, num_coordinates), clamp_function(scalar, num_coordinates)

    @wp.func
    def refine(
        chain: chain_struct(scalar),
        q: coordinates,
        target: pose_of,
        has_orientation: wp.bool,
        translation_tolerance: scalar,
        orientation_tolerance: scalar,
        lower: coordinates,
        upper: coordinates,
    ) -> tuple[coordinates, wp.bool]:
        """Go to the target itself; also tells whether the error is within the tolerances then."""
        distance, angle = scalar(wp.inf), scalar(wp.inf)
        for _ in range(MAX_REFINEMENTS):
            pose, linear, angular = jacobian(chain, q)
            offset, turn = pose_error(pose, target, has_orientation)
            distance, angle = wp.length(offset), wp.length(turn)
            if distance <= scalar(AIM) * translation_tolerance and angle <= scalar(AIM) * orientation_tolerance:
                break
            matrix, right = normal_equations(linear, angular, offset, turn, has_orientation)
            free = coordinates()
            for i in range(num_coordinates):
                if unless_at_limit(right[i], q[i], lower[i], upper[i]) != scalar(0.0):
                    free[i] = scalar(1.0)
            step = solve(matrix, right, free, scalar(1.0e-3) * (distance + angle) + scalar(1.0e-8))
            q = clamped(q + step, lower, upper)
        return q, wp.bool(distance <= translation_tolerance and angle <= orientation_tolerance)

    return refine
