"""Robots as kernels see them: structs of arrays on a device."""

# No postponed annotations here: Warp evaluates those of a struct, which name the precision.
from functools import cache
from typing import Any

import numpy as np
import warp as wp

from pippin.motion.arrays import pose_type, vector_type
from pippin.motion.robot_description import RobotModel


@cache
def robot_struct(scalar: type) -> Any:
    """Struct of a whole robot; its fields are those of :class:`~pippin.motion.robot_description.RobotModel`."""

    @wp.struct
    class Robot:
        num_joints: wp.int32
        joint_parents: wp.array(dtype=wp.int32)
        joint_kinds: wp.array(dtype=wp.int32)
        joint_offsets: wp.array(dtype=pose_type(scalar))
        joint_coordinates: wp.array(dtype=wp.int32)
        joint_multipliers: wp.array(dtype=scalar)
        joint_biases: wp.array(dtype=scalar)
        lower_limits: wp.array(dtype=scalar)
        upper_limits: wp.array(dtype=scalar)
        velocity_limits: wp.array(dtype=scalar)
        num_spheres: wp.int32
        sphere_joints: wp.array(dtype=wp.int32)
        sphere_centers: wp.array(dtype=vector_type(scalar))
        sphere_radii: wp.array(dtype=scalar)

    return Robot


@cache
def chain_struct(scalar: type) -> Any:
    """Struct of the joints between the base and one frame, each fixed in the frame of the one before it.

    Its fields are those of :class:`~pippin.motion.robot_description.RobotModel`; ``tool`` is the pose of the frame in
    that of the last joint.
    """

    @wp.struct
    class Chain:
        num_joints: wp.int32
        joint_kinds: wp.array(dtype=wp.int32)
        joint_offsets: wp.array(dtype=pose_type(scalar))
        joint_coordinates: wp.array(dtype=wp.int32)
        joint_multipliers: wp.array(dtype=scalar)
        joint_biases: wp.array(dtype=scalar)
        tool: pose_type(scalar)

    return Chain


def upload_robot(model: RobotModel, device: wp.DeviceLike, scalar: type) -> Any:
    """Put the tables of a robot on a device, as a :func:`robot_struct`."""
    robot = robot_struct(scalar)()
    robot.num_joints, robot.num_spheres = model.num_joints, model.num_spheres
    for name in ("joint_parents", "joint_kinds", "joint_coordinates", "sphere_joints"):
        setattr(robot, name, _upload(getattr(model, name), wp.int32, device))
    for name in (
        "joint_multipliers",
        "joint_biases",
        "lower_limits",
        "upper_limits",
        "velocity_limits",
        "sphere_radii",
    ):
        setattr(robot, name, _upload(getattr(model, name), scalar, device))
    robot.joint_offsets = _upload(model.joint_offsets, pose_type(scalar), device)
    robot.sphere_centers = _upload(model.sphere_centers, vector_type(scalar), device)
    return robot


def upload_chain(model: RobotModel, frame_name: str, device: wp.DeviceLike, scalar: type) -> Any:
    """Put the joints that move a frame on a device, as a :func:`chain_struct`.

    Raises:
        ValueError: There is no such frame.
    """
    joints = model.joints_to(frame_name)
    chain = chain_struct(scalar)()
    chain.num_joints = len(joints)
    chain.joint_kinds = _upload(model.joint_kinds[joints], wp.int32, device)
    chain.joint_offsets = _upload(model.joint_offsets[joints], pose_type(scalar), device)
    chain.joint_coordinates = _upload(model.joint_coordinates[joints], wp.int32, device)
    chain.joint_multipliers = _upload(model.joint_multipliers[joints], scalar, device)
    chain.joint_biases = _upload(model.joint_biases[joints], scalar, device)
    chain.tool = pose_type(scalar)(*model.frame_offsets[model.frame_index(frame_name)])
    return chain


def _upload(values: np.ndarray, dtype: Any, device: wp.DeviceLike) -> wp.array:
    """Copy a table to a device; Warp would give a read-only table on the CPU as it is."""
    return wp.array(values.copy(), dtype=dtype, device=device, copy=True)
