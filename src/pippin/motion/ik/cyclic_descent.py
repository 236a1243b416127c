"""Cyclic coordinate descent: one coordinate after the other, from the end to the base, goes where the error is least.

The error is that of :class:`~pippin.motion.ik.DescentSettings`. Where a coordinate drives one joint alone there is a
formula for the best value: as the joint turns by an angle d about its axis, the error is a constant minus
``b cos d + c sin d``, so that ``d = atan2(c, b)``; as it slides, the position error is a parabola. Elsewhere the best
of some values is found, and then the interval around it narrowed by golden sections.
"""

# No postponed annotations here: Warp evaluates those of a function, which name the precision.
# mypy: disable-error-code="index,operator"

import math
from functools import cache

import warp as wp

from pippin.motion.arrays import matrix_type, vector_type
from pippin.motion.kinematics.functions import PRISMATIC, chain_pose

from .chain import ik_chain_struct
from .functions import coordinates_type, joint_lines_function
from .target import target_struct, weighted_error

GOLDEN_SECTIONS = 20
"""Number of golden sections: they narrow an interval to 1/15,000."""


@cache
def turn_coefficients_function(scalar: type) -> wp.Function:
    """Build the function that computes how the error depends on the angle of a joint."""
    vector, matrix = vector_type(scalar), matrix_type(scalar)

    @wp.func
    def turn_coefficients(
        target: target_struct(scalar), end: vector, axes: matrix, point: vector, direction: vector
    ) -> tuple[scalar, scalar]:
        """Return b and c of the error ``constant - b cos d - c sin d`` as the end turns by d about a line."""
        arm, wanted_arm = end - point, target.position - point
        across = wp.dot(arm, wanted_arm) - wp.dot(direction, arm) * wp.dot(direction, wanted_arm)
        b = target.position_weight * across
        c = target.position_weight * wp.dot(direction, wp.cross(arm, wanted_arm))
        # Sums over the axes a and wanted axes a*: of a · a* the trace, of a × a* the skew part.
        turn = target.axes * wp.transpose(axes)
        skew = vector(turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1])
        b += target.orientation_weight * (wp.trace(turn) - wp.dot(direction, turn * direction))
        c += target.orientation_weight * wp.dot(direction, skew)
        return b, c

    return turn_coefficients


@cache
def best_turn_function(scalar: type) -> wp.Function:
    """Build the function that turns a joint to where the error is least."""

    @wp.func
    def best_turn(b: scalar, c: scalar, lowest: scalar, highest: scalar) -> scalar:
        """Return the angle within bounds that maximises b cos + c sin; 0 is within the bounds."""
        turn = scalar(2.0 * math.pi)
        best = wp.atan2(c, b)
        if best > highest:
            best -= turn
        elif best < lowest:
            best += turn
        if best < lowest or best > highest:
            at_lowest = b * wp.cos(lowest) + c * wp.sin(lowest)
            at_highest = b * wp.cos(highest) + c * wp.sin(highest)
            best = wp.where(at_lowest > at_highest, lowest, highest)
        return best

    return best_turn


@cache
def best_value_function(scalar: type, num_coordinates: int) -> wp.Function:
    """Build the function that searches for the best value of a coordinate."""
    coordinates = coordinates_type(scalar, num_coordinates)
    ratio = 0.5 * (math.sqrt(5.0) - 1.0)

    @wp.func
    def error_at(
        ik_chain: ik_chain_struct(scalar), q: coordinates, i: wp.int32, value: scalar, target: target_struct(scalar)
    ) -> scalar:
        """Error with another value of one coordinate."""
        trial = q
        trial[i] = value
        return weighted_error(target, chain_pose(ik_chain.chain, trial))

    @wp.func
    def best_value(
        ik_chain: ik_chain_struct(scalar),
        q: coordinates,
        i: wp.int32,
        target: target_struct(scalar),
        num_samples: wp.int32,
    ) -> scalar:
        """Value of a coordinate with which the error is least, or close to it, while the others stay."""
        lowest, highest = ik_chain.lowest_sample[i], ik_chain.highest_sample[i]
        spacing = (highest - lowest) / scalar(num_samples - 1)
        best = q[i]
        least = error_at(ik_chain, q, i, best, target)
        for k in range(num_samples):
            value = lowest + scalar(k) * spacing
            error = error_at(ik_chain, q, i, value, target)
            if error < least:
                best, least = value, error
        low, high = wp.max(best - spacing, lowest), wp.min(best + spacing, highest)
        for _ in range(GOLDEN_SECTIONS):
            left, right = high - scalar(ratio) * (high - low), low + scalar(ratio) * (high - low)
            if error_at(ik_chain, q, i, left, target) < error_at(ik_chain, q, i, right, target):
                high = right
            else:
                low = left
        middle = scalar(0.5) * (low + high)
        return wp.where(error_at(ik_chain, q, i, middle, target) < least, middle, best)

    return best_value


@cache
def cyclic_descent_function(scalar: type, num_joints: int, num_coordinates: int) -> wp.Function:
    """Build the function that descends by one coordinate after the other."""
    coordinates = coordinates_type(scalar, num_coordinates)
    joint_lines = joint_lines_function(scalar, num_joints, num_coordinates)
    turn_coefficients, best_turn = turn_coefficients_function(scalar), best_turn_function(scalar)
    best_value = best_value_function(scalar, num_coordinates)

    @wp.func
    def sweep(
        ik_chain: ik_chain_struct(scalar), q: coordinates, target: target_struct(scalar), num_samples: wp.int32
    ) -> coordinates:
        """Move every coordinate once, from the end to the base, then those that drive several joints."""
        points, directions, pose = joint_lines(ik_chain.chain, q)
        end = wp.transform_get_translation(pose)
        axes = wp.quat_to_matrix(wp.transform_get_rotation(pose))
        for back in range(num_joints):
            joint = num_joints - 1 - back
            i = ik_chain.chain.joint_coordinates[joint]
            multiplier = ik_chain.chain.joint_multipliers[joint]
            if ik_chain.num_driven_joints[i] == 1 and multiplier != scalar(0.0):
                to_lower, to_upper = multiplier * (ik_chain.lower[i] - q[i]), multiplier * (ik_chain.upper[i] - q[i])
                lowest, highest = wp.min(to_lower, to_upper), wp.max(to_lower, to_upper)
                point, direction = points[joint], directions[joint]
                if ik_chain.chain.joint_kinds[joint] == PRISMATIC:
                    motion = wp.clamp(wp.dot(direction, target.position - end), lowest, highest)
                    end += motion * direction
                else:
                    b, c = turn_coefficients(target, end, axes, point, direction)
                    motion = best_turn(b, c, lowest, highest)
                    rotation = wp.quat_to_matrix(wp.quat_from_axis_angle(direction, motion))
                    end = point + rotation * (end - point)
                    axes = rotation * axes
                q[i] = wp.clamp(q[i] + motion / multiplier, ik_chain.lower[i], ik_chain.upper[i])
        for i in range(num_coordinates):
            if ik_chain.num_driven_joints[i] > 1:
                q[i] = best_value(ik_chain, q, i, target, num_samples)
        return q

    @wp.func
    def cyclic_descent(
        ik_chain: ik_chain_struct(scalar),
        q: coordinates,
        target: target_struct(scalar),
        max_iterations: wp.int32,
        termination_delta: scalar,
        num_samples: wp.int32,
    ) -> coordinates:
        """Sweep until no coordinate changes by as much as the termination delta."""
        for _ in range(max_iterations):
            swept = sweep(ik_chain, q, target, num_samples)
            change = wp.max(wp.abs(swept - q))
            q = swept
            if change < termination_delta:
                break
        return q

    return cyclic_descent
