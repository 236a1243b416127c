"""Kernels of all kinds of cameras: their frames in three conventions, and what is too far away."""

from __future__ import annotations

import warp as wp


@wp.func
def ros_from_opengl(rotation: wp.quatf) -> wp.quatf:
    """Orientation of a camera's frame with z forward and y down, from that with -z forward and y up."""
    return rotation * wp.quatf(1.0, 0.0, 0.0, 0.0)


@wp.func
def world_from_opengl(rotation: wp.quatf) -> wp.quatf:
    """Orientation of a camera's frame with x forward and z up, from that with -z forward and y up."""
    return rotation * wp.quatf(-0.5, 0.5, 0.5, 0.5)


@wp.func
def with_largest_positive(quat: wp.quatf) -> wp.quatf:
    """The same rotation with the largest component positive, as Isaac Lab has orientations that it converts."""
    largest = quat[0]
    for index in range(1, 4):
        if wp.abs(quat[index]) > wp.abs(largest):
            largest = quat[index]
    return wp.where(largest < 0.0, -quat, quat)


@wp.kernel(enable_backward=False)
def write_camera_poses(
    poses: wp.array(dtype=wp.transformf),  # (N,) in the world, -z forward and y up
    mask: wp.array(dtype=wp.bool),  # (N,) cameras to write
    pos_out: wp.array(dtype=wp.vec3f),  # (N,) [m]
    quat_opengl_out: wp.array(dtype=wp.quatf),  # (N,)
    quat_ros_out: wp.array(dtype=wp.quatf),  # (N,)
    quat_world_out: wp.array(dtype=wp.quatf),  # (N,)
):
    """Poses of cameras as their data have them."""
    view = wp.tid()
    if not mask[view]:
        return
    rotation = wp.transform_get_rotation(poses[view])
    pos_out[view] = wp.transform_get_translation(poses[view])
    quat_opengl_out[view] = with_largest_positive(rotation)
    quat_ros_out[view] = with_largest_positive(ros_from_opengl(rotation))
    quat_world_out[view] = with_largest_positive(world_from_opengl(rotation))


@wp.kernel(enable_backward=False)
def begin_frames(
    env_ids: wp.array(dtype=int),  # (N,)
    env_mask: wp.array(dtype=wp.bool),  # (num_envs,)
    frame: wp.array(dtype=wp.int64),  # (N,)
    mask_out: wp.array(dtype=wp.bool),  # (N,)
):
    """Find the cameras of some environments, and count one more image of each."""
    view = wp.tid()
    mask_out[view] = env_mask[env_ids[view]]
    if mask_out[view]:
        frame[view] = frame[view] + wp.int64(1)


@wp.kernel(enable_backward=False)
def forget_frames(
    env_ids: wp.array(dtype=int),  # (n,) -1 for none
    first_views: wp.array(dtype=int),  # (num_envs + 1,)
    frame_out: wp.array(dtype=wp.int64),  # (N,)
    mask_out: wp.array(dtype=wp.bool),  # (N,)
):
    """Find the cameras of some environments, and count their images from 0."""
    env = env_ids[wp.tid()]
    if env < 0:
        return
    for view in range(first_views[env], first_views[env + 1]):
        frame_out[view] = wp.int64(0)
        mask_out[view] = True


@wp.func
def clipped_depth(depth: float, farthest: float, behaviour: int) -> float:
    """Depth with what is beyond the farthest distance left (0), set to that distance (1) or to zero (2)."""
    if depth <= farthest or behaviour == 0:
        return depth
    if behaviour == 1:
        return farthest
    return 0.0
