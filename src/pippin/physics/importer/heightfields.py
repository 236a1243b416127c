"""Surfaces with one height above each point of the ground, sampled on a regular grid."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial import cKDTree

from pippin.utils.lazy_modules import ndimage

from .face_heights import heights_at
from .meshes import SLIVER, Triangles, doubled_areas_from_above, face_normals

GROUND_THICKNESS = 0.25
"""Thickness below flat ground and below the lowest point of height fields [m]."""

MAX_LINES = 4096
"""Largest number of rows or columns of one field; a finer surface is sampled more coarsely. Fields of fewer points than
its square are refined at steps."""


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
            are filled with the closest height, and of several heights the highest counts. Where it is more than one in
            10,000, grids whose points were moved by up to one spacing may have any number of folds.
    """
    extent = np.ptp(triangles.vertices, axis=0)
    area = extent[0] * extent[1]
    is_strict = tolerance <= 1e-4
    if area <= 0.0:
        return None
    doubled = doubled_areas_from_above(triangles)
    looking_down = -doubled.clip(max=0.0).sum() / 2.0
    if looking_down > (1e-9 if is_strict else tolerance) * area and (is_strict or not is_moved_grid(triangles)):
        return None
    if abs(doubled.sum() / 2.0 - area) > tolerance * area:
        return None
    horizontal = triangles.vertices[:, :2]
    has_steps = _has_vertical_faces(triangles, np.abs(doubled) <= 1e-12 * area)
    x, y = (_grid_lines(horizontal[:, axis], len(horizontal)) for axis in (0, 1))
    heights = None if has_steps else _at_vertices(triangles.vertices, x, y)
    if heights is None:
        if has_steps and 4 * len(x) * len(y) <= MAX_LINES**2:
            x, y = _refined(x), _refined(y)
        _, heights = heights_at(triangles.vertices, triangles.faces, x, y, least_area=1e-12 * area)
        uncovered = np.isneginf(heights)
        if uncovered.any():
            if is_strict:
                return None
            heights = filled(heights, uncovered)
    lowest = heights.min()
    center = np.array([(x[0] + x[-1]) / 2.0, (y[0] + y[-1]) / 2.0, lowest])
    return HeightField(heights - lowest, ((x[-1] - x[0]) / 2.0, (y[-1] - y[0]) / 2.0), center)


def is_moved_grid(triangles: Triangles) -> bool:
    """Whether faces are the halves of a grid's cells, and its points at most one spacing from where they belong.

    Helpers that make steep slopes of a grid of heights vertical move points so. Where every slope counts as steep, the
    grid folds everywhere, which nothing else of the ground does that is one grid.
    """
    columns = int(triangles.faces[:2].max()) - 1
    rows, rest = divmod(len(triangles.vertices), max(columns, 1))
    if rest or min(rows, columns) < 2 or len(triangles.faces) != 2 * (rows - 1) * (columns - 1):
        return False
    cells = triangles.faces.reshape(rows - 1, columns - 1, 6)
    within = np.arange(columns - 1)[:, None]
    first = cells[0, 0]
    if not all((cells[row] - row * columns - within == first).all() for row in range(rows - 1)):
        return False
    points = triangles.vertices[:, :2].reshape(rows, columns, 2)
    origin = points[0, 0]
    down, along = (points[-1, 0] - origin) / (rows - 1), (points[0, -1] - origin) / (columns - 1)
    reach = 1.01 * np.maximum(np.abs(down), np.abs(along))
    row_origins = origin + np.arange(rows)[:, None] * down
    own = np.arange(columns)[:, None] * along
    return all((np.abs(points[row] - row_origins[row] - own) <= reach).all() for row in range(rows))


def _has_vertical_faces(triangles: Triangles, edge_on: np.ndarray) -> bool:
    """Whether any of the faces that are seen edge-on from above has an area, which slivers have not."""
    if not edge_on.any():
        return False
    areas = np.linalg.norm(face_normals(triangles.part(edge_on)), axis=1)
    return bool((areas > SLIVER * np.ptp(triangles.vertices, axis=0).max() ** 2).any())


def _grid_lines(values: np.ndarray, num_vertices: int) -> np.ndarray:
    """Evenly spaced coordinates through the given ones, or else at half of their average distance.

    Coordinates of single precision differ by up to a millionth of the extent where they should be equal, which is why
    the spacing is the mean of all small gaps.
    """
    lower, upper = values.min(), values.max()
    fractions = np.unique(np.round((values - lower) / (upper - lower), 6))
    gaps = np.diff(fractions)
    gaps = gaps[gaps > 1e-5]
    steps = round(1.0 / gaps[gaps < 1.5 * gaps.min()].mean())
    if np.abs(fractions * steps - np.round(fractions * steps)).max() > 0.02:
        steps = 2 * int(num_vertices**0.5)
    return np.linspace(lower, upper, min(steps + 1, MAX_LINES))


def _refined(lines: np.ndarray) -> np.ndarray:
    """Twice as many coordinates, so that the slope that a step becomes is half as wide."""
    return np.linspace(lines[0], lines[-1], 2 * len(lines) - 1)


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
    """Heights [m], shape (rows, columns), with the closest known one where there is none."""
    known = ndimage.binary_dilation(uncovered, np.ones((3, 3), dtype=bool)) & ~uncovered
    _, closest = cKDTree(np.argwhere(known)).query(np.argwhere(uncovered))
    result = heights.copy()
    result[uncovered] = heights[known][closest]
    return result
