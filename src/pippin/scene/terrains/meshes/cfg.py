"""Configs of terrains of boxes and other bodies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING
from typing import Any

from pippin.utils import configclass

from ..sub_terrain import SubTerrainBaseCfg, TerrainFunction
from .repeated import repeated_objects_terrain
from .terrains import (
    box_terrain,
    file_terrain,
    flat_terrain,
    floating_ring_terrain,
    gap_terrain,
    inverted_pyramid_stairs_terrain,
    pit_terrain,
    pyramid_stairs_terrain,
    rails_terrain,
    random_grid_terrain,
    star_terrain,
)


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


@configclass
class MeshRepeatedObjectsTerrainCfg(SubTerrainBaseCfg):
    """Many objects of one kind."""

    @configclass
    class ObjectCfg:
        """Parameters of the objects, which are handed to what makes them."""

        num_objects: int = MISSING
        """Number of objects."""

        height: float = MISSING
        """Height of an object [m]."""

    function: TerrainFunction = repeated_objects_terrain

    object_type: str | Callable[..., Any] = MISSING
    """Kind of the objects ("box", "cone", "cylinder"), or a function that makes one: ``function(height, **parameters)``
    with the further fields of the parameters gives a mesh that stands at the origin."""

    object_params_start: ObjectCfg = MISSING
    """Parameters at difficulty 0."""

    object_params_end: ObjectCfg = MISSING
    """Parameters at difficulty 1."""

    abs_height_noise: tuple[float, float] = (0.0, 0.0)
    """Range of what is added to an object's height [m]."""

    rel_height_noise: tuple[float, float] = (1.0, 1.0)
    """Range of what an object's height is multiplied with."""

    platform_width: float = 1.0
    """Width of the platform [m]."""

    platform_height: float = -1.0
    """Height of the platform [m]; below 0, that of the objects."""


@configclass
class MeshRepeatedPyramidsTerrainCfg(MeshRepeatedObjectsTerrainCfg):
    """Many pyramids."""

    @configclass
    class ObjectCfg(MeshRepeatedObjectsTerrainCfg.ObjectCfg):
        """Parameters of pyramids."""

        radius: float = MISSING
        """Distance of the base's corners from its middle [m]."""

        max_yx_angle: float = 0.0
        """Largest tilt about y and x."""

        degrees: bool = True
        """Whether the tilt is in degrees; else in radians."""

    object_type: str | Callable[..., Any] = "cone"

    object_params_start: ObjectCfg = MISSING
    """Parameters at difficulty 0."""

    object_params_end: ObjectCfg = MISSING
    """Parameters at difficulty 1."""


@configclass
class MeshRepeatedBoxesTerrainCfg(MeshRepeatedObjectsTerrainCfg):
    """Many boxes."""

    @configclass
    class ObjectCfg(MeshRepeatedObjectsTerrainCfg.ObjectCfg):
        """Parameters of boxes."""

        size: tuple[float, float] = MISSING
        """Lengths along x and y [m]."""

        max_yx_angle: float = 0.0
        """Largest tilt about y and x."""

        degrees: bool = True
        """Whether the tilt is in degrees; else in radians."""

    object_type: str | Callable[..., Any] = "box"

    object_params_start: ObjectCfg = MISSING
    """Parameters at difficulty 0."""

    object_params_end: ObjectCfg = MISSING
    """Parameters at difficulty 1."""


@configclass
class MeshRepeatedCylindersTerrainCfg(MeshRepeatedObjectsTerrainCfg):
    """Many cylinders."""

    @configclass
    class ObjectCfg(MeshRepeatedObjectsTerrainCfg.ObjectCfg):
        """Parameters of cylinders."""

        radius: float = MISSING
        """Radius [m]."""

        max_yx_angle: float = 0.0
        """Largest tilt about y and x."""

        degrees: bool = True
        """Whether the tilt is in degrees; else in radians."""

    object_type: str | Callable[..., Any] = "cylinder"

    object_params_start: ObjectCfg = MISSING
    """Parameters at difficulty 0."""

    object_params_end: ObjectCfg = MISSING
    """Parameters at difficulty 1."""
