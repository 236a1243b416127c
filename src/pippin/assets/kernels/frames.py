"""Kernels between frames: what is derived from poses and velocities."""

from __future__ import annotations

import warp as wp


@wp.kernel(enable_backward=False)
def compose_poses(
    poses: wp.array2d(dtype=wp.transformf),  # (N, L) of frame b in frame a
    offsets: wp.array2d(dtype=wp.transformf),  # (N, L) of frame c in frame b
    composed_out: wp.array2d(dtype=wp.transformf),  # (N, L) of frame c in frame a
):
    """T_a_c = T_a_b T_b_c."""
    row, link = wp.tid()
    composed_out[row, link] = poses[row, link] * offsets[row, link]


@wp.kernel(enable_backward=False)
def rotate_velocities_into_frame(
    poses: wp.array(dtype=wp.transformf),  # (N,) of the frame in the world
    velocities: wp.array(dtype=wp.spatial_vectorf),  # (N,) (linear, angular) along world axes
    velocities_out: wp.array(dtype=wp.spatial_vectorf),  # (N,) along the frame's axes
):
    """v_b = R^T v_w for the linear and the angular part."""
    row = wp.tid()
    rotation = wp.transform_get_rotation(poses[row])
    velocity = velocities[row]
    velocities_out[row] = wp.spatial_vector(
        wp.quat_rotate_inv(rotation, wp.spatial_top(velocity)),
        wp.quat_rotate_inv(rotation, wp.spatial_bottom(velocity)),
    )


@wp.kernel(enable_backward=False)
def rotate_directions_into_frame(
    poses: wp.array(dtype=wp.transformf),  # (N,) of the frame in the world
    vectors: wp.array(dtype=wp.vec3f),  # (N,) along world axes
    directions_out: wp.array(dtype=wp.vec3f),  # (N,) along the frame's axes, of length 1 or 0
):
    """d_b = R^T v_w / |v_w|."""
    row = wp.tid()
    directions_out[row] = wp.normalize(wp.quat_rotate_inv(wp.transform_get_rotation(poses[row]), vectors[row]))


@wp.kernel(enable_backward=False)
def headings(
    poses: wp.array(dtype=wp.transformf),  # (N,) of the frame in the world
    forward: wp.array(dtype=wp.vec3f),  # (N,) in the frame
    headings_out: wp.array(dtype=float),  # (N,) [rad]
):
    """Angle about the world's z axis from its x axis to the forward direction."""
    row = wp.tid()
    direction = wp.quat_rotate(wp.transform_get_rotation(poses[row]), forward[row])
    headings_out[row] = wp.atan2(direction[1], direction[0])


@wp.kernel(enable_backward=False)
def join_root_states(
    poses: wp.array(dtype=wp.transformf),  # (N,)
    velocities: wp.array(dtype=wp.spatial_vectorf),  # (N,)
    states_out: wp.array2d(dtype=float),  # (N, 13)
):
    """Poses and velocities side by side: (position, quaternion x y z w, linear, angular)."""
    row = wp.tid()
    for i in range(7):
        states_out[row, i] = poses[row][i]
    for i in range(6):
        states_out[row, 7 + i] = velocities[row][i]


@wp.kernel(enable_backward=False)
def join_states(
    poses: wp.array2d(dtype=wp.transformf),  # (N, L)
    velocities: wp.array2d(dtype=wp.spatial_vectorf),  # (N, L)
    states_out: wp.array3d(dtype=float),  # (N, L, 13)
):
    """Poses and velocities side by side: (position, quaternion x y z w, linear, angular)."""
    row, link = wp.tid()
    pose = poses[row, link]
    velocity = velocities[row, link]
    for i in range(7):
        states_out[row, link, i] = pose[i]
    for i in range(6):
        states_out[row, link, 7 + i] = velocity[i]
