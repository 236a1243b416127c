"""Cameras and frames for sensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from pxr import Sdf, Usd

from pippin.utils import configclass

from ..prims import create_prim
from .cfg import SpawnerCfg
from .lens_distortion import OpenCvDistortionCfg, author_distortion
from .placement import clone


@clone
def spawn_camera(
    prim_path: str,
    cfg: PinholeCameraCfg | FisheyeCameraCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn a USD camera, which looks along its negative z-axis with y up.

    The arguments are those of :func:`pippin.sim.spawn`.

    Raises:
        ValueError: A length is not positive, or the clipping range is empty.
    """
    _check_camera(cfg)
    attributes = {
        "clippingRange": cfg.clipping_range,
        "focalLength": cfg.focal_length,
        "focusDistance": cfg.focus_distance,
        "fStop": cfg.f_stop,
        "horizontalAperture": cfg.horizontal_aperture,
        "horizontalApertureOffset": cfg.horizontal_aperture_offset,
        "verticalApertureOffset": cfg.vertical_aperture_offset,
    }
    if cfg.vertical_aperture is not None:
        attributes["verticalAperture"] = cfg.vertical_aperture
    prim = create_prim(prim_path, "Camera", None, translation, orientation, attributes=attributes)
    _create(prim, "cameraProjectionType", Sdf.ValueTypeNames.Token, cfg.projection_type)
    _create(prim, "omni:kit:cameraLock", Sdf.ValueTypeNames.Bool, cfg.lock_camera)
    if isinstance(cfg, FisheyeCameraCfg):
        for name, field in FISHEYE_ATTRIBUTES.items():
            _create(prim, name, Sdf.ValueTypeNames.Float, getattr(cfg, field))
    if cfg.distortion is not None:
        author_distortion(prim, cfg.distortion)
    return prim


@configclass
class PinholeCameraCfg(SpawnerCfg):
    """A camera with a pinhole. Focal length and apertures are in tenths of the stage's unit, or any common unit."""

    func: Callable[..., Usd.Prim] = spawn_camera

    projection_type: str = "pinhole"
    """Kind of projection."""

    distortion: OpenCvDistortionCfg | None = None
    """Calibration by OpenCV's models, which goes before focal length, apertures and projection; None for none."""

    clipping_range: tuple[float, float] = (0.01, 1e6)
    """Nearest and farthest distance that is seen [m]."""

    focal_length: float = 24.0
    """Focal length."""

    focus_distance: float = 400.0
    """Distance that is in focus [m]."""

    f_stop: float = 0.0
    """Aperture of the lens; 0 has everything in focus."""

    horizontal_aperture: float = 20.955
    """Width of the picture at the focal length."""

    vertical_aperture: float | None = None
    """Height of the picture at the focal length; None has square pixels."""

    horizontal_aperture_offset: float = 0.0
    """Shift of the picture to the right, in the unit of the aperture."""

    vertical_aperture_offset: float = 0.0
    """Shift of the picture upwards, in the unit of the aperture."""

    lock_camera: bool = True
    """Whether the mouse in Omniverse's viewport leaves the camera where it is."""

    @classmethod
    def from_intrinsic_matrix(
        cls,
        intrinsic_matrix: Sequence[float],
        width: int,
        height: int,
        clipping_range: tuple[float, float] = (0.01, 1e6),
        focal_length: float | None = None,
        focus_distance: float = 400.0,
        f_stop: float = 0.0,
        projection_type: str = "pinhole",
        lock_camera: bool = True,
    ) -> PinholeCameraCfg:
        """Config of the camera that has a given intrinsic matrix.

        The window of a USD camera at the focal length f reaches from ``offset - aperture / 2`` to
        ``offset + aperture / 2``. With the width w in pixels, this gives ``f_x = w f / aperture`` and
        ``c_x = w / 2 - offset f_x / f``; rows are counted downwards, so ``c_y = h / 2 + offset f_y / f``.

        Args:
            intrinsic_matrix: Matrix ``[f_x, 0, c_x, 0, f_y, c_y, 0, 0, 1]``, row by row, in pixels.
            width: Width of the picture in pixels.
            height: Height of the picture in pixels.
            clipping_range: Nearest and farthest distance that is seen [m].
            focal_length: Focal length; None takes 24.
            focus_distance: Distance that is in focus [m].
            f_stop: Aperture of the lens; 0 has everything in focus.
            projection_type: Kind of projection.
            lock_camera: Whether the mouse in Omniverse's viewport leaves the camera where it is.

        Raises:
            ValueError: The matrix is not of nine numbers, or has skew.
        """
        if len(intrinsic_matrix) != 9:
            raise ValueError(f"The intrinsic matrix has {len(intrinsic_matrix)} numbers: it should be 9, row by row.")
        f_x, skew, c_x, _, f_y, c_y = (float(value) for value in intrinsic_matrix[:6])
        if skew != 0.0 or f_x <= 0.0 or f_y <= 0.0:
            raise ValueError(f"The intrinsic matrix {intrinsic_matrix} should have no skew and positive focal lengths.")
        focal_length = 24.0 if focal_length is None else focal_length
        return cls(
            projection_type=projection_type,
            clipping_range=clipping_range,
            focal_length=focal_length,
            focus_distance=focus_distance,
            f_stop=f_stop,
            horizontal_aperture=width * focal_length / f_x,
            vertical_aperture=height * focal_length / f_y,
            horizontal_aperture_offset=(width / 2 - c_x) * focal_length / f_x,
            vertical_aperture_offset=(c_y - height / 2) * focal_length / f_y,
            lock_camera=lock_camera,
        )


@configclass
class FisheyeCameraCfg(PinholeCameraCfg):
    """A camera with a fisheye lens: the angle from the axis is a polynomial of the distance from the centre."""

    projection_type: Literal[
        "fisheyePolynomial",
        "fisheyeSpherical",
        "fisheyeKannalaBrandtK3",
        "fisheyeRadTanThinPrism",
        "omniDirectionalStereo",
    ] = "fisheyePolynomial"
    """Kind of projection."""

    fisheye_nominal_width: float = 1936.0
    """Width of the picture that the other values are for [pixel]."""

    fisheye_nominal_height: float = 1216.0
    """Height of the picture that the other values are for [pixel]."""

    fisheye_optical_centre_x: float = 970.94244
    """Column of the optical centre [pixel]."""

    fisheye_optical_centre_y: float = 600.37482
    """Row of the optical centre [pixel]."""

    fisheye_max_fov: float = 200.0
    """Largest angle that is seen [deg]."""

    fisheye_polynomial_a: float = 0.0
    """Constant term of the polynomial [rad]."""

    fisheye_polynomial_b: float = 0.00245
    """Coefficient of the distance [rad/pixel]."""

    fisheye_polynomial_c: float = 0.0
    """Coefficient of its square."""

    fisheye_polynomial_d: float = 0.0
    """Coefficient of its cube."""

    fisheye_polynomial_e: float = 0.0
    """Coefficient of its fourth power."""

    fisheye_polynomial_f: float = 0.0
    """Coefficient of its fifth power."""


FISHEYE_ATTRIBUTES = {
    "fthetaWidth": "fisheye_nominal_width",
    "fthetaHeight": "fisheye_nominal_height",
    "fthetaCx": "fisheye_optical_centre_x",
    "fthetaCy": "fisheye_optical_centre_y",
    "fthetaMaxFov": "fisheye_max_fov",
    "fthetaPolyA": "fisheye_polynomial_a",
    "fthetaPolyB": "fisheye_polynomial_b",
    "fthetaPolyC": "fisheye_polynomial_c",
    "fthetaPolyD": "fisheye_polynomial_d",
    "fthetaPolyE": "fisheye_polynomial_e",
    "fthetaPolyF": "fisheye_polynomial_f",
}
"""Attributes of Omniverse's fisheye cameras and the fields that they hold."""


@clone
def spawn_sensor_frame(
    prim_path: str,
    cfg: SensorFrameCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
) -> Usd.Prim:
    """Spawn a frame without anything in it. The arguments are those of :func:`pippin.sim.spawn`."""
    return create_prim(prim_path, "Xform", translation=translation, orientation=orientation)


@configclass
class SensorFrameCfg(SpawnerCfg):
    """A frame that a sensor measures in."""

    func: Callable[..., Usd.Prim] = spawn_sensor_frame


def _check_camera(cfg: PinholeCameraCfg) -> None:
    """Refuse what no camera can have."""
    near, far = cfg.clipping_range
    if not 0.0 < near < far:
        raise ValueError(f"The camera's clipping range is {cfg.clipping_range}: it should be 0 < nearest < farthest.")
    for name in ("focal_length", "horizontal_aperture", "vertical_aperture"):
        value = getattr(cfg, name)
        if value is not None and not 0.0 < value < float("inf"):
            raise ValueError(f"The camera's {name} is {value!r}: it should be positive.")


def _create(prim: Usd.Prim, name: str, attribute_type: Sdf.ValueTypeName, value: object) -> None:
    """Author an attribute that USD's schema of cameras does not have."""
    prim.CreateAttribute(name, attribute_type, custom=True).Set(value)
