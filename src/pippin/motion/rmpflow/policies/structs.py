"""RMPflow as kernels see it: structs of parameters, of the robot's parts, of targets and of what a step works on."""

# No postponed annotations here: Warp evaluates those of a struct, which name the precision.

from dataclasses import fields
from functools import cache
from typing import Any

import numpy as np
import warp as wp

from pippin.motion.arrays import pose_type, quaternion_type, vector_type
from pippin.motion.robot_description import RobotModel

from .parameters import GROUPS, RmpFlowParameters


@cache
def parameters_struct(scalar: type) -> Any:
    """Struct of all gains and scales, such as ``collision_repulsion_gain`` of the group ``collision_rmp``."""
    names = [
        f"{group.removesuffix('_rmp')}_{member.name}" for group, record in GROUPS.items() for member in fields(record)
    ]
    annotations = dict.fromkeys([*names, "max_acceleration_norm"], scalar)
    return wp.struct(type("Parameters", (), {"__annotations__": annotations, "__module__": __name__}))


@cache
def body_struct(scalar: type) -> Any:
    """Struct of what the robot avoids with, and of its end effector.

    The first ``num_spheres`` of ``num_points`` balls avoid obstacles, the others body cylinders, which are capsules
    from ``cylinder_starts`` to ``cylinder_ends``. Balls are fixed to joints. ``lower`` and ``upper`` are the limits of
    the configuration less their buffers.
    """

    @wp.struct
    class Body:
        num_coordinates: wp.int32
        lower: wp.array(dtype=scalar)
        upper: wp.array(dtype=scalar)
        end_effector_joint: wp.int32
        end_effector_offset: pose_type(scalar)
        num_spheres: wp.int32
        num_points: wp.int32
        point_joints: wp.array(dtype=wp.int32)
        point_centers: wp.array(dtype=vector_type(scalar))
        point_radii: wp.array(dtype=scalar)
        num_cylinders: wp.int32
        cylinder_starts: wp.array(dtype=vector_type(scalar))
        cylinder_ends: wp.array(dtype=vector_type(scalar))
        cylinder_radii: wp.array(dtype=scalar)

    return Body


@cache
def targets_struct(scalar: type) -> Any:
    """Struct of targets, one row per environment; those of the end effector are in the frame of the world.

    Robots that are guided go to their guides, configurations, and heed no other target meanwhile; ``distances_left``
    are the distances to the end of their paths [rad, or m].
    """

    @wp.struct
    class Targets:
        configurations: wp.array2d(dtype=scalar)
        positions: wp.array(dtype=vector_type(scalar))
        orientations: wp.array(dtype=quaternion_type(scalar))
        has_position: wp.array(dtype=wp.bool)
        has_orientation: wp.array(dtype=wp.bool)
        is_guided: wp.array(dtype=wp.bool)
        guides: wp.array2d(dtype=scalar)
        distances_left: wp.array(dtype=scalar)
        base_poses: wp.array(dtype=pose_type(scalar))

    return Targets


@cache
def motion_struct(scalar: type) -> Any:
    """Struct of the state and of what is computed from it, one row per environment.

    ``q``, ``qd`` and ``qdd`` (num_envs, num_coordinates); of the frames of joints (num_envs, num_joints) the pose, the
    velocity and the acceleration at ``qdd = 0``, linear and angular; of balls (num_envs, num_points) the sums of
    ``M`` and of ``M (xdd - Jdot qd)`` over all that they avoid, in space, and the least distance from that [m].
    """
    vector = vector_type(scalar)

    @wp.struct
    class Motion:
        q: wp.array2d(dtype=scalar)
        qd: wp.array2d(dtype=scalar)
        qdd: wp.array2d(dtype=scalar)
        frames: wp.array2d(dtype=pose_type(scalar))
        linear: wp.array2d(dtype=vector)
        angular: wp.array2d(dtype=vector)
        linear_bias: wp.array2d(dtype=vector)
        angular_bias: wp.array2d(dtype=vector)
        point_metrics: wp.array2d(dtype=wp.types.matrix((3, 3), scalar))
        point_forces: wp.array2d(dtype=vector)
        point_distances: wp.array2d(dtype=scalar)

    return Motion


def upload_parameters(parameters: RmpFlowParameters, scalar: type) -> Any:
    """Return parameters as a :func:`parameters_struct`."""
    struct = parameters_struct(scalar)()
    struct.max_acceleration_norm = parameters.max_acceleration_norm
    for name in GROUPS:
        group = getattr(parameters, name)
        for member in fields(group):
            setattr(struct, f"{name.removesuffix('_rmp')}_{member.name}", getattr(group, member.name))
    return struct


def upload_body(
    model: RobotModel, parameters: RmpFlowParameters, end_effector: str, device: wp.DeviceLike, scalar: type
) -> Any:
    """Put what avoids, what is avoided of the robot itself, and its end effector on a device, as a :func:`body_struct`.

    Raises:
        ValueError: There is no frame of the name of the end effector.
    """
    body, vector = body_struct(scalar)(), vector_type(scalar)
    buffers = np.array(parameters.joint_limit_buffers)
    body.num_coordinates = model.num_coordinates
    body.lower = wp.array(model.lower_limits + buffers, dtype=scalar, device=device)
    body.upper = wp.array(model.upper_limits - buffers, dtype=scalar, device=device)
    frame = model.frame_index(end_effector)
    body.end_effector_joint = int(model.frame_joints[frame])
    body.end_effector_offset = pose_type(scalar)(*model.frame_offsets[frame])

    controllers = parameters.body_collision_controllers
    frames = [model.frame_index(controller.name) for controller in controllers]
    joints = np.concatenate([model.sphere_joints, model.frame_joints[frames]])
    centers = np.concatenate([model.sphere_centers, model.frame_offsets[frames, :3]])
    radii = np.concatenate([model.sphere_radii, [controller.radius for controller in controllers]])
    body.num_spheres, body.num_points = model.num_spheres, len(joints)
    body.point_joints = wp.array(joints, dtype=wp.int32, device=device)
    body.point_centers = wp.array(centers.reshape(-1, 3), dtype=vector, device=device)
    body.point_radii = wp.array(radii, dtype=scalar, device=device)

    cylinders = parameters.body_cylinders
    body.num_cylinders = len(cylinders)
    starts, ends = (np.array([getattr(c, end) for c in cylinders]).reshape(-1, 3) for end in ("pt1", "pt2"))
    body.cylinder_starts = wp.array(starts, dtype=vector, device=device)
    body.cylinder_ends = wp.array(ends, dtype=vector, device=device)
    body.cylinder_radii = wp.array([c.radius for c in cylinders], dtype=scalar, device=device)
    return body


def make_targets(num_envs: int, num_coordinates: int, device: wp.DeviceLike, scalar: type) -> Any:
    """Make room for targets, with bases at the origin, as a :func:`targets_struct`."""
    targets = targets_struct(scalar)()
    identity = pose_type(scalar)(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
    targets.configurations = wp.zeros((num_envs, num_coordinates), dtype=scalar, device=device)
    targets.positions = wp.zeros(num_envs, dtype=vector_type(scalar), device=device)
    targets.orientations = wp.zeros(num_envs, dtype=quaternion_type(scalar), device=device)
    targets.has_position = wp.zeros(num_envs, dtype=wp.bool, device=device)
    targets.has_orientation = wp.zeros(num_envs, dtype=wp.bool, device=device)
    targets.is_guided = wp.zeros(num_envs, dtype=wp.bool, device=device)
    targets.distances_left = wp.zeros(num_envs, dtype=scalar, device=device)
    targets.guides = wp.zeros((num_envs, num_coordinates), dtype=scalar, device=device)
    targets.base_poses = wp.full(num_envs, identity, dtype=pose_type(scalar), device=device)
    return targets


def make_motion(num_envs: int, num_joints: int, body: Any, device: wp.DeviceLike, scalar: type) -> Any:
    """Make room for the state and for what is computed from it, as a :func:`motion_struct`."""
    motion, vector = motion_struct(scalar)(), vector_type(scalar)
    for name in ("q", "qd", "qdd"):
        setattr(motion, name, wp.zeros((num_envs, body.num_coordinates), dtype=scalar, device=device))
    motion.frames = wp.zeros((num_envs, num_joints), dtype=pose_type(scalar), device=device)
    for name in ("linear", "angular", "linear_bias", "angular_bias"):
        setattr(motion, name, wp.zeros((num_envs, num_joints), dtype=vector, device=device))
    shape = (num_envs, body.num_points)
    motion.point_metrics = wp.zeros(shape, dtype=wp.types.matrix((3, 3), scalar), device=device)
    motion.point_forces = wp.zeros(shape, dtype=vector, device=device)
    motion.point_distances = wp.zeros(shape, dtype=scalar, device=device)
    return motion
