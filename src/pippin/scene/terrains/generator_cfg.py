"""Config of generated terrain."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Literal

from pippin.utils import configclass

from .generator import TerrainGenerator
from .sub_terrain import SubTerrainBaseCfg


@configclass
class TerrainGeneratorCfg:
    """A terrain of fields in rows and columns."""

    class_type: type = TerrainGenerator
    """Class that generates it."""

    seed: int | None = None
    """Seed of the terrain; None draws from ``numpy.random`` as it is."""

    curriculum: bool = False
    """Whether difficulty grows from row to row, and each column is of one kind. Otherwise both are random."""

    size: tuple[float, float] = MISSING
    """Lengths of a field along x and y [m]."""

    border_width: float = 0.0
    """Width of the ground around all fields [m]."""

    border_height: float = 1.0
    """Depth of that ground, whose top is at height 0; below 0, it is a wall of that height [m]."""

    num_rows: int = 1
    """Number of rows, which follow each other along x: with a curriculum, the levels."""

    num_cols: int = 1
    """Number of columns, which follow each other along y."""

    color_scheme: Literal["height", "random", "none"] = "none"
    """Colours of the mesh: by height, one for each field, or none."""

    horizontal_scale: float = 0.1
    """Distance of heights of terrains that are heights on a grid [m]. What robots touch has twice as many."""

    vertical_scale: float = 0.005
    """Unit of heights of terrains that are heights on a grid [m]."""

    slope_threshold: float | None = 0.75
    """Slope from which on a wall of these is vertical; None leaves it."""

    sub_terrains: dict[str, SubTerrainBaseCfg] = MISSING
    """Kinds of terrain, by name."""

    difficulty_range: tuple[float, float] = (0.0, 1.0)
    """Difficulty of the first row and after the last, or range of random ones; within 0 to 1."""

    use_cache: bool = False
    """Accepted for existing code: a terrain is generated anew, within seconds."""

    cache_dir: str = "/tmp/pippin/terrains"
    """Accepted for existing code: nothing is kept."""
