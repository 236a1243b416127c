"""Surfaces with one height above each point of the ground, sampled on a regular grid."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import distance_transform_edt

from .meshes import Triangles

GROUND_THICKNESS = 0.25
"""Thickness below flat ground and below the lowest point of height fields [m]."""

MAX_LINES = 4096
"""Largest number of rows or columns of one field; a finer surface is sampled more coarsely."""

MOST_AT_ONCE = 1 << 21
"""Largest number of grid points that are compared with triangles at once, which bounds memory."""


@dataclass(frozen=True)
class HeightField:
    """Heights on a regular grid.

    Attributes:
        heights: Heights above the lowest one [m], shape (num_rows, num_columns); rows along Y, columns along X.
        half_sizes: Half the extent along X and Y [m].
        center: Middle of the field, at its lowest height [m], shape (3,).
    """

    heights: np.ndarray
    half_sizes: tuple[float, float]
    center: np.ndarray


def height_field_of(triangles: Triangles, tolerance: float = 1e-4) -> HeightField | None:
    """The height field that a surface is, or None where it is none.

    A surface is a height field if none of its faces looks down, and the faces seen from above fill a rectangle without
    overlap. Vertices on a regular grid are taken over exactly; otherwise heights are sampled. Vertical faces (steps)
    are allowed; they become as steep as the grid allows.

    Args:
        triangles: Surface in a frame whose Z axis points up.
        tolerance: Part of the rectangle that may be uncovered, covered twice, or covered by faces that look down. Holes
            are filled with the closest height, and of several heights the highest counts.
    """
    corners = triangles.vertices[triangles.faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    extent = np.ptp(triangles.vertices, axis=0)
    area = extent[0] * extent[1]
    looking_down = -normals[:, 2].clip(max=0.0).sum() / 2.0
    is_strict = tolerance <= 1e-4
    if area <= 0.0 or looking_down > (1e-9 if is_strict else tolerance) * area:
        return None
    if abs(normals[:, 2].sum() / 2.0 - area) > tolerance * area:
        return None
    horizontal = triangles.vertices[:, :2]
    has_steps = bool((np.abs(normals[:, 2]) <= 1e-12 * area).any())
    x, y = (_grid_lines(horizontal[:, axis], len(horizontal)) for axis in (0, 1))
    heights = None if has_steps else _at_vertices(triangles.vertices, x, y)
    if heights is None:
        if has_steps:
            x, y = _refined(x), _refined(y)
        _, heights = heights_at(corners[normals[:, 2] > 1e-12 * area], x, y)
        uncovered = np.isneginf(heights)
        if uncovered.any():
            if is_strict:
                return None
            heights = filled(heights, uncovered)
    lowest = heights.min()
    center = np.array([(x[0] + x[-1]) / 2.0, (y[0] + y[-1]) / 2.0, lowest])
    return HeightField(heights - lowest, ((x[-1] - x[0]) / 2.0, (y[-1] - y[0]) / 2.0), center)


def _grid_lines(values: np.ndarray, num_vertices: int) -> np.ndarray:
    """Evenly spaced coordinates through the given ones, or else at half of their average distance."""
    lower, upper = values.min(), values.max()
    fractions = np.unique(np.round((values - lower) / (upper - lower), 6))
    steps = round(1.0 / np.diff(fractions).min())
    if np.abs(fractions * steps - np.round(fractions * steps)).max() > 1e-3:
        steps = 2 * int(num_vertices**0.5)
    return np.linspace(lower, upper, min(steps + 1, MAX_LINES))


def _refined(lines: np.ndarray) -> np.ndarray:
    """Twice as many coordinates, so that the slope that a step becomes is half as wide."""
    return np.linspace(lines[0], lines[-1], min(2 * len(lines) - 1, MAX_LINES))


def _at_vertices(vertices: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray | None:
    """Heights at the grid points, shape (len(y), len(x)), if the vertices are just these points; else None."""
    column = (vertices[:, 0] - x[0]) / (x[1] - x[0])
    row = (vertices[:, 1] - y[0]) / (y[1] - y[0])
    index = np.round([row, column]).astype(int)
    if np.abs(np.stack([row, column]) - index).max() > 1e-3:
        return None
    heights = np.full((len(y), len(x)), np.nan)
    heights[index[0], index[1]] = vertices[:, 2]
    one_each = np.abs(heights[index[0], index[1]] - vertices[:, 2]).max() < 1e-9
    return heights if one_each and not np.isnan(heights).any() else None


def filled(heights: np.ndarray, uncovered: np.ndarray) -> np.ndarray:
    """Heights with the closest known one where there is none."""
    closest = distance_transform_edt(uncovered, return_distances=False, return_indices=True)
    return heights[tuple(closest)]


def heights_at(corners: np.ndarray, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Heights of the lowest and of the highest face at each grid point, each of shape (len(y), len(x)).

    They are inf and -inf where a point is not covered.

    Points within a thousandth of the grid's spacing from a face count as covered by it: seams between pieces of ground
    are no cracks.

    Args:
        corners: Corners of the faces, none of which is vertical, shape (num_faces, 3, 3).
        x: Coordinates of the columns.
        y: Coordinates of the rows.
    """
    lowest, highest = (np.full(len(y) * len(x), limit) for limit in (np.inf, -np.inf))
    slack = 1e-3 * min(x[1] - x[0], y[1] - y[0])
    lower, upper = corners[..., :2].min(axis=1) - slack, corners[..., :2].max(axis=1) + slack
    first = np.stack([np.searchsorted(x, lower[:, 0]), np.searchsorted(y, lower[:, 1])], axis=1)
    counts = np.stack([np.searchsorted(x, upper[:, 0]), np.searchsorted(y, upper[:, 1])], axis=1) - first
    sizes, group_of_face = np.unique(counts @ (len(y) + 1, 1), return_inverse=True)
    order = np.argsort(group_of_face, kind="stable")
    groups = np.split(order, np.cumsum(np.bincount(group_of_face))[:-1])
    for size, chosen in zip(sizes, groups, strict=True):  # triangles whose bounding boxes hold equally many points
        columns, rows = divmod(int(size), len(y) + 1)
        for part in np.array_split(chosen, 1 + len(chosen) * columns * rows // MOST_AT_ONCE):
            row = first[part, 1, None, None] + np.arange(rows)[:, None]
            column = first[part, 0, None, None] + np.arange(columns)
            row, column = np.broadcast_arrays(row, column)
            inside, surface = _surfaces(corners[part], x[column], y[row], slack)
            points = (row * len(x) + column)[inside]
            np.minimum.at(lowest, points, surface[inside])
            np.maximum.at(highest, points, surface[inside])
    return lowest.reshape(len(y), len(x)), highest.reshape(len(y), len(x))


def _surfaces(corners: np.ndarray, x: np.ndarray, y: np.ndarray, slack: float) -> tuple[np.ndarray, np.ndarray]:
    """Which points lie above or below their triangle, and the triangle's height there.

    Args:
        corners: Corners of the triangles, shape (num_triangles, 3, 3).
        x: Coordinates of the points of each triangle, shape (num_triangles, rows, columns).
        y: Their other coordinates, of the same shape.
        slack: Distance of points that still count.
    """
    edges = np.roll(corners, -1, axis=1)[:, :, :2] - corners[:, :, :2]
    doubled_area = edges[:, 0, 0] * edges[:, 1, 1] - edges[:, 0, 1] * edges[:, 1, 0]
    inside = np.ones(x.shape, dtype=bool)
    surface = np.zeros(x.shape)
    for k in range(3):  # weights of the corners: areas of the triangles with the opposite edges
        start, edge, length = corners[:, k, :2], edges[:, k], np.linalg.norm(edges[:, k], axis=1)
        across = edge[:, 0, None, None] * (y - start[:, 1, None, None])
        weight = (across - edge[:, 1, None, None] * (x - start[:, 0, None, None])) / doubled_area[:, None, None]
        inside &= weight > -slack * (length / np.abs(doubled_area))[:, None, None]
        surface += weight * corners[:, k - 1, 2, None, None]
    lowest, highest = corners[..., 2].min(axis=1), corners[..., 2].max(axis=1)
    return inside, surface.clip(lowest[:, None, None], highest[:, None, None])
