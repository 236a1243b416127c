"""What prims look like: colours, whether they are seen, and lights."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import mujoco
import numpy as np
from pxr import Sdf, Usd, UsdGeom, UsdLux, UsdShade

from ..description import SurfaceTexture
from .pose import Frames, Pose

GREY = np.array([0.6, 0.6, 0.6, 1.0])
COLOR_INPUTS = ("diffuseColor", "diffuse_color_constant", "base_color")
"""Inputs of shaders that give a surface its colour: UsdPreviewSurface, OmniPBR and MaterialX."""
DIFFUSE = 0.7
"""Share of a light's colour that is written into the diffuse part of MuJoCo's light."""
SHINE = frozenset(
    (
        *(f"inputs:{name}" for name in ("intensity", "exposure", "normalize", "color", "colorTemperature")),
        *(f"inputs:{name}" for name in ("enableColorTemperature", "radius", "length", "width", "height")),
        *("visibility", "purpose"),
    )
)
"""Attributes that :func:`read_shine` reads of a light."""
TINT = "diffuse_tint"
"""Input of shaders that such a colour is multiplied by, and which is the colour where there is none."""


@dataclass(frozen=True)
class Light:
    """One light for pictures.

    Attributes:
        path: Prim path.
        type: Directional or point light.
        pose: Frame in the world; a directional light shines along -Z.
        color: Colour (r, g, b), 0 to 1, shape (3,).
        is_dome: Whether it lights from everywhere.
        intensity: Brightness: of lights from far away what USD gives, of lamps that times their surface as seen from
            the side [m^2].
    """

    path: str
    type: mujoco.mjtLightType
    pose: Pose
    color: np.ndarray
    is_dome: bool
    intensity: float = 1.0

    def moved(self, offset: np.ndarray) -> Light:
        """The same light, shifted."""
        return replace(self, pose=self.pose.moved(offset))


def is_seen(prim: Usd.Prim) -> bool:
    """Whether a prim is visible and made for showing (not a guide or a proxy)."""
    imageable = UsdGeom.Imageable(prim)
    shown = imageable.ComputePurpose() in (UsdGeom.Tokens.default_, UsdGeom.Tokens.render)
    return shown and imageable.ComputeVisibility() != UsdGeom.Tokens.invisible


MaterialColors = dict[Sdf.Path, "np.ndarray | None"]
"""Colours of the materials of a stage that were read already, None where they are no constants."""


def read_color(prim: Usd.Prim, known: MaterialColors) -> np.ndarray:
    """Colour (r, g, b, alpha) of a prim from its material, or else from its display colour, shape (4,).

    Args:
        prim: Prim that is seen.
        known: Colours of materials, which many prims share. That of the prim's is added.
    """
    material, _ = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial()
    if material and material.GetPath() not in known:
        known[material.GetPath()] = _material_color(material)
    color = known[material.GetPath()] if material else None
    if color is not None:
        return color
    if not prim.IsA(UsdGeom.Gprim):
        return GREY
    gprim = UsdGeom.Gprim(prim)
    colors = gprim.GetDisplayColorPrimvar().Get()
    opacities = gprim.GetDisplayOpacityPrimvar().Get()
    rgb = np.mean(np.array(colors), axis=0) if colors else GREY[:3]
    return np.clip(np.append(rgb, np.mean(opacities) if opacities else 1.0), 0.0, 1.0)


def _material_color(material: UsdShade.Material) -> np.ndarray | None:
    """Colour and opacity of a material's surface shader, or None where its colour is no constant."""
    shader, _, _ = material.ComputeSurfaceSource()
    if not shader:
        shader, _, _ = material.ComputeSurfaceSource("mdl")
    if not shader:
        return None
    rgb = None
    for name in COLOR_INPUTS:
        if rgb is None and shader.GetInput(name):
            rgb = _numbers(shader, name, 3)
    tint = _numbers(shader, TINT, 3)
    if tint is not None:
        rgb = tint if rgb is None else rgb * tint
    if rgb is None:
        return None
    opacity = _numbers(shader, "opacity", 1)
    return np.clip(np.append(rgb, 1.0 if opacity is None else opacity), 0.0, 1.0)


def read_texture(prim: Usd.Prim) -> SurfaceTexture | None:
    """Picture that a prim's material gives its colour by (``UsdUVTexture`` with a file); None without."""
    material, _ = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial()
    shader, _, _ = material.ComputeSurfaceSource() if material else (None, "", None)
    diffuse = shader.GetInput("diffuseColor") if shader else None
    sources = diffuse.GetValueProducingAttributes() if diffuse else []
    image = UsdShade.Shader(sources[0].GetPrim()) if sources else None
    if not image or image.GetIdAttr().Get() != "UsdUVTexture":
        return None
    file, scale = _constant(image, "file"), _numbers(image, "scale", 3)
    if not isinstance(file, Sdf.AssetPath) or not file.resolvedPath:
        return None
    tint = np.clip(np.ones(3) if scale is None else scale, 0.0, 1.0)
    return SurfaceTexture(str(file.resolvedPath), (float(tint[0]), float(tint[1]), float(tint[2])))


def _numbers(shader: UsdShade.Shader, name: str, count: int) -> np.ndarray | None:
    """First numbers of a shader's input, shape (count,), all the same where it is one number; None without the input.

    Raises:
        ValueError: The input has a value that is not made of so many numbers.
    """
    value = _constant(shader, name)
    if value is None:
        return None
    try:
        return np.broadcast_to(np.atleast_1d(np.array(value, dtype=float))[:count], (count,))
    except (TypeError, ValueError) as error:
        where = f"'inputs:{name}' of prim '{shader.GetPath()}'"
        raise ValueError(f"{where} is {value!r:.80}; expected {count} numbers.") from error


def _constant(shader: UsdShade.Shader, name: str) -> Any | None:
    """Value of a shader's input, through connections to the material's own inputs."""
    shader_input = shader.GetInput(name)
    if not shader_input:
        return None
    attributes = shader_input.GetValueProducingAttributes()
    return (
        attributes[0].Get()
        if attributes and UsdShade.Utils.GetType(attributes[0].GetName()) != (UsdShade.AttributeType.Output)
        else None
    )


def read_light(prim: Usd.Prim, frames: Frames) -> Light:
    """Read a light. Its brightness serves Pippin's own pictures; MuJoCo's viewers light alike whatever it is."""
    is_dome = prim.IsA(UsdLux.DomeLight)
    directional = is_dome or prim.IsA(UsdLux.DistantLight)
    kind = mujoco.mjtLightType.mjLIGHT_DIRECTIONAL if directional else mujoco.mjtLightType.mjLIGHT_POINT
    pose = Pose(np.array([0.0, 0.0, 10.0]), np.eye(3)) if is_dome else frames.pose(prim)
    color, intensity = read_shine(prim)
    return Light(str(prim.GetPath()), kind, pose, color, is_dome, intensity)


def read_shine(prim: Usd.Prim) -> tuple[np.ndarray, float]:
    """Colour of a light, shape (3,), and its brightness, as :class:`Light` has it; 0 of a light that is hidden."""
    light = UsdLux.LightAPI(prim)
    color = np.array(light.GetColorAttr().Get() or (1.0, 1.0, 1.0))
    if light.GetEnableColorTemperatureAttr().Get():
        color = color * np.array(UsdLux.BlackbodyTemperatureAsRgb(light.GetColorTemperatureAttr().Get()))
    if not is_seen(prim):
        return color, 0.0
    intensity = float(light.GetIntensityAttr().Get()) * 2.0 ** float(light.GetExposureAttr().Get())
    is_lamp = not (prim.IsA(UsdLux.DomeLight) or prim.IsA(UsdLux.DistantLight))
    if is_lamp and not light.GetNormalizeAttr().Get():
        intensity *= _lamp_surface(prim)
    return color, intensity


def _lamp_surface(prim: Usd.Prim) -> float:
    """Surface of a lamp as seen from the side that shines [m^2]."""

    def value(name: str) -> float:
        return float(prim.GetAttribute(f"inputs:{name}").Get())

    if prim.IsA(UsdLux.RectLight):
        return value("width") * value("height")
    if prim.IsA(UsdLux.CylinderLight):
        return 2.0 * value("radius") * value("length")
    if prim.IsA(UsdLux.SphereLight) or prim.IsA(UsdLux.DiskLight):
        return float(np.pi * value("radius") ** 2)
    return 1.0
