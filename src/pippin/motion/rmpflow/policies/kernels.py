"""Kernels of RMPflow: one that does a whole step for CPUs, and three that share a substep for GPUs."""

# No postponed annotations here: Warp evaluates those of a kernel, which name the precision.

from functools import cache

import warp as wp

from pippin.motion.kinematics import robot_struct
from pippin.motion.world import world_struct

from .avoidance import avoid
from .motion import compute_joint_motions
from .resolve import resolve_function
from .structs import body_struct, motion_struct, parameters_struct, targets_struct


@cache
def step_kernel(scalar: type, num_coordinates: int) -> wp.Kernel:
    """Build the kernel that takes all substeps, over environments."""
    resolve = resolve_function(scalar, num_coordinates)

    @wp.kernel(module="unique", enable_backward=False)
    def step(
        parameters: parameters_struct(scalar),
        robot: robot_struct(scalar),
        body: body_struct(scalar),
        world: world_struct(scalar),
        targets: targets_struct(scalar),
        num_substeps: wp.int32,
        duration: scalar,  # of a substep [s]
        moves: wp.array(dtype=wp.bool),
        motion_out: motion_struct(scalar),
    ):
        """Move each robot that moves on by several substeps."""
        i = wp.tid()
        if not moves[i]:
            return
        for _ in range(num_substeps):
            compute_joint_motions(robot, motion_out, i)
            for point in range(body.num_points):
                avoid(parameters, body, world, motion_out, i, point, duration)
            resolve(parameters, robot, body, world, targets, motion_out, i, duration)

    return step


@cache
def joint_motions_kernel(scalar: type) -> wp.Kernel:
    """Build the kernel that moves the frames of joints, over environments."""

    @wp.kernel(module="unique", enable_backward=False)
    def joint_motions(robot: robot_struct(scalar), motion_out: motion_struct(scalar)):
        """Compute poses, velocities and bias accelerations of the frames of all joints."""
        compute_joint_motions(robot, motion_out, wp.tid())

    return joint_motions


@cache
def avoid_kernel(scalar: type) -> wp.Kernel:
    """Kernel of what balls of robots avoid, over environments and balls."""

    @wp.kernel(module="unique", enable_backward=False)
    def avoid_all(
        parameters: parameters_struct(scalar),
        body: body_struct(scalar),
        world: world_struct(scalar),
        duration: scalar,  # of a substep [s]
        motion_out: motion_struct(scalar),
    ):
        """Compute metrics and forces of the collision policies."""
        i, point = wp.tid()
        avoid(parameters, body, world, motion_out, i, point, duration)

    return avoid_all


@cache
def resolve_kernel(scalar: type, num_coordinates: int) -> wp.Kernel:
    """Build the kernel that sums all policies, solves and integrates, over environments."""
    resolve = resolve_function(scalar, num_coordinates)

    @wp.kernel(module="unique", enable_backward=False)
    def resolve_all(
        parameters: parameters_struct(scalar),
        robot: robot_struct(scalar),
        body: body_struct(scalar),
        world: world_struct(scalar),
        targets: targets_struct(scalar),
        duration: scalar,  # of a substep [s]
        motion_out: motion_struct(scalar),
    ):
        """Move each robot on by one substep."""
        resolve(parameters, robot, body, world, targets, motion_out, wp.tid(), duration)

    return resolve_all
