"""Kernels that keep external wrenches."""

from __future__ import annotations

import warp as wp


@wp.kernel
def scatter_wrenches(
    forces: wp.array2d(dtype=wp.vec3f),  # (n, m)
    torques: wp.array2d(dtype=wp.vec3f),  # (n, m)
    positions: wp.array2d(dtype=wp.vec3f),  # (n, m)
    frame: int,
    rows: wp.array(dtype=int),  # (n,) instances, -1 for none
    columns: wp.array(dtype=int),  # (m,) bodies, -1 for none
    forces_out: wp.array2d(dtype=wp.vec3f),  # (N, L)
    torques_out: wp.array2d(dtype=wp.vec3f),  # (N, L)
    positions_out: wp.array2d(dtype=wp.vec3f),  # (N, L)
    frames_out: wp.array2d(dtype=int),  # (N, L)
):
    """Write the wrenches of selected bodies."""
    i, j = wp.tid()
    row = rows[i]
    column = columns[j]
    if row < 0 or column < 0:
        return
    forces_out[row, column] = forces[i, j]
    torques_out[row, column] = torques[i, j]
    positions_out[row, column] = positions[i, j]
    frames_out[row, column] = frame


@wp.kernel
def clear_wrenches(
    rows: wp.array(dtype=int),  # (n,) instances, -1 for none
    forces_out: wp.array2d(dtype=wp.vec3f),  # (N, L)
    torques_out: wp.array2d(dtype=wp.vec3f),  # (N, L)
):
    """Set the wrenches of instances to 0."""
    i, link = wp.tid()
    if rows[i] >= 0:
        forces_out[rows[i], link] = wp.vec3f()
        torques_out[rows[i], link] = wp.vec3f()
