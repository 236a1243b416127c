"""Vectors and rotations in the engine's generalised coordinates and velocities, for kernels."""

from __future__ import annotations

import warp as wp


@wp.func
def vector_at(values: wp.array2d(dtype=float), row: int, start: int) -> wp.vec3f:
    """Read three neighbours of a row."""
    return wp.vec3f(values[row, start], values[row, start + 1], values[row, start + 2])


@wp.func
def rotation_at(values: wp.array2d(dtype=float), row: int, start: int) -> wp.quatf:
    """Read MuJoCo's (w, x, y, z) from four neighbours of a row as Warp's (x, y, z, w), of length 1."""
    return wp.normalize(
        wp.quatf(values[row, start + 1], values[row, start + 2], values[row, start + 3], values[row, start])
    )


@wp.func
def rotation_of(wxyz: wp.quatf) -> wp.quatf:
    """Turn a quaternion whose components are MuJoCo's (w, x, y, z) into Warp's (x, y, z, w), of length 1."""
    return wp.normalize(wp.quatf(wxyz[1], wxyz[2], wxyz[3], wxyz[0]))
