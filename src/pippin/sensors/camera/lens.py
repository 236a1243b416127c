"""Optics of camera prims: from focal length and apertures to intrinsic matrices and back."""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass, replace

import numpy as np
from pxr import Usd, UsdGeom

from pippin.sim.spawners.lens_distortion import COEFFICIENTS, INTRINSICS, MAX_ANGLE, MODEL

logger = logging.getLogger("pippin")

FTHETA = {
    "width": "fthetaWidth",
    "height": "fthetaHeight",
    "center_x": "fthetaCx",
    "center_y": "fthetaCy",
    "max_angle": "fthetaMaxFov",
}
"""Fields of :class:`FisheyeLens` and the attributes of Omniverse's fisheye cameras that hold them."""


@dataclass(frozen=True)
class FisheyeLens:
    """A lens with which the angle from the optical axis is a polynomial of the distance from the centre.

    Attributes:
        width: Width of the picture that the other values are for [pixel].
        height: Its height [pixel].
        center_x: Column of the optical axis [pixel].
        center_y: Row of the optical axis [pixel].
        max_angle: Angle of the cone that is seen [deg].
        polynomial: Coefficients of the distance to the power of 0, 1, ... [rad/pixel^i].
    """

    width: float
    height: float
    center_x: float
    center_y: float
    max_angle: float
    polynomial: tuple[float, ...]


@dataclass(frozen=True)
class CalibratedLens:
    """A lens by one of OpenCV's models.

    Attributes:
        model: "opencvPinhole" or "opencvFisheye".
        coefficients: Its coefficients, in the order of :data:`pippin.sim.spawners.lens_distortion.COEFFICIENTS`.
        max_angle: Angle of the cone that a fisheye sees [rad].
    """

    model: str
    coefficients: tuple[float, ...]
    max_angle: float = math.pi

    @property
    def bends(self) -> bool:
        """Whether rays go otherwise than through a pinhole."""
        return self.model == "opencvFisheye" or any(self.coefficients)


@dataclass(frozen=True)
class Lens:
    """Optics of one camera.

    Attributes:
        focal_x: Focal length [pixel].
        focal_y: Focal length [pixel], where pixels are not square.
        center_x: Where the optical axis meets the picture, from its left [pixel].
        center_y: The same, from its top [pixel].
        near: Nearest distance from the image plane that is seen [m].
        far: Farthest distance that is seen [m].
        fisheye: Fisheye lens, which then stands in for focal lengths and centre; None for a pinhole.
        calibrated: Lens by OpenCV's models, which goes with focal lengths and centre; None for none.
    """

    focal_x: float
    focal_y: float
    center_x: float
    center_y: float
    near: float
    far: float
    fisheye: FisheyeLens | None = None
    calibrated: CalibratedLens | None = None

    @property
    def is_pinhole(self) -> bool:
        """Whether rays go straight through the centre."""
        return self.fisheye is None and not (self.calibrated is not None and self.calibrated.bends)

    @property
    def matrix(self) -> np.ndarray:
        """Intrinsic matrix [pixel], shape (3, 3), float32."""
        rows = [[self.focal_x, 0.0, self.center_x], [0.0, self.focal_y, self.center_y], [0.0, 0.0, 1.0]]
        return np.array(rows, dtype=np.float32)

    def with_matrix(self, matrix: np.ndarray) -> Lens:
        """The same with other focal lengths and centre, from an intrinsic matrix of shape (3, 3)."""
        return replace(
            self,
            focal_x=float(matrix[0, 0]),
            focal_y=float(matrix[1, 1]),
            center_x=float(matrix[0, 2]),
            center_y=float(matrix[1, 2]),
        )


def read_lens(prim: Usd.Prim, width: int, height: int) -> Lens:
    """Optics of a camera prim.

    The picture's window at the focal length f reaches from ``offset - aperture / 2`` to ``offset + aperture / 2``, so
    that ``f_x = width f / aperture`` and ``c_x = width / 2 - offset f_x / f``; rows are counted downwards. A prim whose
    vertical aperture was not set has square pixels.

    Args:
        prim: Prim of the type Camera.
        width: Width of the picture [pixel].
        height: Height of the picture [pixel].

    Raises:
        ValueError: A length is not positive, or the clipping range is empty.
        NotImplementedError: There is no such projection.
    """
    camera = UsdGeom.Camera(prim)
    focal = float(camera.GetFocalLengthAttr().Get())
    aperture_x = float(camera.GetHorizontalApertureAttr().Get())
    vertical = camera.GetVerticalApertureAttr()
    aperture_y = float(vertical.Get()) if vertical.IsAuthored() else aperture_x * height / width
    near, far = (float(distance) for distance in camera.GetClippingRangeAttr().Get())
    if not (min(focal, aperture_x, aperture_y) > 0.0 and 0.0 <= near < far):
        raise ValueError(
            f"The camera '{prim.GetPath()}' has the focal length {focal}, apertures {aperture_x} and {aperture_y} and "
            f"the clipping range {near} to {far} m: lengths should be positive, and the range not empty."
        )
    focal_x, focal_y = width * focal / aperture_x, height * focal / aperture_y
    calibrated = _read_calibration(prim, width, height, near, far)
    if calibrated is not None:
        return calibrated
    return Lens(
        focal_x,
        focal_y,
        width / 2.0 - float(camera.GetHorizontalApertureOffsetAttr().Get()) * focal_x / focal,
        height / 2.0 + float(camera.GetVerticalApertureOffsetAttr().Get()) * focal_y / focal,
        near,
        far,
        _read_fisheye(prim),
    )


def _read_calibration(prim: Usd.Prim, width: int, height: int, near: float, far: float) -> Lens | None:
    """Optics by OpenCV's models, None where the camera prim has no whole calibration.

    Raises:
        NotImplementedError: There is no such model.
    """
    model = prim.GetAttribute(MODEL).Get()
    if not model:
        return None
    if model not in COEFFICIENTS:
        raise NotImplementedError(
            f"The camera '{prim.GetPath()}' has the lens '{model}'; there are {', '.join(COEFFICIENTS)}."
        )
    prefix = f"omni:lensdistortion:{model}"
    values = [prim.GetAttribute(f"{prefix}:{name}").Get() for name in INTRINSICS]
    if any(value is None for value in values):
        return None
    size = prim.GetAttribute(f"{prefix}:imageSize").Get()
    if size is not None and tuple(size) != (width, height):
        logger.warning(
            "The lens of the camera '%s' was calibrated for pictures of the imageSize %s, and its pictures are of %s: "
            "focal lengths and centre stay as they are.",
            *(prim.GetPath(), tuple(size), (width, height)),
        )
    coefficients = tuple(float(prim.GetAttribute(f"{prefix}:{name}").Get() or 0.0) for name in COEFFICIENTS[model])
    max_angle = float(prim.GetAttribute(MAX_ANGLE).Get() or math.pi)
    focal_x, focal_y, center_x, center_y = (float(value) for value in values)
    lens = CalibratedLens(model, coefficients, max_angle)
    return Lens(focal_x, focal_y, center_x, center_y, near, far, calibrated=lens)


def write_lens(prim: Usd.Prim, lens: Lens, width: int, height: int, focal_length: float) -> None:
    """Give a camera prim the apertures that make up a lens, at a focal length in the unit of the apertures."""
    camera = UsdGeom.Camera(prim)
    camera.GetFocalLengthAttr().Set(focal_length)
    camera.GetHorizontalApertureAttr().Set(width * focal_length / lens.focal_x)
    camera.GetVerticalApertureAttr().Set(height * focal_length / lens.focal_y)
    camera.GetHorizontalApertureOffsetAttr().Set((width / 2.0 - lens.center_x) * focal_length / lens.focal_x)
    camera.GetVerticalApertureOffsetAttr().Set((lens.center_y - height / 2.0) * focal_length / lens.focal_y)


def _read_fisheye(prim: Usd.Prim) -> FisheyeLens | None:
    """Fisheye lens of a camera prim, None for a pinhole."""
    projection = prim.GetAttribute("cameraProjectionType").Get() or "pinhole"
    if projection == "pinhole":
        return None
    if projection != "fisheyePolynomial":
        raise NotImplementedError(
            f"The camera '{prim.GetPath()}' has the projection '{projection}'; there are 'pinhole' and "
            "'fisheyePolynomial'."
        )
    values = {field: float(prim.GetAttribute(name).Get()) for field, name in FTHETA.items()}
    polynomial = tuple(float(prim.GetAttribute(f"fthetaPoly{letter}").Get() or 0.0) for letter in "ABCDEF")
    return FisheyeLens(**values, polynomial=polynomial)
