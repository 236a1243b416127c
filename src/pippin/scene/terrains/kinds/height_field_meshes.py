"""Terrains from heights on a grid."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from pippin.utils import configclass
from pippin.utils.height_fields import height_field_mesh
from pippin.utils.lazy_modules import trimesh

from .sub_terrain import SubTerrainBaseCfg, TerrainFunction

START_RADIUS = 1.0
"""Half the side of the square in the middle whose highest point is where robots start [m]."""


def convert_height_field_to_mesh(
    height_field: np.ndarray, horizontal_scale: float, vertical_scale: float, slope_threshold: float | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Make triangles of heights, two for each square of the grid.

    Args:
        height_field: Heights in units of ``vertical_scale``, shape (rows, columns), rows along x, integers.
        horizontal_scale: Distance of the heights [m].
        vertical_scale: Unit of the heights [m].
        slope_threshold: Slope from which on a wall is vertical; None leaves it.

    Returns:
        Vertices [m], shape (rows * columns, 3); and their triangles, counterclockwise seen from above, shape (n, 3).
    """
    return height_field_mesh(height_field, horizontal_scale, vertical_scale, slope_threshold)


def height_field_to_mesh(heights_of: Callable[[float, Any], np.ndarray]) -> TerrainFunction:
    """Make a function that gives heights one that gives a terrain, with the border of its config.

    Robots start in the middle: on the platform if the config has one, else at the highest point within 1 m along x and
    y.

    Args:
        heights_of: ``heights_of(difficulty, cfg)`` gives heights in units of ``cfg.vertical_scale`` for ``cfg.size``,
            an array of integers with ``size / horizontal_scale`` rows along x and columns along y: as many as there
            are inside the border, each with the width of ``horizontal_scale``.
    """

    @functools.wraps(heights_of)
    def terrain_of(difficulty: float, cfg: HfTerrainBaseCfg) -> tuple[list[trimesh.Trimesh], np.ndarray]:
        scale = cfg.horizontal_scale
        border = round(cfg.border_width / scale) + 1  # the rim, and whatever is flat besides
        shape = [round(length / scale) + 1 for length in cfg.size]
        inner = [count - 2 * border for count in shape]
        if cfg.border_width < 0.0 or min(inner) < 2:
            raise ValueError(
                f"border_width is {cfg.border_width} m: it should be 0 or more, and leave a terrain of "
                f"{cfg.size[0]:g} m by {cfg.size[1]:g} m more than a grid of {scale} m needs."
            )
        heights = np.zeros(shape, dtype=np.int16)
        inner_cfg = cfg.replace(size=tuple(_length_of(count, scale) for count in inner))
        heights[border:-border, border:-border] = heights_of(difficulty, inner_cfg)
        vertices, faces = height_field_mesh(heights, scale, cfg.vertical_scale)
        # No walls on the rim: they would leave gaps to the neighbours, or coincide with theirs.
        walls, _ = height_field_mesh(heights[1:-1, 1:-1], scale, cfg.vertical_scale, cfg.slope_threshold)
        vertices.reshape(*shape, 3)[1:-1, 1:-1, :2] = walls.reshape(shape[0] - 2, shape[1] - 2, 3)[..., :2] + scale
        radius = 0.0 if hasattr(cfg, "platform_width") else START_RADIUS
        near_middle = tuple(_around(count // 2, round(radius / scale), count) for count in shape)
        origin = np.array([0.5 * cfg.size[0], 0.5 * cfg.size[1], heights[near_middle].max() * cfg.vertical_scale])
        return [trimesh.Trimesh(vertices, faces, process=False)], origin

    return terrain_of


def _length_of(count: int, scale: float) -> float:
    """Length of so many samples [m], of which functions have as many again when they divide and round down."""
    length = count * scale
    return length if int(length / scale) == count else float(np.nextafter(length, np.inf))


def _around(middle: int, radius: int, count: int) -> slice:
    return slice(max(middle - radius, 0), min(middle + radius + 1, count))


@configclass
class HfTerrainBaseCfg(SubTerrainBaseCfg):
    """A terrain of heights on a grid. Its rim has the height 0, so that neighbours meet."""

    border_width: float = 0.0
    """Width of a flat border [m]."""

    horizontal_scale: float = 0.1
    """Distance of the heights [m]; the generator sets its own."""

    vertical_scale: float = 0.005
    """Unit of the heights [m]; the generator sets its own."""

    slope_threshold: float | None = None
    """Slope from which on a wall is vertical; None leaves it. The generator sets its own."""
