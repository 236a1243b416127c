"""Kernels of contact sensors."""

from __future__ import annotations

import warp as wp


@wp.kernel(enable_backward=False)
def take_elapsed_time(
    dt: float,  # since the last call [s]
    env_mask: wp.array(dtype=wp.bool),  # (N,)
    unmeasured_out: wp.array(dtype=float),  # (N,) time since the last measurement [s]
    elapsed_out: wp.array(dtype=float),  # (N,) time that a measurement stands for [s], 0 where there is none
):
    """Add up time, and find how much of it measurements that are due now stand for."""
    # A difference of clock times would do but for their rounding, which after a minute exceeds tolerances.
    env = wp.tid()
    total = unmeasured_out[env] + dt
    elapsed_out[env] = wp.where(env_mask[env], total, 0.0)
    unmeasured_out[env] = wp.where(env_mask[env], 0.0, total)


@wp.kernel(enable_backward=False)
def record_forces(
    forces: wp.array2d(dtype=wp.vec3f),  # (N * B, 1) of the last engine step [N]
    elapsed: wp.array(dtype=float),  # (N,) time that the measurement stands for [s]
    forces_out: wp.array2d(dtype=wp.vec3f),  # (N, B)
    history_out: wp.array3d(dtype=wp.vec3f),  # (N, T, B), the newest first
):
    """Take over forces, and move those measured before one place back."""
    env, body = wp.tid()
    # Where no time has passed there is nothing new: after a reset the engine still tells the forces before it.
    if elapsed[env] == 0.0:
        return
    length = history_out.shape[1]
    for i in range(length - 1):
        entry = length - 1 - i
        history_out[env, entry, body] = history_out[env, entry - 1, body]
    force = forces[env * forces_out.shape[1] + body, 0]
    history_out[env, 0, body] = force
    forces_out[env, body] = force


@wp.kernel(enable_backward=False)
def subtract(
    forces: wp.array2d(dtype=wp.vec3f),  # (N * B, 1)
    parts: wp.array2d(dtype=wp.vec3f),  # (N * B, 1)
    rest_out: wp.array2d(dtype=wp.vec3f),  # (N * B, 1)
):
    """What is left of forces without a part of them."""
    row = wp.tid()
    rest_out[row, 0] = forces[row, 0] - parts[row, 0]


@wp.kernel(enable_backward=False)
def track_times(
    threshold: float,  # [N]
    forces: wp.array2d(dtype=wp.vec3f),  # (N, B) [N]
    elapsed: wp.array(dtype=float),  # (N,) time that the measurement stands for [s]
    air_out: wp.array2d(dtype=float),  # (N, B) [s]
    last_air_out: wp.array2d(dtype=float),  # (N, B) [s]
    contact_out: wp.array2d(dtype=float),  # (N, B) [s]
    last_contact_out: wp.array2d(dtype=float),  # (N, B) [s]
):
    """Add up the time that bodies have been in contact or in the air."""
    env, body = wp.tid()
    if elapsed[env] == 0.0:
        return
    air = air_out[env, body]
    contact = contact_out[env, body]
    if wp.length(forces[env, body]) > threshold:
        if air > 0.0:
            last_air_out[env, body] = air + elapsed[env]
        air_out[env, body] = 0.0
        contact_out[env, body] = contact + elapsed[env]
    else:
        if contact > 0.0:
            last_contact_out[env, body] = contact + elapsed[env]
        contact_out[env, body] = 0.0
        air_out[env, body] = air + elapsed[env]


@wp.kernel(enable_backward=False)
def find_recent(
    limit: float,  # [s]
    times: wp.array2d(dtype=float),  # (N, B) [s]
    recent_out: wp.array2d(dtype=wp.bool),  # (N, B)
):
    """Find times that run, and began within a limit."""
    env, body = wp.tid()
    recent_out[env, body] = times[env, body] > 0.0 and times[env, body] < limit


@wp.kernel(enable_backward=False)
def record_poses(
    poses: wp.array2d(dtype=wp.transformf),  # (N * B, 1) in the world
    env_mask: wp.array(dtype=wp.bool),  # (N,)
    poses_out: wp.array2d(dtype=wp.transformf),  # (N, B) in the world
):
    """Take over poses."""
    env, body = wp.tid()
    if env_mask[env]:
        poses_out[env, body] = poses[env * poses_out.shape[1] + body, 0]


@wp.kernel(enable_backward=False)
def clear_forces(
    env_ids: wp.array(dtype=int),  # (n,) -1 for none
    unmeasured_out: wp.array(dtype=float),  # (N,) [s]
    forces_out: wp.array2d(dtype=wp.vec3f),  # (N, B)
    history_out: wp.array3d(dtype=wp.vec3f),  # (N, T, B)
):
    """Set the forces of environments, their history, and the time since the last measurement to 0."""
    row, body = wp.tid()
    env = env_ids[row]
    if env < 0:
        return
    unmeasured_out[env] = 0.0
    forces_out[env, body] = wp.vec3f()
    for entry in range(history_out.shape[1]):
        history_out[env, entry, body] = wp.vec3f()


@wp.kernel(enable_backward=False)
def clear_times(
    env_ids: wp.array(dtype=int),  # (n,) -1 for none
    air_out: wp.array2d(dtype=float),  # (N, B) [s]
    last_air_out: wp.array2d(dtype=float),  # (N, B) [s]
    contact_out: wp.array2d(dtype=float),  # (N, B) [s]
    last_contact_out: wp.array2d(dtype=float),  # (N, B) [s]
):
    """Set the times of environments to 0."""
    row, body = wp.tid()
    env = env_ids[row]
    if env < 0:
        return
    air_out[env, body] = 0.0
    last_air_out[env, body] = 0.0
    contact_out[env, body] = 0.0
    last_contact_out[env, body] = 0.0
