"""Triangles of heights on a grid."""

from __future__ import annotations

import numpy as np


def height_field_mesh(
    height_field: np.ndarray, horizontal_scale: float, vertical_scale: float, slope_threshold: float | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Make a triangle mesh of a height field, two triangles for each square of samples.

    Args:
        height_field: Heights in units of ``vertical_scale``, shape (rows, columns), rows along x, integers.
        horizontal_scale: Distance of samples [m].
        vertical_scale: Height of the unit [m].
        slope_threshold: Slope above which a wall becomes vertical: the vertices at its foot move below its edge.

    Returns:
        Vertices [m], shape (rows * columns, 3), float32; and triangles as indices of vertices, counterclockwise seen
        from above, shape (2 * (rows - 1) * (columns - 1), 3), uint32.
    """
    heights = np.asarray(height_field).astype(np.int64)  # differences of int16 may not fit into int16
    rows, columns = heights.shape
    x, y = np.meshgrid(np.arange(rows, dtype=float), np.arange(columns, dtype=float), indexing="ij")
    if slope_threshold is not None:
        shift_x, shift_y = _shifts_to_walls(heights, slope_threshold * horizontal_scale / vertical_scale)
        x += shift_x
        y += shift_y
    vertices = np.stack((x * horizontal_scale, y * horizontal_scale, heights * vertical_scale), axis=-1)

    corner = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    ahead, beside, across = corner + columns, corner + 1, corner + columns + 1
    triangles = np.stack((corner, across, beside, corner, ahead, across), axis=-1)
    return vertices.reshape(-1, 3).astype(np.float32), triangles.reshape(-1, 3).astype(np.uint32)


def _shifts_to_walls(heights: np.ndarray, threshold: float) -> tuple[np.ndarray, np.ndarray]:
    """By how many samples, -1, 0 or 1, each vertex moves along x and y so that steep walls become vertical.

    A vertex moves towards a neighbour that is higher by more than the threshold. Along an axis along which no neighbour
    makes it move, its diagonal neighbour may.
    """
    shift_x, shift_y, diagonal = (np.zeros(heights.shape, dtype=int) for _ in range(3))
    rise_x = heights[1:] - heights[:-1]
    shift_x[:-1] += rise_x > threshold
    shift_x[1:] -= -rise_x > threshold
    rise_y = heights[:, 1:] - heights[:, :-1]
    shift_y[:, :-1] += rise_y > threshold
    shift_y[:, 1:] -= -rise_y > threshold
    rise = heights[1:, 1:] - heights[:-1, :-1]
    diagonal[:-1, :-1] += rise > threshold
    diagonal[1:, 1:] -= -rise > threshold
    return np.where(shift_x == 0, diagonal, shift_x), np.where(shift_y == 0, diagonal, shift_y)
