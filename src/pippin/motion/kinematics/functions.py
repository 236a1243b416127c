"""Formulas of kinematics for kernels, in single or double precision alike.

``robot`` and ``chain`` are the structs of :mod:`pippin.motion.kinematics.structs`. A configuration ``q`` is whatever an
index gives a coordinate of: an array, a row of one, or a vector. Poses are Warp transforms in the frame of the base.
"""

from __future__ import annotations

from typing import Any

import warp as wp

PRISMATIC = wp.constant(1)
"""``JointKind.PRISMATIC``, for kernels."""


@wp.func
def joint_position(robot: Any, joint: int, q: Any) -> Any:
    """Position of a joint of a robot or chain [m or rad]."""
    return robot.joint_multipliers[joint] * q[robot.joint_coordinates[joint]] + robot.joint_biases[joint]


@wp.func
def joint_motion(kind: int, position: Any) -> Any:
    """Pose of the frame of a joint at a position in its frame at position 0: turned about z, or moved along it."""
    zero = type(position)(0.0)
    if kind == PRISMATIC:
        no_turn = wp.quaternion(zero, zero, zero, type(position)(1.0))
        return wp.transformation(wp.vector(zero, zero, position), no_turn)
    half = type(position)(0.5) * position
    return wp.transformation(wp.vector(zero, zero, zero), wp.quaternion(zero, zero, wp.sin(half), wp.cos(half)))


@wp.func
def joint_frame(robot: Any, joint: int, parent_frame: Any, q: Any) -> Any:
    """Pose of the frame of a joint, from that of the frame which it is fixed in."""
    motion = joint_motion(robot.joint_kinds[joint], joint_position(robot, joint, q))
    return parent_frame * robot.joint_offsets[joint] * motion


@wp.func
def compute_joint_frames(robot: Any, q: Any, frames: Any):
    """Write the poses of the frames of all joints of a robot into an array, shape (num_joints,)."""
    for joint in range(robot.num_joints):
        parent = robot.joint_parents[joint]
        if parent < 0:
            motion = joint_motion(robot.joint_kinds[joint], joint_position(robot, joint, q))
            frames[joint] = robot.joint_offsets[joint] * motion
        else:
            frames[joint] = joint_frame(robot, joint, frames[parent], q)


@wp.func
def sphere_center(robot: Any, sphere: int, frames: Any) -> Any:
    """Centre of a collision sphere [m], from the frames of all joints."""
    joint = robot.sphere_joints[sphere]
    center = robot.sphere_centers[sphere]
    if joint >= 0:
        center = wp.transform_point(frames[joint], center)
    return center


@wp.func
def identity_pose(like: Any) -> Any:
    """Pose of a frame in itself, in the precision of another pose."""
    zero = like[0] - like[0]
    one = type(zero)(1.0)
    return wp.transformation(wp.vector(zero, zero, zero), wp.quaternion(zero, zero, zero, one))


@wp.func
def chain_pose(chain: Any, q: Any) -> Any:
    """Pose of the frame at the end of a chain."""
    pose = identity_pose(chain.tool)
    for joint in range(chain.num_joints):
        pose = joint_frame(chain, joint, pose, q)
    return pose * chain.tool


@wp.func
def joint_axis(frame: Any) -> Any:
    """Axis of a joint, from the pose of its frame: the z-axis of the frame."""
    r = wp.transform_get_rotation(frame)
    two = type(r[0])(2.0)
    return wp.vector(
        two * (r[0] * r[2] + r[3] * r[1]),
        two * (r[1] * r[2] - r[3] * r[0]),
        type(r[0])(1.0) - two * (r[0] * r[0] + r[1] * r[1]),
    )


@wp.func
def point_velocity(kind: int, frame: Any, point: Any) -> Any:
    """Velocity of a point that moves with a joint, per velocity of the joint [m/rad or 1]."""
    axis = joint_axis(frame)
    if kind == PRISMATIC:
        return axis
    return wp.cross(axis, point - wp.transform_get_translation(frame))


@wp.func
def angular_velocity(kind: int, frame: Any) -> Any:
    """Angular velocity of what moves with a joint, per velocity of the joint [1 or rad/m]."""
    axis = joint_axis(frame)
    if kind == PRISMATIC:
        return axis - axis
    return axis


@wp.func
def rotation_vector(rotation: Any) -> Any:
    """Axis times angle [rad] of a unit quaternion, the angle within [0, pi]."""
    v = wp.vector(rotation[0], rotation[1], rotation[2])
    w = rotation[3]
    two = type(w)(2.0)
    if w < type(w)(0.0):  # the other quaternion of the same rotation
        v = -v
        w = -w
    sine = wp.length(v)
    if sine < type(w)(1.0e-7):  # the limit of angle / sine
        return two * v
    return (two * wp.atan2(sine, w) / sine) * v
