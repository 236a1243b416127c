"""Boxes in one mesh, of which most terrains consist."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pippin.utils.lazy_modules import trimesh

from .sub_terrain import SubTerrainBaseCfg

Bounds = tuple[float, float, float, float, float, float]
"""A box: least and largest x, least and largest y, least and largest z [m]."""

Widths = tuple[float, float]
"""Lengths of a rectangle along x and y [m]."""

_CORNERS = np.array([[x, y, z] for x in (0, 1) for y in (2, 3) for z in (4, 5)])
"""Bounds that the coordinates of each corner are."""

_FACES = np.array(
    [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4]]
    + [[1, 5, 7], [1, 7, 3]]
)

Terrain = tuple["list[trimesh.Trimesh]", np.ndarray]
"""Meshes of a terrain, and where on it robots start, shape (3,) [m]."""

THICKNESS = 1.0
"""Thickness of ground that has depths beside it [m]."""


def boxes(bounds: Sequence[Bounds] | np.ndarray) -> trimesh.Trimesh:
    """Boxes as one mesh; those without volume are left out.

    Args:
        bounds: Bounds of the boxes [m], shape (n, 6).
    """
    each = np.asarray(bounds, dtype=float).reshape(-1, 6)
    each = each[(each[:, 1::2] - each[:, ::2] > 1e-9).all(axis=1)]
    vertices = each[:, _CORNERS].reshape(-1, 3)
    faces = _FACES + 8 * np.arange(len(each))[:, None, None]
    return trimesh.Trimesh(vertices, faces.reshape(-1, 3), process=False)


def centered_box(size: Sequence[float], width: Widths, z: tuple[float, float]) -> Bounds:
    """Box of some widths along x and y in the middle of a terrain of a size."""
    x, y = 0.5 * size[0], 0.5 * size[1]
    return x - 0.5 * width[0], x + 0.5 * width[0], y - 0.5 * width[1], y + 0.5 * width[1], *z


def ring(size: Sequence[float], outer: Widths, inner: Widths, z: tuple[float, float]) -> list[Bounds]:
    """Four boxes between two rectangles around the middle of a terrain of a size."""
    low_x, high_x, low_y, high_y, *_ = centered_box(size, outer, z)
    hole_low_x, hole_high_x, hole_low_y, hole_high_y, *_ = centered_box(size, inner, z)
    return [
        (low_x, high_x, low_y, hole_low_y, *z),
        (low_x, high_x, hole_high_y, high_y, *z),
        (low_x, hole_low_x, hole_low_y, hole_high_y, *z),
        (hole_high_x, high_x, hole_low_y, hole_high_y, *z),
    ]


def grown(widths: Widths, margin: float) -> Widths:
    """Lengths of a rectangle with a margin on all sides."""
    return widths[0] + 2.0 * margin, widths[1] + 2.0 * margin


def plane(size: Sequence[float], height: float) -> trimesh.Trimesh:
    """Rectangle that looks up."""
    x, y = size
    vertices = np.array([[0.0, 0.0, height], [x, 0.0, height], [x, y, height], [0.0, y, height]])
    return trimesh.Trimesh(vertices, np.array([[0, 1, 2], [0, 2, 3]]), process=False)


def start(cfg: SubTerrainBaseCfg, height: float) -> np.ndarray:
    """Place in the middle of a terrain at a height, shape (3,) [m]."""
    return np.array([0.5 * cfg.size[0], 0.5 * cfg.size[1], height])
