"""Surfaces with one height above each point of the ground, sampled on a regular grid."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import distance_transform_edt

from .face_heights import heights_at
from .meshes import Triangles, face_normals

GROUND_THICKNESS = 0.25
"""Thickness below flat ground and below the lowest point of height fields [m]."""

MAX_LINES = 4096
"""Largest number of rows or columns of one field; a finer surface is sampled more coarsely."""


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
    normals = face_normals(triangles)
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
        _, heights = heights_at(triangles.vertices[triangles.faces[normals[:, 2] > 1e-12 * area]], x, y)
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
