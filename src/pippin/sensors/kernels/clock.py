"""Kernels that keep each environment's clock of a sensor."""

from __future__ import annotations

import warp as wp


@wp.kernel(enable_backward=False)
def advance_clocks(
    dt: float,  # [s]
    period: float,  # between updates [s]
    last_update: wp.array(dtype=float),  # (num_envs,) [s]
    time_out: wp.array(dtype=float),  # (num_envs,) [s]
    outdated_out: wp.array(dtype=wp.bool),  # (num_envs,)
):
    """Let time pass, and find the environments whose update is due."""
    env = wp.tid()
    time_out[env] += dt
    # A period is a multiple of the time step, whose sum is off by some roundings of float32.
    if time_out[env] - last_update[env] + 1.0e-6 >= period:
        outdated_out[env] = True


@wp.kernel(enable_backward=False)
def finish_updates(
    time: wp.array(dtype=float),  # (num_envs,) [s]
    last_update_out: wp.array(dtype=float),  # (num_envs,) [s]
    outdated_out: wp.array(dtype=wp.bool),  # (num_envs,)
):
    """Remember when the environments that were due have been updated."""
    env = wp.tid()
    if outdated_out[env]:
        last_update_out[env] = time[env]
        outdated_out[env] = False


@wp.kernel(enable_backward=False)
def reset_clocks(
    env_ids: wp.array(dtype=int),  # (n,) -1 for none
    time_out: wp.array(dtype=float),  # (num_envs,) [s]
    last_update_out: wp.array(dtype=float),  # (num_envs,) [s]
    outdated_out: wp.array(dtype=wp.bool),  # (num_envs,)
):
    """Start clocks at 0, with an update due."""
    env = env_ids[wp.tid()]
    if env >= 0:
        time_out[env] = 0.0
        last_update_out[env] = 0.0
        outdated_out[env] = True
