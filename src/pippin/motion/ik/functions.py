"""Formulas of inverse kinematics for kernels, made for a precision, a number of joints and a number of coordinates.

With these numbers known, Warp unrolls the loops over them, and configurations and Jacobians stay in registers.
"""

# No postponed annotations here: Warp evaluates those of a function, which name the precision.
# mypy: disable-error-code="index,operator"

from functools import cache

import warp as wp

from pippin.motion.arrays import pose_type
from pippin.motion.kinematics import chain_struct
from pippin.motion.kinematics.functions import PRISMATIC, identity_pose, joint_axis, joint_frame

from .chain import ik_chain_struct


@cache
def coordinates_type(scalar: type, num_coordinates: int) -> type:
    """Warp's vector of one number per coordinate."""
    return wp.types.vector(length=num_coordinates, dtype=scalar)


@cache
def square_type(scalar: type, num_coordinates: int) -> type:
    """Warp's matrix of one number per pair of coordinates."""
    return wp.types.matrix(shape=(num_coordinates, num_coordinates), dtype=scalar)


@cache
def rows_type(scalar: type, count: int) -> type:
    """Warp's matrix of one row of three numbers per joint or coordinate."""
    return wp.types.matrix(shape=(count, 3), dtype=scalar)


@cache
def joint_lines_function(scalar: type, num_joints: int, num_coordinates: int) -> wp.Function:
    """Build the function that gives where the axes of the joints are, and the pose of the end."""
    coordinates, rows = coordinates_type(scalar, num_coordinates), rows_type(scalar, num_joints)

    @wp.func
    def joint_lines(chain: chain_struct(scalar), q: coordinates) -> tuple[rows, rows, pose_type(scalar)]:
        """Points on the axes of all joints, directions of these, and the pose of the frame at the end."""
        points, directions = rows(), rows()
        frame = identity_pose(chain.tool)
        for joint in range(num_joints):
            frame = joint_frame(chain, joint, frame, q)
            points[joint] = wp.transform_get_translation(frame)
            directions[joint] = joint_axis(frame)
        return points, directions, frame * chain.tool

    return joint_lines


@cache
def jacobian_function(scalar: type, num_joints: int, num_coordinates: int) -> wp.Function:
    """Build the function that gives the pose of the end and how it moves."""
    coordinates, rows = coordinates_type(scalar, num_coordinates), rows_type(scalar, num_coordinates)
    joint_lines = joint_lines_function(scalar, num_joints, num_coordinates)

    @wp.func
    def jacobian(chain: chain_struct(scalar), q: coordinates) -> tuple[pose_type(scalar), rows, rows]:
        """Pose of the end, its velocity and its angular velocity per velocity of each coordinate (one row each)."""
        points, directions, pose = joint_lines(chain, q)
        end = wp.transform_get_translation(pose)
        linear, angular = rows(), rows()
        for joint in range(num_joints):
            column = chain.joint_coordinates[joint]
            direction = chain.joint_multipliers[joint] * directions[joint]
            if chain.joint_kinds[joint] == PRISMATIC:
                linear[column] = linear[column] + direction
            else:
                linear[column] = linear[column] + wp.cross(direction, end - points[joint])
                angular[column] = angular[column] + direction
        return pose, linear, angular

    return jacobian


@cache
def free_coordinates_function(scalar: type, num_coordinates: int) -> wp.Function:
    """Build the function that finds which coordinates may follow a step without leaving their limits."""
    coordinates = coordinates_type(scalar, num_coordinates)

    @wp.func
    def free_coordinates(q: coordinates, uphill: coordinates, ik_chain: ik_chain_struct(scalar)) -> coordinates:
        """1 for coordinates that may go downhill, 0 for those at a limit that lies downhill."""
        free = coordinates()
        for i in range(num_coordinates):
            at_lower = q[i] <= ik_chain.lower[i] and uphill[i] > scalar(0.0)
            at_upper = q[i] >= ik_chain.upper[i] and uphill[i] < scalar(0.0)
            free[i] = wp.where(at_lower or at_upper, scalar(0.0), scalar(1.0))
        return free

    return free_coordinates


@cache
def solve_function(scalar: type, num_coordinates: int) -> wp.Function:
    """Build the function that solves a symmetric, positive definite system for some of the coordinates."""
    coordinates, square = coordinates_type(scalar, num_coordinates), square_type(scalar, num_coordinates)

    @wp.func
    def solve(matrix: square, right: coordinates, free: coordinates, damping: scalar) -> coordinates:
        """Solve (matrix + damping I) x = right by Cholesky's factors for the free coordinates; the others stay 0."""
        factor, x = square(), coordinates()
        for i in range(num_coordinates):
            rest = free[i] * right[i]
            for j in range(i):
                entry = free[i] * free[j] * matrix[i, j]
                for k in range(j):
                    entry -= factor[i, k] * factor[j, k]
                factor[i, j] = entry / factor[j, j]
                rest -= factor[i, j] * x[j]
            pivot = free[i] * matrix[i, i] + damping
            for k in range(i):
                pivot -= factor[i, k] * factor[i, k]
            factor[i, i] = wp.sqrt(wp.max(pivot, scalar(1.0e-12)))  # rounding may leave a negative one
            x[i] = rest / factor[i, i]
        for back in range(num_coordinates):
            i = num_coordinates - 1 - back
            rest = x[i]
            for k in range(i + 1, num_coordinates):
                rest -= factor[k, i] * x[k]
            x[i] = rest / factor[i, i]
        return x

    return solve


@cache
def step_function(scalar: type, num_coordinates: int) -> wp.Function:
    """Build the function that takes a step within the limits."""
    coordinates = coordinates_type(scalar, num_coordinates)

    @wp.func
    def step(q: coordinates, direction: coordinates, length: scalar, ik_chain: ik_chain_struct(scalar)) -> coordinates:
        """Go from q along a direction, and stop each coordinate at its limits."""
        stepped = coordinates()
        for i in range(num_coordinates):
            stepped[i] = wp.clamp(q[i] + length * direction[i], ik_chain.lower[i], ik_chain.upper[i])
        return stepped

    return step


@cache
def sample_function(scalar: type, num_coordinates: int) -> wp.Function:
    """Build the function that draws configurations."""
    coordinates = coordinates_type(scalar, num_coordinates)

    @wp.func
    def sample(state: wp.uint32, order: wp.int32, ik_chain: ik_chain_struct(scalar)) -> tuple[coordinates, wp.uint32]:
        """Draw from the Irwin-Hall distribution, the mean of ``order`` uniform numbers: 1 is uniform, 2 triangular.

        Also gives the next state of the generator.
        """
        q = coordinates()
        for i in range(num_coordinates):
            total = scalar(0.0)
            for _ in range(order):
                total += scalar(wp.randf(state))
            span = ik_chain.highest_sample[i] - ik_chain.lowest_sample[i]
            q[i] = ik_chain.lowest_sample[i] + span * total / scalar(order)
        return q, state

    return sample
