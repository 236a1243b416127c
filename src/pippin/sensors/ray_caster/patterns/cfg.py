"""Configs of the patterns of rays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import MISSING
from typing import Any, Literal, Self

import torch

from pippin.utils import configclass

from . import patterns


@configclass
class PatternBaseCfg:
    """What all patterns have in common."""

    func: Callable[..., tuple[torch.Tensor, torch.Tensor]] = MISSING
    """Function that makes the rays: called with the config and a device, it returns starts [m] and directions in the
    frame of the sensor, each of shape (R, 3)."""


@configclass
class GridPatternCfg(PatternBaseCfg):
    """Parallel rays that start on a grid in the plane of x and y, as for scans of the ground's height."""

    func: Callable[..., tuple[torch.Tensor, torch.Tensor]] = patterns.grid_pattern
    """Function that makes the rays."""

    resolution: float = MISSING
    """Distance of neighbours [m]."""

    size: tuple[float, float] = MISSING
    """Lengths of the grid along x and y [m]."""

    direction: tuple[float, float, float] = (0.0, 0.0, -1.0)
    """Direction of the rays."""

    ordering: Literal["xy", "yx"] = "xy"
    """Order of the rays: with "xy" x runs fastest, with "yx" y does."""


@configclass
class LidarPatternCfg(PatternBaseCfg):
    """Rays of a lidar that turns about z."""

    func: Callable[..., tuple[torch.Tensor, torch.Tensor]] = patterns.lidar_pattern
    """Function that makes the rays."""

    channels: int = MISSING
    """Number of elevations."""

    vertical_fov_range: tuple[float, float] = MISSING
    """First and last elevation [deg]."""

    horizontal_fov_range: tuple[float, float] = MISSING
    """First and last azimuth [deg]; of a full turn the last is left out."""

    horizontal_res: float = MISSING
    """Largest difference of neighbouring azimuths [deg]."""


@configclass
class BpearlPatternCfg(PatternBaseCfg):
    """Rays of RoboSense's hemispherical lidar BPearl, about z."""

    func: Callable[..., tuple[torch.Tensor, torch.Tensor]] = patterns.bpearl_pattern
    """Function that makes the rays."""

    horizontal_fov: float = 360.0
    """Range of the azimuths [deg]."""

    horizontal_res: float = 10.0
    """Difference of neighbouring azimuths [deg]."""

    vertical_ray_angles: list[float] = [89.5 - 2.8125 * channel for channel in range(32)]
    """Elevations [deg]."""


@configclass
class PinholeCameraPatternCfg(PatternBaseCfg):
    """Rays through the pixels of a camera that looks along x.

    Apertures and focal length are in a common unit, as are those of :class:`pippin.sim.PinholeCameraCfg`.
    """

    func: Callable[..., tuple[torch.Tensor, torch.Tensor]] = patterns.pinhole_camera_pattern
    """Function that makes the rays; it takes intrinsic matrices as well, between the config and the device."""

    focal_length: float = 24.0
    """Focal length."""

    horizontal_aperture: float = 20.955
    """Width of the window that is seen at the focal length."""

    vertical_aperture: float | None = None
    """Height of that window; None makes the pixels square."""

    horizontal_aperture_offset: float = 0.0
    """How far to the right the middle of the window lies."""

    vertical_aperture_offset: float = 0.0
    """How far up the middle of the window lies."""

    width: int = MISSING
    """Number of columns."""

    height: int = MISSING
    """Number of rows."""

    @classmethod
    def from_intrinsic_matrix(
        cls, intrinsic_matrix: Sequence[float], width: int, height: int, focal_length: float = 24.0, **others: Any
    ) -> Self:
        """Config of the pattern that has a given intrinsic matrix.

        Args:
            intrinsic_matrix: Matrix ``[f_x, 0, c_x, 0, f_y, c_y, 0, 0, 1]``, row by row, in pixels.
            width: Number of columns.
            height: Number of rows.
            focal_length: Focal length.
            **others: Other fields of the config.

        Raises:
            ValueError: The matrix is not of nine numbers, has skew, or focal lengths that are not positive.
        """
        if len(intrinsic_matrix) != 9:
            raise ValueError(f"The intrinsic matrix has {len(intrinsic_matrix)} numbers: it should be 9, row by row.")
        f_x, skew, c_x, _, f_y, c_y = (float(value) for value in intrinsic_matrix[:6])
        if skew != 0.0 or not (f_x > 0.0 and f_y > 0.0):
            raise ValueError(f"The intrinsic matrix {intrinsic_matrix} should have no skew and positive focal lengths.")
        return cls(
            focal_length=focal_length,
            horizontal_aperture=width * focal_length / f_x,
            vertical_aperture=height * focal_length / f_y,
            horizontal_aperture_offset=(width / 2.0 - c_x) * focal_length / f_x,
            vertical_aperture_offset=(c_y - height / 2.0) * focal_length / f_y,
            width=width,
            height=height,
            **others,
        )

    def intrinsic_matrix(self) -> torch.Tensor:
        """Intrinsic matrix in pixels, shape (3, 3), float64.

        The window reaches from ``offset - aperture / 2`` to ``offset + aperture / 2``, and rows are counted downwards.

        Raises:
            ValueError: A focal length or aperture is not positive.
        """
        aperture = self.horizontal_aperture
        vertical = self.vertical_aperture if self.vertical_aperture is not None else aperture * self.height / self.width
        if not (self.focal_length > 0.0 and aperture > 0.0 and vertical > 0.0):
            raise ValueError(
                f"The pinhole pattern's focal length {self.focal_length!r} and apertures {aperture!r} and {vertical!r} "
                "should be positive."
            )
        f_x, f_y = self.width * self.focal_length / aperture, self.height * self.focal_length / vertical
        c_x = self.width / 2.0 - self.horizontal_aperture_offset * f_x / self.focal_length
        c_y = self.height / 2.0 + self.vertical_aperture_offset * f_y / self.focal_length
        return torch.tensor([[f_x, 0.0, c_x], [0.0, f_y, c_y], [0.0, 0.0, 1.0]], dtype=torch.float64)
