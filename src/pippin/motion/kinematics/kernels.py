"""Kernels of kinematics, one for each precision. All poses are in the frame of the robot's base."""

# No postponed annotations here: Warp evaluates those of a kernel, which name the precision.
from functools import cache

import warp as wp

from pippin.motion.arrays import matrix_type, pose_type, vector_type

from .functions import (
    angular_velocity,
    chain_pose,
    compute_joint_frames,
    identity_pose,
    joint_frame,
    point_velocity,
    sphere_center,
)
from .structs import chain_struct, robot_struct


@cache
def frame_pose_kernel(scalar: type) -> wp.Kernel:
    """Build the kernel that gives the pose of one frame, over configurations."""

    @wp.kernel(module="unique", enable_backward=False)
    def frame_pose(
        chain: chain_struct(scalar),
        q: wp.array2d(dtype=scalar),  # (num_configurations, num_coordinates)
        pose_out: wp.array(dtype=pose_type(scalar)),  # (num_configurations,)
    ):
        """Pose of the frame at the end of a chain."""
        i = wp.tid()
        pose_out[i] = chain_pose(chain, q[i])

    return frame_pose


@cache
def frame_in_world_kernel(scalar: type) -> wp.Kernel:
    """Build the kernel that gives where one frame of one robot is in the world."""

    @wp.kernel(module="unique", enable_backward=False)
    def frame_in_world(
        chain: chain_struct(scalar),
        base_pose: wp.array(dtype=pose_type(scalar)),  # (1,), in the world
        q: wp.array(dtype=scalar),  # (num_coordinates,)
        position_out: wp.array(dtype=vector_type(scalar)),  # (1,)
        rotation_out: wp.array(dtype=matrix_type(scalar)),  # (1,)
    ):
        """Position and rotation matrix of the frame at the end of a chain."""
        pose = base_pose[0] * chain_pose(chain, q)
        position_out[0] = wp.transform_get_translation(pose)
        rotation_out[0] = wp.quat_to_matrix(wp.transform_get_rotation(pose))

    return frame_in_world


@cache
def jacobian_kernel(scalar: type) -> wp.Kernel:
    """Build the kernel that gives the Jacobian of one frame, over configurations."""

    @wp.kernel(module="unique", enable_backward=False)
    def jacobian(
        chain: chain_struct(scalar),
        q: wp.array2d(dtype=scalar),  # (num_configurations, num_coordinates)
        jacobian_out: wp.array3d(dtype=scalar),  # (num_configurations, 6, num_coordinates), zero before
    ):
        """Velocity of the frame's origin (rows 0 to 2) and angular velocity (3 to 5), per velocity of coordinates."""
        i = wp.tid()
        end = wp.transform_get_translation(chain_pose(chain, q[i]))
        frame = identity_pose(chain.tool)
        for joint in range(chain.num_joints):
            frame = joint_frame(chain, joint, frame, q[i])
            linear = chain.joint_multipliers[joint] * point_velocity(chain.joint_kinds[joint], frame, end)
            angular = chain.joint_multipliers[joint] * angular_velocity(chain.joint_kinds[joint], frame)
            column = chain.joint_coordinates[joint]
            for row in range(3):
                jacobian_out[i, row, column] += linear[row]
                jacobian_out[i, row + 3, column] += angular[row]

    return jacobian


@cache
def joint_frames_kernel(scalar: type) -> wp.Kernel:
    """Build the kernel that gives the poses of the frames of all joints, over configurations."""

    @wp.kernel(module="unique", enable_backward=False)
    def joint_frames(
        robot: robot_struct(scalar),
        q: wp.array2d(dtype=scalar),  # (num_configurations, num_coordinates)
        frames_out: wp.array2d(dtype=pose_type(scalar)),  # (num_configurations, num_joints)
    ):
        """Poses of the frames of all joints."""
        i = wp.tid()
        compute_joint_frames(robot, q[i], frames_out[i])

    return joint_frames


@cache
def sphere_centers_kernel(scalar: type) -> wp.Kernel:
    """Build the kernel that gives the centres of the collision spheres, over configurations and spheres."""

    @wp.kernel(module="unique", enable_backward=False)
    def sphere_centers(
        robot: robot_struct(scalar),
        frames: wp.array2d(dtype=pose_type(scalar)),  # (num_configurations, num_joints)
        centers_out: wp.array2d(dtype=vector_type(scalar)),  # (num_configurations, num_spheres)
    ):
        """Centres of the collision spheres, from the frames of all joints."""
        i, sphere = wp.tid()
        centers_out[i, sphere] = sphere_center(robot, sphere, frames[i])

    return sphere_centers
