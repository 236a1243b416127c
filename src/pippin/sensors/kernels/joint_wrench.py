"""Kernels of the sensor of the wrenches of joints."""

from __future__ import annotations

import warp as wp


@wp.kernel(enable_backward=False)
def split_wrenches(
    wrenches: wp.array2d(dtype=wp.spatial_vectorf),  # (num_envs, L)
    first: int,  # link of body 0
    env_mask: wp.array(dtype=wp.bool),  # (num_envs,)
    time: wp.array(dtype=float),  # (num_envs,) [s] since the reset
    is_zero_at_first: bool,  # whether there is nothing to measure at time 0
    force_out: wp.array2d(dtype=wp.vec3f),  # (num_envs, B)
    torque_out: wp.array2d(dtype=wp.vec3f),  # (num_envs, B)
):
    """Forces and torques of wrenches."""
    env, body = wp.tid()
    if not env_mask[env]:
        return
    if is_zero_at_first and time[env] == 0.0:
        force_out[env, body] = wp.vec3f()
        torque_out[env, body] = wp.vec3f()
    else:
        force_out[env, body] = wp.spatial_top(wrenches[env, first + body])
        torque_out[env, body] = wp.spatial_bottom(wrenches[env, first + body])
