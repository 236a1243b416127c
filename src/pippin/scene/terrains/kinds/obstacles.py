"""Terrains of boxes and other bodies.

Each function gives the meshes of a terrain, its corner at the origin, and where on it robots start. Random numbers come
from ``numpy.random``, which the generator seeds.
"""

from __future__ import annotations

from dataclasses import MISSING
from pathlib import Path
from typing import cast

import numpy as np

from pippin.utils import configclass
from pippin.utils.lazy_modules import trimesh

from .boxes import THICKNESS, Bounds, Terrain, Widths, boxes, centered_box, grown, plane, ring, start
from .sub_terrain import SubTerrainBaseCfg, TerrainFunction, at_difficulty

OUTER_RAIL = 0.6
"""Where the outer rail is between platform (0) and rim (1)."""

RIM_INSIDE, RIM_MIDDLE = 0.9, 0.95
"""Where the ground around a star begins, and where its beams end, as parts of the terrain's size."""


def flat_terrain(difficulty: float, cfg: MeshPlaneTerrainCfg) -> Terrain:
    """A horizontal rectangle."""
    return [plane(cfg.size, 0.0)], start(cfg, 0.0)


def file_terrain(difficulty: float, cfg: MeshFileTerrainCfg) -> Terrain:
    """The mesh of a file, moved along x and y to the middle; robots start where it is highest there, else on its top.

    Raises:
        FileNotFoundError: There is no such file.
    """
    if not Path(cfg.mesh_path).is_file():
        raise FileNotFoundError(
            f"'mesh_path' of MeshFileTerrainCfg is '{cfg.mesh_path}'; expected a mesh file on this machine."
        )
    mesh = cast(trimesh.Trimesh, trimesh.load(cfg.mesh_path, force="mesh"))
    middle = 0.5 * np.asarray(cfg.size[:2])
    mesh.apply_translation((*(middle - mesh.bounds[:, :2].mean(axis=0)), 0.0))
    top = mesh.bounds[1, 2]
    hits = mesh.ray.intersects_location([(*middle, top + 1.0)], [(0.0, 0.0, -1.0)])[0]
    return [mesh], np.array([*middle, hits[:, 2].max(initial=-np.inf) if len(hits) else top])


def random_grid_terrain(difficulty: float, cfg: MeshRandomGridTerrainCfg) -> Terrain:
    """Square columns of random heights around a platform; with ``holes``, only along x and y from the platform.

    Raises:
        ValueError: Not one column fits on the terrain.
    """
    highest = at_difficulty(cfg.grid_height_range, difficulty)
    counts = [int(length / cfg.grid_width + 1e-9) for length in cfg.size]
    if min(counts) < 1:
        raise ValueError(
            f"'grid_width' is {cfg.grid_width} m; expected columns that fit on {cfg.size[0]:g} m by {cfg.size[1]:g} m."
        )
    grid = (counts[0] * cfg.grid_width, counts[1] * cfg.grid_width)
    low_x, _, low_y, *_ = centered_box(cfg.size, grid, (0.0, 0.0))
    x, y = (cell.ravel() * cfg.grid_width for cell in np.meshgrid(*(np.arange(n) for n in counts), indexing="ij"))
    x, y = x + low_x, y + low_y
    tops = np.random.uniform(-highest, highest, len(x))
    columns = np.stack([x, x + cfg.grid_width, y, y + cfg.grid_width, np.full_like(x, -highest - THICKNESS), tops], 1)
    width = (cfg.platform_width, cfg.platform_width)
    platform = centered_box(cfg.size, width, (-highest - THICKNESS, highest))  # it covers what is below it
    if cfg.holes:
        beside_x = (columns[:, 1] < platform[0] + 1e-9) | (columns[:, 0] > platform[1] - 1e-9)
        beside_y = (columns[:, 3] < platform[2] + 1e-9) | (columns[:, 2] > platform[3] - 1e-9)
        columns = columns[~(beside_x & beside_y)]
    border = [] if cfg.holes else ring(cfg.size, cfg.size, grid, (-highest - THICKNESS, 0.0))
    return [boxes([*columns.tolist(), platform, *border])], start(cfg, highest)


def rails_terrain(difficulty: float, cfg: MeshRailsTerrainCfg) -> Terrain:
    """Two square rails around the platform to step over."""
    height = at_difficulty(cfg.rail_height_range, difficulty)
    inner_thickness, outer_thickness = cfg.rail_thickness_range
    parts: list[Bounds] = []
    inner = (cfg.platform_width, cfg.platform_width)
    for width, thickness in (
        (inner, inner_thickness),
        (_between(inner, cfg.size, OUTER_RAIL), outer_thickness),
    ):
        outside = grown(width, thickness)
        parts += ring(cfg.size, outside, width, (-0.5 * THICKNESS, height))
    return [plane(cfg.size, 0.0), boxes(parts)], start(cfg, 0.0)


def pit_terrain(difficulty: float, cfg: MeshPitTerrainCfg) -> Terrain:
    """A pit in whose middle robots start; with ``double_pit``, one within another."""
    depth = at_difficulty(cfg.pit_depth_range, difficulty)
    inner, outer = _levels(cfg, cfg.double_pit)
    bottom = -depth - THICKNESS
    parts = [*ring(cfg.size, cfg.size, outer, (bottom, 0.0)), centered_box(cfg.size, inner, (bottom, -depth))]
    if cfg.double_pit:
        parts += ring(cfg.size, outer, inner, (bottom, -0.5 * depth))
    return [boxes(parts)], start(cfg, -depth)


def box_terrain(difficulty: float, cfg: MeshBoxTerrainCfg) -> Terrain:
    """A box on which robots start; with ``double_box``, one on another."""
    height = at_difficulty(cfg.box_height_range, difficulty)
    inner, outer = _levels(cfg, cfg.double_box)
    parts = [centered_box(cfg.size, inner, (-THICKNESS, height))]
    if cfg.double_box:
        parts.append(centered_box(cfg.size, outer, (-THICKNESS, 0.5 * height)))
    return [plane(cfg.size, 0.0), boxes(parts)], start(cfg, height)


def gap_terrain(difficulty: float, cfg: MeshGapTerrainCfg) -> Terrain:
    """A gap around the platform."""
    gap = at_difficulty(cfg.gap_width_range, difficulty)
    platform = (cfg.platform_width, cfg.platform_width)
    edge = grown(platform, gap)
    z = (-THICKNESS, 0.0)
    return [boxes([*ring(cfg.size, cfg.size, edge, z), centered_box(cfg.size, platform, z)])], start(cfg, 0.0)


def floating_ring_terrain(difficulty: float, cfg: MeshFloatingRingTerrainCfg) -> Terrain:
    """A square ring that hangs around the platform, to duck or climb."""
    low = at_difficulty(cfg.ring_height_range[::-1], difficulty)
    width = at_difficulty(cfg.ring_width_range, difficulty)
    inner = (cfg.platform_width, cfg.platform_width)
    outer = grown(inner, width)
    return [plane(cfg.size, 0.0), boxes(ring(cfg.size, outer, inner, (low, low + cfg.ring_thickness)))], start(cfg, 0.0)


def star_terrain(difficulty: float, cfg: MeshStarTerrainCfg) -> Terrain:
    """Beams that lead over a pit from the platform to the rim."""
    width = at_difficulty(cfg.bar_width_range[::-1], difficulty)
    depth = at_difficulty(cfg.bar_height_range, difficulty)
    inside = (RIM_INSIDE * cfg.size[0], RIM_INSIDE * cfg.size[1])
    bottom = -depth - THICKNESS
    parts = ring(cfg.size, cfg.size, inside, (bottom, 0.0))
    parts.append(centered_box(cfg.size, (cfg.platform_width, cfg.platform_width), (bottom, 0.0)))
    parts.append(centered_box(cfg.size, cfg.size, (bottom, -depth)))
    middle = np.array([0.5 * cfg.size[0], 0.5 * cfg.size[1], 0.5 * bottom])
    beams = []
    for angle in np.arange(cfg.num_bars) * np.pi / cfg.num_bars:
        along = np.abs([np.cos(angle), np.sin(angle)]).clip(min=1e-9)
        reach = float((RIM_MIDDLE * np.array(cfg.size) / along).min())
        turned = trimesh.transformations.rotation_matrix(angle, (0.0, 0.0, 1.0))
        turned[:3, 3] = middle
        beams.append(trimesh.creation.box((reach, width, -bottom), turned))
    return [boxes(parts), *beams], start(cfg, 0.0)


def _levels(cfg: MeshPitTerrainCfg | MeshBoxTerrainCfg, is_double: bool) -> tuple[Widths, Widths]:
    """Widths of the innermost level and of the outer one, which are the same where there is one."""
    inner = (cfg.platform_width, cfg.platform_width)
    if not is_double:
        return inner, inner
    return inner, _between(inner, cfg.size, 0.5)


def _between(inner: Widths, outer: Widths, part: float) -> Widths:
    """Widths between those of two rectangles: the inner one's at 0, the outer one's at 1."""
    return inner[0] + part * (outer[0] - inner[0]), inner[1] + part * (outer[1] - inner[1])


@configclass
class MeshPlaneTerrainCfg(SubTerrainBaseCfg):
    """Flat ground."""

    function: TerrainFunction = flat_terrain


@configclass
class MeshFileTerrainCfg(SubTerrainBaseCfg):
    """Ground that a file holds."""

    function: TerrainFunction = file_terrain

    mesh_path: str = MISSING
    """File in any format that trimesh reads (OBJ, STL, PLY, ...), z up, in metres, no wider than ``size``."""


@configclass
class MeshRandomGridTerrainCfg(SubTerrainBaseCfg):
    """Square columns of random heights."""

    function: TerrainFunction = random_grid_terrain

    grid_width: float = MISSING
    """Width of a column [m]."""

    grid_height_range: tuple[float, float] = MISSING
    """Largest height of a column above 0, and depth below, at difficulty 0 and 1 [m]."""

    platform_width: float = 1.0
    """Width of the platform [m]."""

    holes: bool = False
    """Whether there are columns only along x and y from the platform, and holes between them."""


@configclass
class MeshRailsTerrainCfg(SubTerrainBaseCfg):
    """Rails to step over."""

    function: TerrainFunction = rails_terrain

    rail_thickness_range: tuple[float, float] = MISSING
    """Thickness of the inner rail and of the outer one [m]."""

    rail_height_range: tuple[float, float] = MISSING
    """Height of the rails at difficulty 0 and 1 [m]."""

    platform_width: float = 1.0
    """Width of the square inside the inner rail [m]."""


@configclass
class MeshPitTerrainCfg(SubTerrainBaseCfg):
    """A pit to climb out of."""

    function: TerrainFunction = pit_terrain

    pit_depth_range: tuple[float, float] = MISSING
    """Depth at difficulty 0 and 1 [m]."""

    platform_width: float = 1.0
    """Width of its bottom [m]."""

    double_pit: bool = False
    """Whether there is a step halfway."""


@configclass
class MeshBoxTerrainCfg(SubTerrainBaseCfg):
    """A box to climb down from."""

    function: TerrainFunction = box_terrain

    box_height_range: tuple[float, float] = MISSING
    """Height at difficulty 0 and 1 [m]."""

    platform_width: float = 1.0
    """Width of its top [m]."""

    double_box: bool = False
    """Whether there is a step halfway."""


@configclass
class MeshGapTerrainCfg(SubTerrainBaseCfg):
    """A gap around the platform."""

    function: TerrainFunction = gap_terrain

    gap_width_range: tuple[float, float] = MISSING
    """Width of the gap at difficulty 0 and 1 [m]."""

    platform_width: float = 1.0
    """Width of the platform [m]."""


@configclass
class MeshFloatingRingTerrainCfg(SubTerrainBaseCfg):
    """A square ring that hangs around the platform."""

    function: TerrainFunction = floating_ring_terrain

    ring_width_range: tuple[float, float] = MISSING
    """Width of the ring at difficulty 0 and 1 [m]."""

    ring_height_range: tuple[float, float] = MISSING
    """Height of its underside at difficulty 1 and 0 [m]."""

    ring_thickness: float = MISSING
    """Thickness along z [m]."""

    platform_width: float = 1.0
    """Width of the square inside the ring [m]."""


@configclass
class MeshStarTerrainCfg(SubTerrainBaseCfg):
    """Beams that lead over a pit from the platform."""

    function: TerrainFunction = star_terrain

    num_bars: int = MISSING
    """Number of beams, which all cross the middle."""

    bar_width_range: tuple[float, float] = MISSING
    """Width of a beam at difficulty 1 and 0 [m]."""

    bar_height_range: tuple[float, float] = MISSING
    """Depth of the pit at difficulty 0 and 1 [m]."""

    platform_width: float = 1.0
    """Width of the platform [m]."""
