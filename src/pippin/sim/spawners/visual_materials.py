"""Materials that are seen."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import MISSING

from pxr import Gf, Sdf, Usd, UsdShade

from pippin.utils import configclass

from ..prims import define_prim
from ..schemas.attributes import check_fields

logger = logging.getLogger("pippin")

Color = tuple[float, float, float]


@configclass
class VisualMaterialCfg:
    """A material for pictures."""

    func: Callable[..., Usd.Prim] = MISSING
    """Function that spawns the material: ``func(prim_path, cfg)``."""


def spawn_preview_surface(prim_path: str, cfg: PreviewSurfaceCfg) -> Usd.Prim:
    """Make a material with a preview surface, which every USD tool can draw.

    Returns:
        The shader, which has the values and is below the material.

    Raises:
        ValueError: There is another kind of prim at the path, or a value is out of range.
    """
    check_fields(cfg, ["roughness", "metallic", "opacity"])
    for name in ("roughness", "metallic", "opacity"):
        value = getattr(cfg, name)
        if not 0.0 <= value <= 1.0:
            raise ValueError(f"PreviewSurfaceCfg.{name} is {value!r}: it should lie between 0 and 1.")
    prim = define_prim(prim_path, "Material")
    shader = UsdShade.Shader.Define(prim.GetStage(), prim.GetPath().AppendChild("Shader"))
    shader.CreateIdAttr("UsdPreviewSurface")
    for name, color in (("diffuseColor", cfg.diffuse_color), ("emissiveColor", cfg.emissive_color)):
        shader.CreateInput(name, Sdf.ValueTypeNames.Color3f).Set(Gf.Vec3f(*color))
    for name in ("roughness", "metallic", "opacity"):
        shader.CreateInput(name, Sdf.ValueTypeNames.Float).Set(getattr(cfg, name))
    surface = shader.CreateOutput("surface", Sdf.ValueTypeNames.Token)
    UsdShade.Material(prim).CreateSurfaceOutput().ConnectToSource(surface)
    return shader.GetPrim()


@configclass
class PreviewSurfaceCfg(VisualMaterialCfg):
    """A surface with a colour."""

    func: Callable[..., Usd.Prim] = spawn_preview_surface

    diffuse_color: Color = (0.18, 0.18, 0.18)
    """Colour in linear RGB, each from 0 to 1."""

    emissive_color: Color = (0.0, 0.0, 0.0)
    """Colour that it glows with, in linear RGB."""

    roughness: float = 0.5
    """Roughness from 0, a mirror, to 1."""

    metallic: float = 0.0
    """How metallic it is, from 0 to 1."""

    opacity: float = 1.0
    """How opaque it is: 0 is clear, 1 is opaque."""


def spawn_from_mdl_file(prim_path: str, cfg: MdlFileCfg) -> Usd.Prim:
    """Make a grey preview surface in place of a material in NVIDIA's MDL, which only Omniverse can draw, and warn."""
    check_fields(cfg, ["mdl_path"])
    logger.warning("The MDL material '%s' at '%s' is drawn as a grey surface.", cfg.mdl_path, prim_path)
    prim = spawn_preview_surface(prim_path, PreviewSurfaceCfg(diffuse_color=(0.5, 0.5, 0.5)))
    return _keep_inputs(prim, cfg, ("project_uvw", "albedo_brightness", "texture_scale"))


@configclass
class MdlFileCfg(VisualMaterialCfg):
    """A material in an MDL file. Accepted for existing code: it is drawn as a grey surface."""

    func: Callable[..., Usd.Prim] = spawn_from_mdl_file

    mdl_path: str = MISSING
    """Path of the MDL file. It is not read."""

    project_uvw: bool | None = None
    """Whether texture coordinates are projected. Has no effect."""

    albedo_brightness: float | None = None
    """Brightness of the texture. Has no effect."""

    texture_scale: tuple[float, float] | None = None
    """Scale of the texture. Has no effect."""


def spawn_pbr(prim_path: str, cfg: PbrMdlCfg) -> Usd.Prim:
    """Make a preview surface of the colour and the roughness that NVIDIA's physically based material is given."""
    surface = PreviewSurfaceCfg(diffuse_color=cfg.diffuse_color_constant)
    if cfg.reflection_roughness_constant is not None:
        surface.roughness = cfg.reflection_roughness_constant
    prim = spawn_preview_surface(prim_path, surface)
    return _keep_inputs(prim, cfg, ("diffuse_color_constant", "reflection_roughness_constant"))


@configclass
class PbrMdlCfg(MdlFileCfg):
    """NVIDIA's physically based material, OmniPBR. It is drawn as a preview surface."""

    func: Callable[..., Usd.Prim] = spawn_pbr

    mdl_path: str = "OmniPBR.mdl"
    """Path of the MDL file. It is not read."""

    diffuse_color_constant: Color = (0.18, 0.18, 0.18)
    """Colour in linear RGB, each from 0 to 1."""

    reflection_roughness_constant: float | None = None
    """Roughness from 0, a mirror, to 1; None for 0.5, which is OmniPBR's."""


def spawn_glass(prim_path: str, cfg: GlassMdlCfg) -> Usd.Prim:
    """Make a preview surface that is clear as glass, without its refraction, and warn."""
    check_fields(cfg, ["glass_color", "frosting_roughness"])
    logger.warning("The glass at '%s' is drawn as a clear surface without refraction.", prim_path)
    surface = PreviewSurfaceCfg(
        diffuse_color=cfg.glass_color,
        roughness=cfg.frosting_roughness if cfg.frosting_roughness is not None else 0.0,
        opacity=0.3,
    )
    prim = spawn_preview_surface(prim_path, surface)
    return _keep_inputs(prim, cfg, ("glass_color", "frosting_roughness", "thin_walled", "glass_ior"))


@configclass
class GlassMdlCfg(VisualMaterialCfg):
    """Glass. It is drawn as a clear surface without refraction."""

    func: Callable[..., Usd.Prim] = spawn_glass

    mdl_path: str = "OmniGlass.mdl"
    """Path of the MDL file. It is not read."""

    glass_color: Color = (1.0, 1.0, 1.0)
    """Colour in linear RGB, each from 0 to 1."""

    frosting_roughness: float | None = None
    """Roughness from 0, clear, to 1, frosted; None for clear."""

    thin_walled: bool | None = None
    """Whether light passes straight. Has no effect."""

    glass_ior: float | None = None
    """Index of refraction. Has no effect."""


_TYPES = {1: Sdf.ValueTypeNames.Float, 2: Sdf.ValueTypeNames.Float2, 3: Sdf.ValueTypeNames.Color3f}
"""Types of inputs by the number of their components."""


def _keep_inputs(shader: Usd.Prim, cfg: VisualMaterialCfg, names: tuple[str, ...]) -> Usd.Prim:
    """Write what an MDL material would be given into its stand-in, for tools that read a saved stage."""
    for name in names:
        value = getattr(cfg, name)
        if value is not None:
            count = len(value) if isinstance(value, (tuple, list)) else 1
            kind = Sdf.ValueTypeNames.Bool if isinstance(value, bool) else _TYPES[count]
            UsdShade.Shader(shader).CreateInput(name, kind).Set(value if count == 1 else tuple(value))
    return shader
