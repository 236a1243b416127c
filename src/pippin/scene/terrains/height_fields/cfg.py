"""Configs of terrains that are heights on a grid."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Literal

from pippin.utils import configclass

from ..sub_terrain import SubTerrainBaseCfg, TerrainFunction
from .fields import (
    discrete_obstacles_terrain,
    pyramid_sloped_terrain,
    pyramid_stairs_terrain,
    random_uniform_terrain,
    stepping_stones_terrain,
    wave_terrain,
)


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
