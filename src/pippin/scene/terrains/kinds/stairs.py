"""Stairs around a platform, of boxes."""

from __future__ import annotations

from dataclasses import MISSING

from pippin.utils import configclass

from .boxes import THICKNESS, Bounds, Terrain, Widths, boxes, centered_box, grown, ring, start
from .sub_terrain import SubTerrainBaseCfg, TerrainFunction, at_difficulty


def pyramid_stairs_terrain(difficulty: float, cfg: MeshPyramidStairsTerrainCfg) -> Terrain:
    """Boxes within boxes, each a step higher; with ``holes``, only along x and y from the platform."""
    height = at_difficulty(cfg.step_height_range, difficulty)
    inside, num_steps = _steps(cfg)
    parts = _stairs_border(cfg, inside)
    for step in range(num_steps + 1):
        width = grown(inside, -step * cfg.step_width)
        parts += _arms(cfg, width, (-THICKNESS, (step + 1) * height))
    return [boxes(parts)], start(cfg, (num_steps + 1) * height)


def inverted_pyramid_stairs_terrain(difficulty: float, cfg: MeshInvertedPyramidStairsTerrainCfg) -> Terrain:
    """Rings, each a step lower than the one around it; with ``holes``, only along x and y from the platform."""
    height = at_difficulty(cfg.step_height_range, difficulty)
    inside, num_steps = _steps(cfg)
    bottom = -(num_steps + 1) * height
    parts = _stairs_border(cfg, inside, bottom)
    for step in range(num_steps):
        outer = grown(inside, -step * cfg.step_width)
        inner = grown(outer, -cfg.step_width)
        z = (bottom - THICKNESS, -(step + 1) * height)
        parts += _ring_arms(cfg, outer, inner, z) if cfg.holes else ring(cfg.size, outer, inner, z)
    width = grown(inside, -num_steps * cfg.step_width)
    parts += _arms(cfg, width, (bottom - THICKNESS, bottom))
    return [boxes(parts)], start(cfg, bottom)


def _steps(cfg: MeshPyramidStairsTerrainCfg) -> tuple[Widths, int]:
    """Lengths inside the border, and number of steps up to the platform.

    Raises:
        ValueError: The border leaves no room for the platform.
    """
    inside = grown(cfg.size, -cfg.border_width)
    if min(inside) < cfg.platform_width or cfg.step_width <= 0.0:
        raise ValueError(
            f"Stairs with platform_width = {cfg.platform_width} m, step_width = {cfg.step_width} m and "
            f"border_width = {cfg.border_width} m do not fit on {cfg.size[0]:g} m by {cfg.size[1]:g} m; "
            "expected less, and steps above 0."
        )
    return inside, int((min(inside) - cfg.platform_width) / (2.0 * cfg.step_width) + 1e-9)


def _stairs_border(cfg: MeshPyramidStairsTerrainCfg, inside: Widths, bottom: float = 0.0) -> list[Bounds]:
    return [] if cfg.holes else ring(cfg.size, cfg.size, inside, (bottom - THICKNESS, 0.0))


def _arms(cfg: MeshPyramidStairsTerrainCfg, width: Widths, z: tuple[float, float]) -> list[Bounds]:
    """A box in the middle, or with ``holes`` the parts of it along x and y from the platform."""
    if not cfg.holes:
        return [centered_box(cfg.size, width, z)]
    along_x, along_y = (width[0], cfg.platform_width), (cfg.platform_width, width[1])
    return [centered_box(cfg.size, along_x, z), centered_box(cfg.size, along_y, z)]


def _ring_arms(
    cfg: MeshPyramidStairsTerrainCfg,
    outer: Widths,
    inner: Widths,
    z: tuple[float, float],
) -> list[Bounds]:
    """The parts of a ring along x and y from the platform."""
    return [
        *ring(cfg.size, (outer[0], cfg.platform_width), (inner[0], cfg.platform_width), z),
        *ring(cfg.size, (cfg.platform_width, outer[1]), (cfg.platform_width, inner[1]), z),
    ]


@configclass
class MeshPyramidStairsTerrainCfg(SubTerrainBaseCfg):
    """Stairs that lead up to a platform from all sides."""

    function: TerrainFunction = pyramid_stairs_terrain

    border_width: float = 0.0
    """Width of a flat border [m]."""

    step_height_range: tuple[float, float] = MISSING
    """Height of a step at difficulty 0 and 1 [m]."""

    step_width: float = MISSING
    """Depth of a step [m]."""

    platform_width: float = 1.0
    """Least width of the platform [m]."""

    holes: bool = False
    """Whether there are stairs only along x and y from the platform, and holes between them."""


@configclass
class MeshInvertedPyramidStairsTerrainCfg(MeshPyramidStairsTerrainCfg):
    """Stairs that lead down to a platform from all sides."""

    function: TerrainFunction = inverted_pyramid_stairs_terrain
