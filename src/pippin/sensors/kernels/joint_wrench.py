"""Kernels of the sensor of the wrenches of joints."""

from __future__ import annotations

import warp as wp


@wp.kernel(enable_backward=False)
def split_wrenches(
    wrenches: wp.array2d(dtype=wp.spatial_vectorf),  # (num_envs, L)
    first: int,  # link of body 0
    env_mask: wp.array(dtype=wp.bool),  # (num_envs,)
    force_out: wp.array2d(dtype=wp.vec3f),  # (num_envs, B)
    torque_out: wp.array2d(dtype=wp.vec3f),  # (num_envs, B)
):
    """Forces and torques of wrenches."""
    env, body = wp.tid()
    if env_mask[env]:
        force_out[env, body] = wp.spatial_top(wrenches[env, first + body])
        torque_out[env, body] = wp.spatial_bottom(wrenches[env, first + body])
