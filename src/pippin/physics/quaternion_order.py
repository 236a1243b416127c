"""Where quaternions change their order: MuJoCo has (w, x, y, z), Pippin and Warp (x, y, z, w)."""

from __future__ import annotations

import numpy as np
import warp as wp


def xyzw_of_wxyz(quats: np.ndarray) -> np.ndarray:
    """Order MuJoCo's quaternions as Pippin does.

    Args:
        quats: Components (w, x, y, z), shape (..., 4).

    Returns:
        Components (x, y, z, w), shape (..., 4).
    """
    return np.roll(quats, -1, axis=-1)


def wxyz_of_xyzw(quats: np.ndarray) -> np.ndarray:
    """Order quaternions as MuJoCo does; the inverse of :func:`xyzw_of_wxyz`."""
    return np.roll(quats, 1, axis=-1)


@wp.func
def rotation_of(wxyz: wp.quatf) -> wp.quatf:
    """Turn a quaternion whose components are MuJoCo's (w, x, y, z) into Warp's (x, y, z, w), of length 1."""
    return wp.normalize(wp.quatf(wxyz[1], wxyz[2], wxyz[3], wxyz[0]))


@wp.func
def rotation_at(values: wp.array2d(dtype=float), row: int, start: int) -> wp.quatf:
    """Read MuJoCo's (w, x, y, z) from four neighbours of a row as Warp's (x, y, z, w), of length 1."""
    return wp.normalize(
        wp.quatf(values[row, start + 1], values[row, start + 2], values[row, start + 3], values[row, start])
    )


@wp.func
def wxyz_of(rotation: wp.quatf) -> wp.quatf:
    """Order the components of a quaternion as MuJoCo does (w, x, y, z); the inverse of :func:`rotation_of`."""
    return wp.quatf(rotation[3], rotation[0], rotation[1], rotation[2])
