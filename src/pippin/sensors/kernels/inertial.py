"""Kernels of the sensors of motion: inertial measurement units, and poses with their derivatives."""

from __future__ import annotations

import warp as wp


@wp.func
def point_acceleration(
    com_acceleration: wp.spatial_vectorf, angular_velocity: wp.vec3f, from_com: wp.vec3f
) -> wp.vec3f:
    """Acceleration of a point of a rigid body [m/s^2], in world axes: a + alpha x r + w x (w x r).

    Args:
        com_acceleration: Of the body's centre of mass (linear, angular).
        angular_velocity: Of the body [rad/s].
        from_com: Vector from the centre of mass to the point [m].
    """
    linear = wp.spatial_top(com_acceleration)
    angular = wp.spatial_bottom(com_acceleration)
    return linear + wp.cross(angular, from_com) + wp.cross(angular_velocity, wp.cross(angular_velocity, from_com))


@wp.kernel(enable_backward=False)
def measure_inertial(
    poses: wp.array2d(dtype=wp.transformf),  # (N, 1) of the links in the world
    velocities: wp.array2d(dtype=wp.spatial_vectorf),  # (N, 1) of the links' origins, world axes
    com_accelerations: wp.array2d(dtype=wp.spatial_vectorf),  # (N, 1) world axes
    coms: wp.array3d(dtype=float),  # (N, 1, 7) in the link frames
    offset: wp.transformf,  # of the sensor in the link frame
    gravity: wp.vec3f,  # [m/s^2] world
    env_ids: wp.array(dtype=int),  # (N,)
    env_mask: wp.array(dtype=wp.bool),  # (num_envs,)
    time: wp.array(dtype=float),  # (num_envs,) [s] since the reset
    is_zero_at_first: bool,  # whether there is nothing to measure at time 0
    ang_vel_out: wp.array(dtype=wp.vec3f),  # (N,) sensor axes
    lin_acc_out: wp.array(dtype=wp.vec3f),  # (N,) sensor axes
):
    """What a gyroscope and an accelerometer measure: angular velocity, and acceleration less gravity."""
    row = wp.tid()
    if not env_mask[env_ids[row]]:
        return
    if is_zero_at_first and time[env_ids[row]] == 0.0:
        ang_vel_out[row] = wp.vec3f()
        lin_acc_out[row] = wp.vec3f()
        return
    link = poses[row, 0]
    sensor = link * offset
    rotation = wp.transform_get_rotation(sensor)
    centre = wp.transform_point(link, wp.vec3f(coms[row, 0, 0], coms[row, 0, 1], coms[row, 0, 2]))
    angular = wp.spatial_bottom(velocities[row, 0])
    acceleration = point_acceleration(com_accelerations[row, 0], angular, wp.transform_get_translation(sensor) - centre)
    ang_vel_out[row] = wp.quat_rotate_inv(rotation, angular)
    lin_acc_out[row] = wp.quat_rotate_inv(rotation, acceleration - gravity)


@wp.kernel(enable_backward=False)
def measure_motion(
    poses: wp.array2d(dtype=wp.transformf),  # (N, 1) of the links in the world
    velocities: wp.array2d(dtype=wp.spatial_vectorf),  # (N, 1) of the links' origins, world axes
    com_accelerations: wp.array2d(dtype=wp.spatial_vectorf),  # (N, 1) world axes
    coms: wp.array3d(dtype=float),  # (N, 1, 7) in the link frames
    offset: wp.transformf,  # of the sensor in the link frame
    down: wp.vec3f,  # direction of gravity in the world
    env_ids: wp.array(dtype=int),  # (N,)
    env_mask: wp.array(dtype=wp.bool),  # (num_envs,)
    time: wp.array(dtype=float),  # (num_envs,) [s] since the reset
    is_zero_at_first: bool,  # whether there is nothing to measure at time 0
    pose_out: wp.array(dtype=wp.transformf),  # (N,) of the sensor in the world
    projected_gravity_out: wp.array(dtype=wp.vec3f),  # (N,) all of these along the sensor's axes
    lin_vel_out: wp.array(dtype=wp.vec3f),  # (N,)
    ang_vel_out: wp.array(dtype=wp.vec3f),  # (N,)
    lin_acc_out: wp.array(dtype=wp.vec3f),  # (N,)
    ang_acc_out: wp.array(dtype=wp.vec3f),  # (N,)
):
    """Pose of the sensor, and its velocity and acceleration along its own axes."""
    row = wp.tid()
    if not env_mask[env_ids[row]]:
        return
    if is_zero_at_first and time[env_ids[row]] == 0.0:
        pose_out[row] = wp.transform_identity()
        projected_gravity_out[row] = wp.vec3f(0.0, 0.0, -1.0)
        lin_vel_out[row] = wp.vec3f()
        ang_vel_out[row] = wp.vec3f()
        lin_acc_out[row] = wp.vec3f()
        ang_acc_out[row] = wp.vec3f()
        return
    link = poses[row, 0]
    sensor = link * offset
    rotation = wp.transform_get_rotation(sensor)
    position = wp.transform_get_translation(sensor)
    centre = wp.transform_point(link, wp.vec3f(coms[row, 0, 0], coms[row, 0, 1], coms[row, 0, 2]))
    angular = wp.spatial_bottom(velocities[row, 0])
    linear = wp.spatial_top(velocities[row, 0]) + wp.cross(angular, position - wp.transform_get_translation(link))
    acceleration = point_acceleration(com_accelerations[row, 0], angular, position - centre)
    pose_out[row] = sensor
    projected_gravity_out[row] = wp.quat_rotate_inv(rotation, down)
    lin_vel_out[row] = wp.quat_rotate_inv(rotation, linear)
    ang_vel_out[row] = wp.quat_rotate_inv(rotation, angular)
    lin_acc_out[row] = wp.quat_rotate_inv(rotation, acceleration)
    ang_acc_out[row] = wp.quat_rotate_inv(rotation, wp.spatial_bottom(com_accelerations[row, 0]))
