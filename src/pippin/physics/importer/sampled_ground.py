"""Ground of any triangles as heights on a grid, with what hangs above it kept apart."""

from __future__ import annotations

import numpy as np
from scipy.sparse import coo_array

from pippin.utils.lazy_modules import csgraph, ndimage

from .face_heights import heights_at
from .heightfields import MAX_LINES, HeightField, filled
from .meshes import Triangles, face_normals

CLEARANCE = 0.01
"""Height above the ground from which a part that hangs collides by itself [m]; below, it is part of the ground."""

HOLE_DEPTH = 2.0
"""Depth below the lowest ground [m] of holes, which a height field cannot have."""


def sampled_ground(triangles: Triangles, spacing: float) -> tuple[HeightField, list[Triangles]]:
    """Heights of the ground on a grid, and the parts that hang in the air.

    The highest face counts where several lie above each other. A part hangs if it is above the faces that look up
    below it; what overhangs but stands on the ground is filled up.

    Args:
        triangles: Surface in a frame whose Z axis points up.
        spacing: Distance of the heights [m]; more where a side would need more than ``MAX_LINES`` of them.

    Raises:
        ValueError: No face looks up, or the surface is narrower than the spacing.
    """
    normals = face_normals(triangles)
    looks_up = normals[:, 2] > 1e-9 * np.linalg.norm(normals, axis=1)
    lower, upper = triangles.vertices.min(axis=0), triangles.vertices.max(axis=0)
    if not looks_up.any() or (upper - lower)[:2].min() < spacing:
        raise ValueError(
            f"A surface of {upper[0] - lower[0]:g} m by {upper[1] - lower[1]:g} m with {looks_up.sum()} faces "
            f"that look up cannot be sampled every {spacing:g} m; expected sides that are longer, and faces "
            "that look up."
        )
    x, y = (_lines(lower[axis], upper[axis], spacing) for axis in (0, 1))
    lowest, heights = heights_at(triangles.vertices, triangles.faces[looks_up], x, y)
    hanging = _hanging_faces(triangles, lowest, x, y)
    parts = [_only(triangles, faces) for faces in hanging]
    if hanging:
        looks_up[np.concatenate(hanging)] = False
        _, heights = heights_at(triangles.vertices, triangles.faces[looks_up], x, y)
    heights = _without_holes(heights)
    center = np.array([(x[0] + x[-1]) / 2.0, (y[0] + y[-1]) / 2.0, heights.min()])
    return HeightField(heights - center[2], ((x[-1] - x[0]) / 2.0, (y[-1] - y[0]) / 2.0), center), parts


def _lines(lower: float, upper: float, spacing: float) -> np.ndarray:
    return np.linspace(lower, upper, min(round((upper - lower) / spacing) + 1, MAX_LINES))


def _hanging_faces(triangles: Triangles, lowest: np.ndarray, x: np.ndarray, y: np.ndarray) -> list[np.ndarray]:
    """Faces of each part that is above the lowest faces that look up, everywhere within the rectangle around it."""
    num_vertices = len(triangles.vertices)
    edges = triangles.faces[:, [0, 1, 1, 2]].reshape(-1, 2).T
    graph = coo_array((np.ones(edges.shape[1], dtype=bool), tuple(edges)), shape=(num_vertices, num_vertices))
    num_parts, part_of_vertex = csgraph.connected_components(graph, directed=False)
    lower, upper = np.full((num_parts, 3), np.inf), np.full((num_parts, 3), -np.inf)
    np.minimum.at(lower, part_of_vertex, triangles.vertices)
    np.maximum.at(upper, part_of_vertex, triangles.vertices)
    columns = np.stack([np.searchsorted(x, lower[:, 0], "right"), np.searchsorted(x, upper[:, 0], "left")], axis=1)
    rows = np.stack([np.searchsorted(y, lower[:, 1], "right"), np.searchsorted(y, upper[:, 1], "left")], axis=1)
    hanging = [
        part
        for part in range(num_parts)
        if (below := lowest[slice(*rows[part]), slice(*columns[part])]).size
        and below.max() < lower[part, 2] - CLEARANCE
    ]
    part_of_face = part_of_vertex[triangles.faces[:, 0]]
    return [np.flatnonzero(part_of_face == part) for part in hanging]


def _only(triangles: Triangles, faces: np.ndarray) -> Triangles:
    """Some faces with the vertices that they need."""
    used, compact = np.unique(triangles.faces[faces], return_inverse=True)
    return Triangles(triangles.vertices[used], compact.reshape(-1, 3))


def _without_holes(heights: np.ndarray) -> np.ndarray:
    """Heights with the bottom of a hole where there is no ground, and the closest height in cracks between points."""
    uncovered = np.isneginf(heights)
    if not uncovered.any():
        return heights
    holes = ndimage.binary_opening(uncovered, np.ones((2, 2)))
    bottom = heights[~uncovered].min() - HOLE_DEPTH
    return np.where(holes, bottom, filled(heights, uncovered))
