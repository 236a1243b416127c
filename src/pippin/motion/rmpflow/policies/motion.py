"""How the joints of a robot move, for kernels: velocities, and accelerations at constant velocities of the joints."""

from __future__ import annotations

from typing import Any

import warp as wp

from pippin.motion.kinematics.functions import PRISMATIC, compute_joint_frames, joint_axis


@wp.func
def compute_joint_motions(robot: Any, motion: Any, env_id: int):
    """Write poses, velocities and bias accelerations (those at ``qdd = 0``) of the frames of all joints."""
    compute_joint_frames(robot, motion.q[env_id], motion.frames[env_id])
    for joint in range(robot.num_joints):
        frame = motion.frames[env_id, joint]
        axis = joint_axis(frame)
        coordinate = robot.joint_coordinates[joint]
        move = (robot.joint_multipliers[joint] * motion.qd[env_id, coordinate]) * axis
        linear, angular, linear_bias, angular_bias = carried_motion(robot, motion, env_id, joint)
        if robot.joint_kinds[joint] == PRISMATIC:
            linear_bias += type(axis[0])(2.0) * wp.cross(angular, move)  # Coriolis
            linear += move
        else:
            angular_bias += wp.cross(angular, move)
            angular += move
        motion.linear[env_id, joint] = linear
        motion.angular[env_id, joint] = angular
        motion.linear_bias[env_id, joint] = linear_bias
        motion.angular_bias[env_id, joint] = angular_bias


@wp.func
def carried_motion(robot: Any, motion: Any, env_id: int, joint: int) -> Any:
    """Velocity and bias acceleration, linear and angular, that the frame of a joint has from its parent."""
    origin = wp.transform_get_translation(motion.frames[env_id, joint])
    zero = origin - origin
    parent = robot.joint_parents[joint]
    if parent < 0:
        return zero, zero, zero, zero
    linear, linear_bias = point_motion(motion, env_id, parent, origin)
    return linear, motion.angular[env_id, parent], linear_bias, motion.angular_bias[env_id, parent]


@wp.func
def point_motion(motion: Any, env_id: int, joint: int, point: Any) -> Any:
    """Velocity and bias acceleration of a point that is fixed to a joint."""
    arm = point - wp.transform_get_translation(motion.frames[env_id, joint])
    angular = motion.angular[env_id, joint]
    turning = wp.cross(angular, arm)
    velocity = motion.linear[env_id, joint] + turning
    bias = motion.linear_bias[env_id, joint] + wp.cross(motion.angular_bias[env_id, joint], arm)
    return velocity, bias + wp.cross(angular, turning)
