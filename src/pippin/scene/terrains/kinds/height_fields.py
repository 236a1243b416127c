"""Heights of terrains on a grid.

Each function gives heights in units of ``cfg.vertical_scale``, rows along x, shape (points along x, points along y), as
integers; :func:`height_field_to_mesh` makes the terrain of them. Random numbers come from ``numpy.random``,
which the generator seeds.
"""

from __future__ import annotations

from dataclasses import MISSING
from typing import Literal

import numpy as np

from pippin.utils import configclass
from pippin.utils.lazy_modules import interpolate

from .height_field_meshes import HfTerrainBaseCfg, height_field_to_mesh
from .sub_terrain import TerrainFunction, at_difficulty


@height_field_to_mesh
def random_uniform_terrain(difficulty: float, cfg: HfRandomUniformTerrainCfg) -> np.ndarray:
    """Random heights, with linear interpolation between points of a coarser grid.

    Raises:
        ValueError: The points are closer to each other than the heights.
    """
    distance = cfg.horizontal_scale if cfg.downsampled_scale is None else cfg.downsampled_scale
    if distance < cfg.horizontal_scale:
        raise ValueError(
            f"'downsampled_scale' is {distance} m; expected at least 'horizontal_scale', {cfg.horizontal_scale} m."
        )
    low, high, step = (round(height / cfg.vertical_scale) for height in (*cfg.noise_range, cfg.noise_step))
    num_points = [max(1, round(length / distance)) + 1 for length in _lengths(cfg)]
    heights = np.random.choice(np.arange(low, high + 1, max(step, 1)), num_points)
    axes = [np.linspace(0.0, 1.0, count) for count in num_points]
    samples = [np.linspace(0.0, 1.0, count) for count in _shape(cfg)]
    interpolated = interpolate.RegularGridInterpolator(axes, heights.astype(float))(
        (samples[0][:, None], samples[1][None, :])
    )
    return np.rint(interpolated).astype(np.int16)


@height_field_to_mesh
def pyramid_sloped_terrain(difficulty: float, cfg: HfPyramidSlopedTerrainCfg) -> np.ndarray:
    """A hill, or a pit, whose slope is that of the lines through its middle along x and y."""
    slope = at_difficulty(cfg.slope_range, difficulty) * (-1.0 if cfg.inverted else 1.0)
    from_rim_x, from_rim_y = (1.0 - np.abs(np.linspace(-1.0, 1.0, count)) for count in _shape(cfg))
    length, width = _lengths(cfg)
    peak = slope * length / 2.0 / cfg.vertical_scale
    heights = peak * from_rim_x[:, None] * from_rim_y[None, :]
    half = 0.5 * cfg.platform_width
    edge = peak * max(0.0, 1.0 - 2.0 * half / length) * max(0.0, 1.0 - 2.0 * half / width)
    return np.rint(heights.clip(min(edge, 0.0), max(edge, 0.0))).astype(np.int16)


@height_field_to_mesh
def pyramid_stairs_terrain(difficulty: float, cfg: HfPyramidStairsTerrainCfg) -> np.ndarray:
    """Stairs on all sides of a platform, each step at least one sample deep."""
    height = at_difficulty(cfg.step_height_range, difficulty) * (-1.0 if cfg.inverted else 1.0)
    step_height = round(height / cfg.vertical_scale)
    step_width = max(1, round(cfg.step_width / cfg.horizontal_scale))
    platform = round(cfg.platform_width / cfg.horizontal_scale)
    heights = np.zeros(_shape(cfg), dtype=np.int16)
    for step in range(1, (min(heights.shape) - platform - 1) // (2 * step_width) + 1):
        inset = step * step_width
        heights[inset:-inset, inset:-inset] = step * step_height
    return heights


@height_field_to_mesh
def discrete_obstacles_terrain(difficulty: float, cfg: HfDiscreteObstaclesTerrainCfg) -> np.ndarray:
    """Rectangles at random places.

    Raises:
        ValueError: There is no such way to choose heights, or obstacles may be larger than the terrain.
    """
    height = round(at_difficulty(cfg.obstacle_height_range, difficulty) / cfg.vertical_scale)
    heights = np.zeros(_shape(cfg), dtype=np.int16)
    smallest, largest = (round(width / cfg.horizontal_scale) for width in cfg.obstacle_width_range)
    if not 1 <= smallest <= largest < min(heights.shape):
        raise ValueError(
            f"obstacle_width_range is {cfg.obstacle_width_range} m: obstacles should be {cfg.horizontal_scale} m wide "
            f"at least and fit on {cfg.size[0]:g} m by {cfg.size[1]:g} m."
        )
    if cfg.obstacle_height_mode not in ("choice", "fixed"):
        raise ValueError(f"obstacle_height_mode is '{cfg.obstacle_height_mode}'; there are 'choice' and 'fixed'.")
    choices = [height] if cfg.obstacle_height_mode == "fixed" else [-height, -(height // 2), height // 2, height]
    for _ in range(cfg.num_obstacles):
        extent = np.random.randint(smallest, largest + 1, 2)
        start = [np.random.randint(0, total - part) for total, part in zip(heights.shape, extent, strict=True)]
        heights[start[0] : start[0] + extent[0], start[1] : start[1] + extent[1]] = np.random.choice(choices)
    return _with_platform(heights, cfg.platform_width, cfg.horizontal_scale)


@height_field_to_mesh
def wave_terrain(difficulty: float, cfg: HfWaveTerrainCfg) -> np.ndarray:
    """Sine waves along x plus cosine waves along y.

    Raises:
        ValueError: There are no waves.
    """
    if cfg.num_waves < 1:
        raise ValueError(f"num_waves is {cfg.num_waves}: there should be one wave or more.")
    amplitude = 0.5 * at_difficulty(cfg.amplitude_range, difficulty) / cfg.vertical_scale
    angle_x, angle_y = (np.linspace(0.0, 2.0 * np.pi * cfg.num_waves, count) for count in _shape(cfg))
    return np.rint(amplitude * (np.sin(angle_x)[:, None] + np.cos(angle_y)[None, :])).astype(np.int16)


@height_field_to_mesh
def stepping_stones_terrain(difficulty: float, cfg: HfSteppingStonesTerrainCfg) -> np.ndarray:
    """Rows of square stones with random heights, each row shifted by chance."""
    hardest, easiest = cfg.stone_width_range
    width = max(1, round(at_difficulty((easiest, hardest), difficulty) / cfg.horizontal_scale))
    gap = round(at_difficulty(cfg.stone_distance_range, difficulty) / cfg.horizontal_scale)
    highest = round(cfg.stone_height_max / cfg.vertical_scale)
    heights = np.full(_shape(cfg), round(cfg.holes_depth / cfg.vertical_scale), dtype=np.int16)
    for row in range(0, heights.shape[1], width + gap):
        for start in range(np.random.randint(-width, 1), heights.shape[0], width + gap):
            stone = slice(max(start, 0), max(start + width, 0)), slice(row, row + width)
            heights[stone] = np.random.randint(-highest, highest + 1)
    return _with_platform(heights, cfg.platform_width, cfg.horizontal_scale)


def _shape(cfg: HfTerrainBaseCfg) -> tuple[int, int]:
    """Number of heights along x and y, each with the width of one sample."""
    return round(cfg.size[0] / cfg.horizontal_scale), round(cfg.size[1] / cfg.horizontal_scale)


def _lengths(cfg: HfTerrainBaseCfg) -> tuple[float, float]:
    """Distance between the first and the last of the heights along x and y [m]."""
    rows, columns = _shape(cfg)
    return (rows - 1) * cfg.horizontal_scale, (columns - 1) * cfg.horizontal_scale


def _with_platform(heights: np.ndarray, width: float, scale: float) -> np.ndarray:
    """Heights with a square of height 0 in the middle."""
    half = round(0.5 * width / scale)
    middle = [count // 2 for count in heights.shape]
    heights[middle[0] - half : middle[0] + half + 1, middle[1] - half : middle[1] + half + 1] = 0
    return heights


@configclass
class HfRandomUniformTerrainCfg(HfTerrainBaseCfg):
    """Random heights, equally hard at all difficulties."""

    function: TerrainFunction = random_uniform_terrain

    noise_range: tuple[float, float] = MISSING
    """Lowest and highest height [m]."""

    noise_step: float = MISSING
    """Distance of the heights that there are to choose from [m]."""

    downsampled_scale: float | None = None
    """Distance of the points with random heights, between which heights are interpolated [m]; None takes every one."""


@configclass
class HfPyramidSlopedTerrainCfg(HfTerrainBaseCfg):
    """A hill with a platform on top."""

    function: TerrainFunction = pyramid_sloped_terrain

    slope_range: tuple[float, float] = MISSING
    """Slope (height over length) at difficulty 0 and 1."""

    platform_width: float = 1.0
    """Width of the square in the middle [m]."""

    inverted: bool = False
    """Whether it is a pit with a platform at its bottom."""


@configclass
class HfInvertedPyramidSlopedTerrainCfg(HfPyramidSlopedTerrainCfg):
    """A pit with sloped walls and a platform at its bottom."""

    inverted: bool = True


@configclass
class HfPyramidStairsTerrainCfg(HfTerrainBaseCfg):
    """Stairs that lead up to a platform from all sides."""

    function: TerrainFunction = pyramid_stairs_terrain

    step_height_range: tuple[float, float] = MISSING
    """Height of a step at difficulty 0 and 1 [m]."""

    step_width: float = MISSING
    """Depth of a step [m]."""

    platform_width: float = 1.0
    """Least width of the square in the middle [m]."""

    inverted: bool = False
    """Whether stairs lead down."""


@configclass
class HfInvertedPyramidStairsTerrainCfg(HfPyramidStairsTerrainCfg):
    """Stairs that lead down to a platform from all sides."""

    inverted: bool = True


@configclass
class HfDiscreteObstaclesTerrainCfg(HfTerrainBaseCfg):
    """Rectangular obstacles and holes around a platform."""

    function: TerrainFunction = discrete_obstacles_terrain

    obstacle_height_mode: Literal["choice", "fixed"] = "choice"
    """Whether obstacles are as high or deep as told, or half of that, by chance; or all as high as told."""

    obstacle_width_range: tuple[float, float] = MISSING
    """Range of their lengths along x and y [m]."""

    obstacle_height_range: tuple[float, float] = MISSING
    """Their height at difficulty 0 and 1 [m]."""

    num_obstacles: int = MISSING
    """Number of obstacles, which may overlap."""

    platform_width: float = 1.0
    """Width of the square in the middle [m]."""


@configclass
class HfWaveTerrainCfg(HfTerrainBaseCfg):
    """Waves along x and y."""

    function: TerrainFunction = wave_terrain

    amplitude_range: tuple[float, float] = MISSING
    """Difference of crest and trough of the waves of one direction at difficulty 0 and 1 [m]."""

    num_waves: int = 1
    """Waves along each side."""


@configclass
class HfSteppingStonesTerrainCfg(HfTerrainBaseCfg):
    """Stones over a deep hole, around a platform."""

    function: TerrainFunction = stepping_stones_terrain

    stone_height_max: float = MISSING
    """Largest height of a stone above 0, and depth below [m]."""

    stone_width_range: tuple[float, float] = MISSING
    """Width of a stone at difficulty 1 and 0 [m]."""

    stone_distance_range: tuple[float, float] = MISSING
    """Distance of stones at difficulty 0 and 1 [m]."""

    holes_depth: float = -10.0
    """Height of the ground between the stones [m]."""

    platform_width: float = 1.0
    """Width of the square in the middle [m]."""
