"""Lights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import MISSING, fields
from typing import Literal

from pxr import Sdf, Usd

from pippin.utils import configclass

from ..prims import create_prim, set_attribute
from .cfg import SpawnerCfg
from .placement import clone


@clone
def spawn_light(
    prim_path: str,
    cfg: LightCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn a light. The arguments are those of :func:`pippin.sim.spawn`."""
    prim = create_prim(prim_path, cfg.prim_type, translation=translation, orientation=orientation)
    own = {field.name for field in fields(cfg)} - {field.name for field in fields(SpawnerCfg)} - {"prim_type"}
    for field in sorted(own):
        value, name = getattr(cfg, field), _ATTRIBUTE_NAMES.get(field, f"inputs:{_camel_case(field)}")
        if field in _OMNIVERSE_NAMES:
            prim.CreateAttribute(_OMNIVERSE_NAMES[field], Sdf.ValueTypeNames.Bool, custom=True).Set(value)
        if value is not None and field != "visible_in_primary_ray":
            set_attribute(prim, name, value)
    return prim


_ATTRIBUTE_NAMES = {
    "texture_file": "inputs:texture:file",
    "texture_format": "inputs:texture:format",
    "treat_as_line": "treatAsLine",
    "treat_as_point": "treatAsPoint",
}

_OMNIVERSE_NAMES = {
    "treat_as_line": "inputs:treatAsLine",
    "treat_as_point": "inputs:treatAsPoint",
    "visible_in_primary_ray": "visibleInPrimaryRay",
}
"""Attributes that Omniverse reads under names of its own."""


def _camel_case(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


@configclass
class LightCfg(SpawnerCfg):
    """A light."""

    func: Callable[..., Usd.Prim] = spawn_light

    prim_type: str = MISSING
    """USD type of the light."""

    color: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Colour in linear RGB."""

    enable_color_temperature: bool = False
    """Whether the colour temperature counts."""

    color_temperature: float = 6500.0
    """Colour temperature [K]."""

    normalize: bool = False
    """Whether the power is divided by the surface of the light."""

    exposure: float = 0.0
    """Power as an exponent of two, on top of the intensity."""

    intensity: float = 1.0
    """Power."""


@configclass
class DiskLightCfg(LightCfg):
    """A disk that shines along its negative z-axis."""

    prim_type: str = "DiskLight"

    radius: float = 0.5
    """Radius [m]."""


@configclass
class DistantLightCfg(LightCfg):
    """A light from far away along its negative z-axis, such as the sun."""

    prim_type: str = "DistantLight"

    angle: float = 0.53
    """Angle that the light covers as seen from the scene [deg]."""


@configclass
class DomeLightCfg(LightCfg):
    """Light from everywhere, such as the sky."""

    prim_type: str = "DomeLight"

    texture_file: str | None = None
    """Picture of the sky; None for light of one colour."""

    texture_format: Literal["automatic", "latlong", "mirroredBall", "angular", "cubeMapVerticalCross"] = "automatic"
    """How the picture covers the sky."""

    visible_in_primary_ray: bool | None = True
    """Whether cameras see the sky itself."""


@configclass
class CylinderLightCfg(LightCfg):
    """A tube that shines."""

    prim_type: str = "CylinderLight"

    length: float = 1.0
    """Length along its x-axis [m]."""

    radius: float = 0.5
    """Radius [m]."""

    treat_as_line: bool = False
    """Whether the radius is taken as 0."""


@configclass
class SphereLightCfg(LightCfg):
    """A ball that shines."""

    prim_type: str = "SphereLight"

    radius: float = 0.5
    """Radius [m]."""

    treat_as_point: bool = False
    """Whether the radius is taken as 0."""
