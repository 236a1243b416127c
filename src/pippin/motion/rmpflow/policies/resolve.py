"""The canonical resolve for kernels: all policies pulled back to the configuration, solved and integrated."""

# No postponed annotations here: Warp evaluates those of functions, which name the precision.

from functools import cache
from typing import Any

import warp as wp

from pippin.motion.kinematics.functions import angular_velocity, point_velocity

from .avoidance import point_clearance
from .motion import point_motion
from .policies import (
    axis_target_metric,
    axis_target_policy,
    cspace_target_policy,
    damping_policy,
    guide_policy,
    joint_limit_policy,
    target_policy,
    velocity_cap_policy,
)

LEAST_DISTANCE = 1.0e-3
"""Distance that balls keep from all that they must not touch, once they have it [m]."""

CLOSING_RATE = 50.0
"""Largest speed towards something, as a part of the distance from it [1/s]: it brakes 0.5 m/s with 25 m/s^2."""

WARY_DISTANCE = 0.1
"""Distance beyond which no speed is too large [m]: that of 5 m/s."""

NEWTON_TURNS = 20
"""Most turns of Newton's method for an acceleration of the largest norm; five or six are used."""

NEWTON_TOLERANCE = 1.0e-4
"""Part by which that norm may be missed before the rest is scaled away."""


@cache
def jacobian_functions(scalar: type, num_coordinates: int) -> tuple[wp.Function, wp.Function]:
    """Functions that give the Jacobians (3, num_coordinates) of a point fixed to a joint, and of its turning."""
    jacobian_type = wp.types.matrix((3, num_coordinates), scalar)

    @wp.func
    def point_jacobian(robot: Any, motion: Any, env_id: int, joint: int, point: Any) -> Any:
        """Velocity of a point fixed to a joint, per velocity of each coordinate."""
        jacobian = jacobian_type()
        mover = wp.int32(joint)
        while mover >= 0:
            column = robot.joint_coordinates[mover]
            velocity = point_velocity(robot.joint_kinds[mover], motion.frames[env_id, mover], point)
            for row in range(3):
                jacobian[row, column] += robot.joint_multipliers[mover] * velocity[row]
            mover = robot.joint_parents[mover]
        return jacobian

    @wp.func
    def turning_jacobian(robot: Any, motion: Any, env_id: int, joint: int) -> Any:
        """Angular velocity of what is fixed to a joint, per velocity of each coordinate."""
        jacobian = jacobian_type()
        mover = wp.int32(joint)
        while mover >= 0:
            column = robot.joint_coordinates[mover]
            velocity = angular_velocity(robot.joint_kinds[mover], motion.frames[env_id, mover])
            for row in range(3):
                jacobian[row, column] += robot.joint_multipliers[mover] * velocity[row]
            mover = robot.joint_parents[mover]
        return jacobian

    return point_jacobian, turning_jacobian


@wp.func
def coordinate_metric_and_force(
    p: Any, body: Any, targets: Any, motion: Any, env_id: int, i: int, error: Any, largest: Any, duration: Any
) -> Any:
    """Sums of M and of M xdd over the policies of one coordinate: its target, inertia, limits and largest velocity.

    ``error`` is the length of the error of all coordinates, from the guide where there is one, ``largest`` the largest.
    """
    q = motion.q[env_id, i]
    qd = motion.qd[env_id, i]
    acceleration, weight = cspace_target_policy(p, targets.configurations[env_id, i] - q, error, qd, duration)
    if targets.is_guided[env_id]:
        acceleration, weight = guide_policy(
            p, targets.guides[env_id, i] - q, error, largest, targets.distances_left[env_id], qd, duration
        )
    metric = weight + p.cspace_target_inertia
    force = weight * acceleration
    acceleration, weight = velocity_cap_policy(p, qd, duration)
    metric += weight
    force += weight * acceleration
    length = body.upper[i] - body.lower[i]
    if wp.isfinite(length):
        scale = type(length)(1.0) / length  # the Jacobian of the distance from a limit
        acceleration, weight = joint_limit_policy(p, (q - body.lower[i]) * scale, qd * scale, duration)
        metric += weight * scale * scale
        force += weight * acceleration * scale
        acceleration, weight = joint_limit_policy(p, (body.upper[i] - q) * scale, -qd * scale, duration)
        metric += weight * scale * scale
        force -= weight * acceleration * scale
    return metric, force


@wp.func
def target_metric_and_force(p: Any, has_target: bool, error: Any, velocity: Any, bias: Any, duration: Any) -> Any:
    """Sums of M and of ``M (xdd - Jdot qd)`` over the policies of the position of the end effector."""
    acceleration, weight = damping_policy(p, velocity, duration)
    one = type(weight)(1.0)
    identity = wp.diag(wp.vector(one, one, one))
    metric = (weight + p.damping_inertia) * identity
    force = weight * acceleration - (weight + p.damping_inertia) * bias
    if has_target:
        acceleration, target_metric = target_policy(p, error, velocity, duration)
        metric += target_metric
        force += target_metric * (acceleration - bias)
    return metric, force


@wp.func
def axes_torque(p: Any, axes: Any, target_axes: Any, angular: Any, angular_bias: Any, duration: Any) -> Any:
    """Sum of ``n x (ndd - Jdot qd)`` over the axes n of a frame, of which ``w x n`` is the velocity.

    The Jacobian of n is ``-[n] Jw``, with that of the turning, Jw; so this is the force in the space of turning.
    The metric there is ``-sum [n] [n] = 2 I``.
    """
    torque = angular - angular
    for i in range(3):
        axis = wp.vector(axes[0, i], axes[1, i], axes[2, i])
        target_axis = wp.vector(target_axes[0, i], target_axes[1, i], target_axes[2, i])
        velocity = wp.cross(angular, axis)
        bias = wp.cross(angular_bias, axis) + wp.cross(angular, velocity)
        torque += wp.cross(axis, axis_target_policy(p, axis, target_axis, velocity, duration) - bias)
    return torque


@cache
def resolve_function(scalar: type, num_coordinates: int) -> wp.Function:
    """Build the function that sums all policies, solves for the acceleration and integrates it."""
    point_jacobian, turning_jacobian = jacobian_functions(scalar, num_coordinates)
    vector = wp.types.vector(num_coordinates, scalar)
    square = wp.types.matrix((num_coordinates, num_coordinates), scalar)
    # What is added to the diagonal of the metric, as a part of its trace: little more than rounding.
    regularisation = 1.0e-12 if scalar is wp.float64 else 1.0e-7

    @wp.func
    def configuration_sums(p: Any, body: Any, targets: Any, motion: Any, env_id: int, duration: scalar) -> Any:
        """Metric and force of the policies of single coordinates."""
        error_squared, largest = scalar(0.0), scalar(0.0)
        for i in range(body.num_coordinates):
            error = targets.configurations[env_id, i] - motion.q[env_id, i]
            if targets.is_guided[env_id]:
                error = targets.guides[env_id, i] - motion.q[env_id, i]
            error_squared += error * error
            largest = wp.max(largest, wp.abs(error))
        metric = square()
        force = vector()
        for i in range(body.num_coordinates):
            length = wp.sqrt(error_squared)
            weight, push = coordinate_metric_and_force(p, body, targets, motion, env_id, i, length, largest, duration)
            metric[i, i] = weight
            force[i] = push
        return metric, force

    @wp.func
    def end_effector_sums(
        p: Any, robot: Any, body: Any, targets: Any, motion: Any, env_id: int, duration: scalar
    ) -> Any:
        """Metric and force of the policies of the end effector."""
        joint = body.end_effector_joint
        metric = square()
        force = vector()
        if joint >= 0:
            pose = motion.frames[env_id, joint] * body.end_effector_offset
            position = wp.transform_get_translation(pose)
            velocity, bias = point_motion(motion, env_id, joint, position)
            to_base = wp.transform_inverse(targets.base_poses[env_id])
            error = wp.transform_point(to_base, targets.positions[env_id]) - position
            is_free = not targets.is_guided[env_id]
            has_position = targets.has_position[env_id] and is_free
            point_metric, point_force = target_metric_and_force(p, has_position, error, velocity, bias, duration)
            jacobian = point_jacobian(robot, motion, env_id, joint, position)
            metric = wp.transpose(jacobian) * (point_metric * jacobian)
            force = wp.transpose(jacobian) * point_force
            if targets.has_orientation[env_id] and is_free:
                turn = wp.transform_get_rotation(to_base) * targets.orientations[env_id]
                axes = wp.quat_to_matrix(wp.transform_get_rotation(pose))
                angular, angular_bias = motion.angular[env_id, joint], motion.angular_bias[env_id, joint]
                torque = axes_torque(p, axes, wp.quat_to_matrix(turn), angular, angular_bias, duration)
                weight = axis_target_metric(p, has_position, wp.length(error), duration)
                jacobian = turning_jacobian(robot, motion, env_id, joint)
                metric += (scalar(2.0) * weight) * (wp.transpose(jacobian) * jacobian)
                force += weight * (wp.transpose(jacobian) * torque)
        return metric, force

    @wp.func
    def allowed_part(
        robot: Any, body: Any, world: Any, motion: Any, env_id: int, velocity: vector, duration: scalar
    ) -> scalar:
        """Part of the velocity with which no ball comes closer to anything than it may in one substep.

        Policies are no guarantee: strong targets and the clamp of the acceleration may leave too little of what should
        brake. So the distance d of a ball may become ``(1 - k dt) d`` at least, as with a speed of ``k d``.
        """
        part = scalar(1.0)
        closing = wp.min(scalar(CLOSING_RATE) * duration, scalar(1.0))
        for point in range(body.num_points):
            distance = motion.point_distances[env_id, point] - scalar(LEAST_DISTANCE)
            if distance > scalar(0.0) and distance < scalar(WARY_DISTANCE):
                joint = body.point_joints[point]
                center = wp.transform_point(motion.frames[env_id, joint], body.point_centers[point])
                move = duration * (point_jacobian(robot, motion, env_id, joint, center) * velocity)
                next_distance = point_clearance(body, world, env_id, point, center + move) - scalar(LEAST_DISTANCE)
                if next_distance < (scalar(1.0) - closing) * distance:
                    part = wp.min(part, closing * distance / (distance - next_distance))
        return part

    @wp.func
    def bounded_solution(metric: square, force: vector, size: int, most: scalar) -> vector:
        """Solve ``metric x = force``; if x is longer than ``most``, give the x of that length that errs least.

        By the metric, that is ``(metric + s I) x = force``. Newton's method on ``1 / |x|`` finds the shift s from 0 on
        (J. Moré, D. Sorensen: Computing a trust region step, 1983).
        """
        least = wp.trace(metric) * scalar(regularisation)
        shift = square()
        x = solve(metric + shift, force, size, least)
        turn = wp.int32(0)  # a variable: Warp takes a plain 0 for a constant
        while turn < NEWTON_TURNS and wp.length(x) > scalar(1.0 + NEWTON_TOLERANCE) * most:
            length = wp.length(x)
            slope = wp.dot(x, solve(metric + shift, x, size, least))
            more = (length / most - scalar(1.0)) * length * length / slope
            for i in range(size):
                shift[i, i] += more
            x = solve(metric + shift, force, size, least)
            turn += 1
        return x * wp.min(scalar(1.0), most / wp.max(wp.length(x), scalar(1.0e-9)))

    @wp.func
    def resolve(p: Any, robot: Any, body: Any, world: Any, targets: Any, motion: Any, env_id: int, duration: scalar):
        """Solve ``sum(J^T M J) qdd = sum(J^T M (xdd - Jdot qd))`` within the largest norm of qdd, and move on."""
        metric, force = configuration_sums(p, body, targets, motion, env_id, duration)
        more_metric, more_force = end_effector_sums(p, robot, body, targets, motion, env_id, duration)
        metric += more_metric
        force += more_force
        for point in range(body.num_points):
            point_metric = motion.point_metrics[env_id, point]
            if wp.trace(point_metric) > scalar(0.0):
                joint = body.point_joints[point]
                center = wp.transform_point(motion.frames[env_id, joint], body.point_centers[point])
                jacobian = point_jacobian(robot, motion, env_id, joint, center)
                metric += wp.transpose(jacobian) * (point_metric * jacobian)
                force += wp.transpose(jacobian) * motion.point_forces[env_id, point]
        acceleration = bounded_solution(metric, force, body.num_coordinates, p.max_acceleration_norm)
        velocity = vector()
        for i in range(body.num_coordinates):
            motion.qdd[env_id, i] = acceleration[i]
            velocity[i] = motion.qd[env_id, i] + duration * acceleration[i]
        velocity *= allowed_part(robot, body, world, motion, env_id, velocity, duration)
        for i in range(body.num_coordinates):
            integrate(robot, motion, env_id, i, velocity[i], duration)

    return resolve


@wp.func
def integrate(robot: Any, motion: Any, env_id: int, i: int, velocity: Any, duration: Any):
    """Move one coordinate on with the velocity of the end of the substep; a limit of the robot stops it."""
    free = motion.q[env_id, i] + duration * velocity
    position = wp.clamp(free, robot.lower_limits[i], robot.upper_limits[i])
    if position != free:
        velocity = type(velocity)(0.0)
    motion.qd[env_id, i] = velocity
    motion.q[env_id, i] = position


@wp.func
def solve(metric: Any, force: Any, size: int, least: Any) -> Any:
    """Solve ``metric x = force`` by factors ``L D L^T`` of the metric, after adding ``least`` to its diagonal.

    Directions that no policy cares for get no acceleration by that, as by a pseudo-inverse.
    """
    for i in range(size):
        metric[i, i] += least
    x = force
    for i in range(size):  # metric becomes L below the diagonal, D on it
        for j in range(i):
            for k in range(j):
                metric[i, j] -= metric[i, k] * metric[j, k] * metric[k, k]
            metric[i, j] /= metric[j, j]
            metric[i, i] -= metric[i, j] * metric[i, j] * metric[j, j]
            x[i] -= metric[i, j] * x[j]
        metric[i, i] = wp.max(metric[i, i], least)
    for i in range(size):
        x[i] /= metric[i, i]
    for back in range(size):
        i = size - 1 - back
        for j in range(i):
            x[j] -= metric[i, j] * x[i]
    return x
