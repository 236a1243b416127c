"""Terrains with many objects of one kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING
from typing import Any

import numpy as np

from pippin.utils import configclass
from pippin.utils.lazy_modules import trimesh

from .boxes import boxes, centered_box, plane
from .sub_terrain import SubTerrainBaseCfg, TerrainFunction, at_difficulty

MOST_TRIES = 1000
"""How often objects are placed again that would stand on the platform."""


def repeated_objects_terrain(
    difficulty: float, cfg: MeshRepeatedObjectsTerrainCfg
) -> tuple[list[trimesh.Trimesh], np.ndarray]:
    """Objects at random places around the platform, as the difficulty leads from one set of parameters to another.

    Returns:
        Meshes, and where robots begin in the terrain's frame [m], shape (3,).

    Raises:
        ValueError: There is no such kind of object, or no room for objects beside the platform.
    """
    make = _maker_of(cfg.object_type)
    parameters = _between(cfg.object_params_start, cfg.object_params_end, difficulty)
    num_objects, height = int(parameters.pop("num_objects")), parameters.pop("height")
    platform_height = cfg.platform_height if cfg.platform_height >= 0.0 else height
    relative = np.random.uniform(*cfg.rel_height_noise, num_objects)
    heights = height * relative + np.random.uniform(*cfg.abs_height_noise, num_objects)
    places = _places(cfg, num_objects)
    objects = []
    for (x, y), object_height in zip(places, heights, strict=True):
        if object_height > 0.0:
            body = make(height=object_height, **parameters)
            body.apply_translation((x, y, 0.0))
            objects.append(body)
    platform = centered_box(cfg.size, (cfg.platform_width, cfg.platform_width), (-0.5, platform_height))
    start = np.array([0.5 * cfg.size[0], 0.5 * cfg.size[1], platform_height])
    return [plane(cfg.size, 0.0), boxes([platform]), *objects], start


def make_box(
    height: float, size: tuple[float, float], max_yx_angle: float = 0.0, degrees: bool = True
) -> trimesh.Trimesh:
    """Box that stands on the ground and reaches into it, turned at random.

    Args:
        height: Height above the ground where it is not tilted [m].
        size: Lengths along its x and y [m].
        max_yx_angle: Largest tilt about its y and x axes.
        degrees: Whether the tilt is in degrees; else in radians.
    """
    return turned_at_random(trimesh.creation.box((*size, 2.0 * height)), max_yx_angle, degrees)


def make_cylinder(height: float, radius: float, max_yx_angle: float = 0.0, degrees: bool = True) -> trimesh.Trimesh:
    """Cylinder that stands on the ground and reaches into it, turned at random.

    Args:
        height: Height above the ground where it is not tilted [m].
        radius: Radius [m].
        max_yx_angle: Largest tilt about its y and x axes.
        degrees: Whether the tilt is in degrees; else in radians.
    """
    return turned_at_random(trimesh.creation.cylinder(radius, 2.0 * height, sections=16), max_yx_angle, degrees)


def make_cone(height: float, radius: float, max_yx_angle: float = 0.0, degrees: bool = True) -> trimesh.Trimesh:
    """Pyramid of four sides that stands on the ground, turned at random.

    Args:
        height: Height above the ground where it is not tilted [m].
        radius: Distance of its base's corners from the middle [m].
        max_yx_angle: Largest tilt about its y and x axes.
        degrees: Whether the tilt is in degrees; else in radians.
    """
    return turned_at_random(trimesh.creation.cone(radius, height, sections=4), max_yx_angle, degrees)


OBJECT_MAKERS: dict[str, Callable[..., trimesh.Trimesh]] = {
    "box": make_box,
    "cone": make_cone,
    "cylinder": make_cylinder,
}
"""What makes objects of a kind: ``maker(height, **parameters)``."""


def _maker_of(object_type: str | Callable[..., trimesh.Trimesh]) -> Callable[..., trimesh.Trimesh]:
    if callable(object_type):
        return object_type
    if object_type not in OBJECT_MAKERS:
        raise ValueError(
            f"There is no object_type '{object_type}'; there are: {', '.join(OBJECT_MAKERS)}, or a function."
        )
    return OBJECT_MAKERS[object_type]


def _between(start: Any, end: Any, difficulty: float) -> dict[str, Any]:
    """Parameters between two sets, by name; what is no number is that of the first."""
    last = end.to_dict()
    return {
        name: value
        if isinstance(value, bool | str)
        else tuple(at_difficulty((low, high), difficulty) for low, high in zip(value, last[name], strict=True))
        if isinstance(value, tuple | list)
        else at_difficulty((value, last[name]), difficulty)
        for name, value in start.to_dict().items()
    }


def _places(cfg: MeshRepeatedObjectsTerrainCfg, count: int) -> np.ndarray:
    """Random places of objects that are not on the platform [m], shape (count, 2)."""
    places = np.random.uniform((0.0, 0.0), cfg.size, (count, 2))
    for _ in range(MOST_TRIES):
        from_middle = np.abs(places - 0.5 * np.array(cfg.size))
        is_on_platform = (from_middle < 0.5 * cfg.platform_width).all(axis=1)
        if not is_on_platform.any():
            return places
        places[is_on_platform] = np.random.uniform((0.0, 0.0), cfg.size, (is_on_platform.sum(), 2))
    raise ValueError(
        f"'platform_width' is {cfg.platform_width} m, which leaves no room for objects on {cfg.size[0]:g} m "
        f"by {cfg.size[1]:g} m; expected less."
    )


def turned_at_random(body: trimesh.Trimesh, max_tilt: float, degrees: bool) -> trimesh.Trimesh:
    """The body turned at random about z, and tilted about y and x by at most an angle.

    Args:
        body: Body, which is turned in place about its origin.
        max_tilt: Largest angle about y and x.
        degrees: Whether that is in degrees; else in radians.
    """
    tilt = np.deg2rad(max_tilt) if degrees else max_tilt
    about_y, about_x = np.random.uniform(-tilt, tilt, 2)
    about_z = np.random.uniform(0.0, 2.0 * np.pi)
    body.apply_transform(trimesh.transformations.euler_matrix(about_z, about_y, about_x, "rzyx"))
    return body


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
