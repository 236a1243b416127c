"""Wrenches of joints in the frames of the parents' links."""

from __future__ import annotations

import warp as wp


@wp.kernel(enable_backward=False)
def turn_into_parents(
    poses: wp.array2d(dtype=wp.transformf),  # (W, nbody)
    joint_frames: wp.array2d(dtype=wp.transformf),  # (S, L) in the links
    bodies: wp.array2d(dtype=int),  # (S, L)
    parents: wp.array(dtype=int),  # (nbody,)
    instances: wp.array2d(dtype=int),  # (W, S)
    wrenches: wp.array2d(dtype=wp.spatial_vectorf),  # (N, L) in the joints' frames, then in the parents'
):
    """Turn wrenches from the axes of the joints' frames to those of the parents' links, or of the world."""
    world, slot, link = wp.tid()
    row = instances[world, slot]
    body = bodies[slot, link]
    turn = wp.transform_get_rotation(poses[world, body]) * wp.transform_get_rotation(joint_frames[slot, link])
    if parents[body] > 0:
        turn = wp.quat_inverse(wp.transform_get_rotation(poses[world, parents[body]])) * turn
    wrench = wrenches[row, link]
    wrenches[row, link] = wp.spatial_vector(
        wp.quat_rotate(turn, wp.spatial_top(wrench)), wp.quat_rotate(turn, wp.spatial_bottom(wrench))
    )
