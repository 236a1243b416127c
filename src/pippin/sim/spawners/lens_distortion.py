"""Calibrations of cameras by OpenCV's models of lenses, and the attributes of Omniverse's cameras that hold them."""

from __future__ import annotations

import math
from dataclasses import MISSING

from pxr import Gf, Sdf, Usd

from pippin.utils import configclass

MODEL = "omni:lensdistortion:model"
"""Attribute that names the model of a camera's lens."""

INTRINSICS = ("fx", "fy", "cx", "cy")
"""Attributes of each model: focal lengths and optical centre [pixel]."""

COEFFICIENTS = {
    "opencvPinhole": ("k1", "k2", "k3", "k4", "k5", "k6", "p1", "p2", "s1", "s2", "s3", "s4"),
    "opencvFisheye": ("k1", "k2", "k3", "k4"),
}
"""Coefficients by model, in the order in which they are kept."""

MAX_ANGLE = "pippin:opencvFisheye:maxAngle"
"""Attribute with the angle of the cone that a fisheye lens sees [rad], for which Omniverse has none."""

_SCHEMAS = {
    "opencvPinhole": "OmniLensDistortionOpenCvPinholeAPI",
    "opencvFisheye": "OmniLensDistortionOpenCvFisheyeAPI",
}


def author_distortion(prim: Usd.Prim, cfg: OpenCvDistortionCfg) -> None:
    """Give a camera prim a calibration.

    Raises:
        ValueError: There is no such model, or a focal length is not positive.
    """
    if cfg.model not in COEFFICIENTS:
        raise ValueError(f"The lens's model is {cfg.model!r}: it should be one of {list(COEFFICIENTS)}.")
    if not (0.0 < cfg.fx < math.inf and 0.0 < cfg.fy < math.inf):
        raise ValueError(f"The lens has the focal lengths {cfg.fx} and {cfg.fy}: they should be positive [pixel].")
    prefix = f"omni:lensdistortion:{cfg.model}"
    prim.AddAppliedSchema(_SCHEMAS[cfg.model])
    _create(prim, MODEL, Sdf.ValueTypeNames.Token, cfg.model)
    _create(prim, f"{prefix}:imageSize", Sdf.ValueTypeNames.Int2, Gf.Vec2i(*cfg.image_size))
    for name in INTRINSICS:
        _create(prim, f"{prefix}:{name}", Sdf.ValueTypeNames.Float, getattr(cfg, name))
    for name in COEFFICIENTS[cfg.model]:
        value = getattr(cfg, name) if cfg.apply_lens_distortion else 0.0
        _create(prim, f"{prefix}:{name}", Sdf.ValueTypeNames.Float, value)
    if isinstance(cfg, OpenCvFisheyeDistortionCfg):
        _create(prim, MAX_ANGLE, Sdf.ValueTypeNames.Float, cfg.max_fov)


def _create(prim: Usd.Prim, name: str, attribute_type: Sdf.ValueTypeName, value: object) -> None:
    prim.CreateAttribute(name, attribute_type, custom=True).Set(value)


@configclass
class OpenCvDistortionCfg:
    """A calibration: focal lengths and centre, which go before those of the camera, and how the lens bends rays."""

    model: str = MISSING
    """Model of the lens, which the classes below set."""

    fx: float = MISSING
    """Focal length along the rows [pixel]."""

    fy: float = MISSING
    """Focal length along the columns [pixel]."""

    cx: float = MISSING
    """Where the optical axis meets the picture, from its left [pixel]."""

    cy: float = MISSING
    """The same, from its top [pixel]."""

    image_size: tuple[int, int] = MISSING
    """Width and height of the pictures of the calibration [pixel]."""

    apply_lens_distortion: bool = True
    """Whether the lens bends rays; if not, its coefficients are 0."""


@configclass
class OpenCvPinholeDistortionCfg(OpenCvDistortionCfg):
    """A lens by OpenCV's rational model with thin prisms (:class:`pippin.physics.rendering.Distortion`)."""

    model: str = "opencvPinhole"

    k1: float = 0.0
    """Radial coefficient of r^2."""

    k2: float = 0.0
    """Radial coefficient of r^4."""

    k3: float = 0.0
    """Radial coefficient of r^6."""

    k4: float = 0.0
    """Radial coefficient of r^2, below the fraction's line."""

    k5: float = 0.0
    """Radial coefficient of r^4, below the fraction's line."""

    k6: float = 0.0
    """Radial coefficient of r^6, below the fraction's line."""

    p1: float = 0.0
    """Tangential coefficient."""

    p2: float = 0.0
    """Tangential coefficient."""

    s1: float = 0.0
    """Thin prisms along x, coefficient of r^2."""

    s2: float = 0.0
    """Thin prisms along x, coefficient of r^4."""

    s3: float = 0.0
    """Thin prisms along y, coefficient of r^2."""

    s4: float = 0.0
    """Thin prisms along y, coefficient of r^4."""


@configclass
class OpenCvFisheyeDistortionCfg(OpenCvDistortionCfg):
    """A fisheye lens: the distance from the centre is a (1 + k1 a^2 + k2 a^4 + k3 a^6 + k4 a^8) of the angle a."""

    model: str = "opencvFisheye"

    k1: float = 0.0
    """Coefficient of the angle's cube."""

    k2: float = 0.0
    """Coefficient of its fifth power."""

    k3: float = 0.0
    """Coefficient of its seventh power."""

    k4: float = 0.0
    """Coefficient of its ninth power."""

    max_fov: float = math.pi
    """Angle of the cone that is seen [rad]."""
