"""Surfaces with one height above each point of the ground, sampled on a regular grid."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .meshes import Triangles

GROUND_THICKNESS = 0.25
"""Thickness below flat ground and below the lowest point of height fields [m]."""

MAX_SAMPLES = 16_000_000
"""Largest number of heights of one field; a finer surface is sampled more coarsely."""


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


def height_field_of(triangles: Triangles) -> HeightField | None:
    """The height field that a surface is, or None where it is none.

    A surface is a height field if none of its faces looks down, and the faces seen from above fill a rectangle without
    overlap. Vertical faces (steps) are allowed. Vertices on a regular grid are taken over exactly; otherwise heights
    are sampled at the distance of the closest two lines of vertices.

    Args:
        triangles: Surface in a frame whose Z axis points up.
    """
    corners = triangles.vertices[triangles.faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    extent = np.ptp(triangles.vertices, axis=0)
    area = extent[0] * extent[1]
    if area <= 0.0 or normals[:, 2].min() < -1e-9 * area or abs(normals[:, 2].sum() / 2.0 - area) > 1e-4 * area:
        return None
    x, y = (_grid_lines(triangles.vertices[:, axis]) for axis in (0, 1))
    heights = _at_vertices(triangles.vertices, x, y)
    if heights is None:
        heights = _sampled(corners[normals[:, 2] > 1e-12 * area], x, y)
        if heights is None:
            return None
    lowest = heights.min()
    center = np.array([(x[0] + x[-1]) / 2.0, (y[0] + y[-1]) / 2.0, lowest])
    return HeightField(heights - lowest, ((x[-1] - x[0]) / 2.0, (y[-1] - y[0]) / 2.0), center)


def _grid_lines(values: np.ndarray) -> np.ndarray:
    """Evenly spaced coordinates that cover the given ones at about their smallest distance."""
    lower, upper = values.min(), values.max()
    distinct = np.unique(np.round((values - lower) / (upper - lower), 6))
    steps = int(np.clip(round(1.0 / np.diff(distinct).min()), 1, MAX_SAMPLES**0.5 - 1))
    return np.linspace(lower, upper, steps + 1)


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


def _sampled(corners: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray | None:
    """Height of the surface at each grid point, shape (len(y), len(x)); None where a point is not covered.

    Args:
        corners: Corners of the faces that look up, shape (num_faces, 3, 3).
        x: Coordinates of the columns.
        y: Coordinates of the rows.
    """
    heights = np.full((len(y), len(x)), -np.inf)
    slack = 1e-6 * (x[1] - x[0] + y[1] - y[0])
    for triangle in corners:
        lower, upper = triangle.min(axis=0) - slack, triangle.max(axis=0) + slack
        columns = slice(*np.searchsorted(x, (lower[0], upper[0])))
        rows = slice(*np.searchsorted(y, (lower[1], upper[1])))
        points = np.stack(np.meshgrid(x[columns], y[rows]), axis=-1)
        edges = triangle[1:] - triangle[0]
        weights = (points - triangle[0, :2]) @ np.linalg.inv(edges[:, :2])
        inside = (weights.min(axis=-1) > -1e-6) & (weights.sum(axis=-1) < 1.0 + 1e-6)
        block = heights[rows, columns]
        np.maximum(block, np.where(inside, triangle[0, 2] + weights @ edges[:, 2], -np.inf), out=block)
    return None if np.isneginf(heights).any() else heights
