"""Kernels that record contacts of one body in each environment with F partners."""

from __future__ import annotations

import warp as wp


@wp.kernel(enable_backward=False)
def record(
    values: wp.array2d(dtype=wp.vec3f),  # (N, F) of the last engine step
    elapsed: wp.array(dtype=float),  # (N,) time that the measurement stands for [s]
    values_out: wp.array3d(dtype=wp.vec3f),  # (N, 1, F)
):
    """Take over values where time has passed."""
    env, partner = wp.tid()
    if elapsed[env] > 0.0:
        values_out[env, 0, partner] = values[env, partner]


@wp.kernel(enable_backward=False)
def record_with_history(
    values: wp.array2d(dtype=wp.vec3f),  # (N, F) of the last engine step
    elapsed: wp.array(dtype=float),  # (N,) time that the measurement stands for [s]
    values_out: wp.array3d(dtype=wp.vec3f),  # (N, 1, F)
    history_out: wp.array4d(dtype=wp.vec3f),  # (N, T, 1, F), the newest first
):
    """Take over values where time has passed, and move those measured before one place back."""
    env, partner = wp.tid()
    if elapsed[env] == 0.0:
        return
    length = history_out.shape[1]
    for i in range(length - 1):
        entry = length - 1 - i
        history_out[env, entry, 0, partner] = history_out[env, entry - 1, 0, partner]
    value = values[env, partner]
    history_out[env, 0, 0, partner] = value
    values_out[env, 0, partner] = value


@wp.kernel(enable_backward=False)
def clear(
    env_ids: wp.array(dtype=int),  # (n,) -1 for none
    value: wp.vec3f,
    values_out: wp.array3d(dtype=wp.vec3f),  # (N, 1, F)
):
    """Put one value in the place of those of environments."""
    row, partner = wp.tid()
    if env_ids[row] >= 0:
        values_out[env_ids[row], 0, partner] = value


@wp.kernel(enable_backward=False)
def clear_history(
    env_ids: wp.array(dtype=int),  # (n,) -1 for none
    history_out: wp.array4d(dtype=wp.vec3f),  # (N, T, 1, F)
):
    """Set the history of environments to 0."""
    row, partner = wp.tid()
    if env_ids[row] < 0:
        return
    for entry in range(history_out.shape[1]):
        history_out[env_ids[row], entry, 0, partner] = wp.vec3f()
