"""Rays of each pattern.

Every function returns the starts [m] and the directions (unit vectors) of R rays in the frame of the sensor, whose x
axis points forward, y to the left and z up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import MISSING
from typing import Any, Literal, Self

import torch

from pippin.utils import configclass

Rays = tuple[torch.Tensor, torch.Tensor]


def grid_pattern(cfg: GridPatternCfg, device: str) -> Rays:
    """Parallel rays that start on a grid about the origin.

    Args:
        cfg: Config of the pattern.
        device: Device of the tensors.

    Returns:
        Starts and directions, each of shape (R, 3), float32.

    Raises:
        ValueError: The resolution is not positive, a size is negative, the direction is 0, or the order is unknown.
    """
    if not (math.isfinite(cfg.resolution) and cfg.resolution > 0.0):
        raise ValueError(f"Resolution must be greater than 0 in a grid pattern, not {cfg.resolution!r} m.")
    if not all(math.isfinite(length) and length >= 0.0 for length in cfg.size):
        raise ValueError(f"The size of the grid pattern should be two lengths of 0 or more, not {cfg.size!r} m.")
    if cfg.ordering not in ("xy", "yx"):
        raise ValueError(f"Ordering must be 'xy' or 'yx' in a grid pattern, not {cfg.ordering!r}.")
    if not any(cfg.direction):
        raise ValueError(f"'direction' of the grid pattern is {cfg.direction}; expected a vector that is not 0.")
    x, y = (_grid_line(length, cfg.resolution, device) for length in cfg.size)
    # Meshgrid's "xy" has rows along y, so that x runs fastest where it is flattened.
    grid_x, grid_y = torch.meshgrid(x, y, indexing="xy" if cfg.ordering == "xy" else "ij")
    starts = torch.stack([grid_x.flatten(), grid_y.flatten(), torch.zeros_like(grid_x).flatten()], dim=1)
    direction = torch.nn.functional.normalize(torch.tensor(cfg.direction, dtype=torch.float32, device=device), dim=0)
    return starts, direction.repeat(len(starts), 1)


def lidar_pattern(cfg: LidarPatternCfg, device: str) -> Rays:
    """Rays of a lidar that turns about z: all its channels at each of its azimuths; the azimuths run fastest.

    Args:
        cfg: Config of the pattern.
        device: Device of the tensors.

    Returns:
        Starts, which are all 0, and directions, each of shape (R, 3), float32.

    Raises:
        ValueError: There are no channels, or the horizontal resolution or field of view is not positive.
    """
    left, right = cfg.horizontal_fov_range
    if cfg.channels < 1:
        raise ValueError(f"A lidar pattern needs channels, 1 or more, not {cfg.channels!r}.")
    if not (cfg.horizontal_res > 0.0 and right >= left):
        raise ValueError(
            f"A lidar pattern needs horizontal_res above 0 and a rising horizontal_fov_range, not "
            f"{cfg.horizontal_res!r} and {cfg.horizontal_fov_range!r} degrees."
        )
    elevations = torch.linspace(*cfg.vertical_fov_range, cfg.channels, device=device)
    # The quotient as it is rounded, as in Isaac Lab: 10.8 by 0.6 degrees is above 18 and gives a ray more, which its
    # policies observe.
    azimuths = torch.linspace(left, right, math.ceil((right - left) / cfg.horizontal_res) + 1, device=device)
    if abs(right - left - 360.0) < 1e-6:
        azimuths = azimuths[:-1]  # the last one is the first
    return _from_origin(_directions(elevations, azimuths))


def bpearl_pattern(cfg: BpearlPatternCfg, device: str) -> Rays:
    """Rays of RoboSense's hemispherical lidar BPearl; the elevations run fastest.

    Args:
        cfg: Config of the pattern.
        device: Device of the tensors.

    Returns:
        Starts, which are all 0, and directions, each of shape (R, 3), float32.

    Raises:
        ValueError: The horizontal resolution is not positive, or there are no vertical angles.
    """
    if not cfg.horizontal_res > 0.0 or not cfg.vertical_ray_angles:
        raise ValueError(
            f"A BPearl pattern needs horizontal_res above 0 and vertical_ray_angles, not {cfg.horizontal_res!r} and "
            f"{cfg.vertical_ray_angles!r}."
        )
    half = cfg.horizontal_fov / 2.0
    azimuths = torch.arange(-half, half, cfg.horizontal_res, device=device) + 180.0
    elevations = torch.tensor(cfg.vertical_ray_angles, dtype=torch.float32, device=device)
    directions = _directions(elevations, azimuths).reshape(len(elevations), len(azimuths), 3)
    return _from_origin(directions.transpose(0, 1).reshape(-1, 3))


def pinhole_camera_pattern(cfg: PinholeCameraPatternCfg, intrinsic_matrices: torch.Tensor, device: str) -> Rays:
    """Rays through the centres of the pixels of cameras that look along x; the columns run fastest.

    Args:
        cfg: Config of the pattern.
        intrinsic_matrices: Intrinsic matrices of N cameras, in pixels, shape (N, 3, 3).
        device: Device of the tensors.

    Returns:
        Starts, which are all 0, and directions, each of shape (N, height * width, 3), float32.

    Raises:
        ValueError: An intrinsic matrix is singular, or the image is empty.
    """
    if cfg.width < 1 or cfg.height < 1:
        raise ValueError(
            f"The pinhole pattern is {cfg.width} x {cfg.height} pixels: it should have 1 or more each way."
        )
    matrices = intrinsic_matrices.to(device=device, dtype=torch.float64)
    if not bool((torch.linalg.det(matrices).abs() > 1e-12).all()):
        raise ValueError(
            f"Intrinsic matrices of the pinhole pattern are {intrinsic_matrices.tolist()}; expected regular ones."
        )
    rows, columns = torch.meshgrid(
        torch.arange(cfg.height, device=device) + 0.5, torch.arange(cfg.width, device=device) + 0.5, indexing="ij"
    )
    pixels = torch.stack([columns.flatten(), rows.flatten(), torch.ones_like(rows).flatten()]).double()
    right, down, forward = torch.linalg.solve(matrices, pixels.expand(len(matrices), -1, -1)).unbind(dim=1)
    return _from_origin(torch.nn.functional.normalize(torch.stack([forward, -right, -down], dim=2), dim=2).float())


def _grid_line(length: float, resolution: float, device: str) -> torch.Tensor:
    count = math.floor(length / resolution + 1e-6) + 1
    return torch.arange(count, device=device) * resolution - length / 2.0


def _directions(elevations: torch.Tensor, azimuths: torch.Tensor) -> torch.Tensor:
    """Unit vectors at all pairs of angles [deg], the azimuths fastest, shape (R, 3)."""
    elevation, azimuth = torch.meshgrid(torch.deg2rad(elevations), torch.deg2rad(azimuths), indexing="ij")
    parts = [elevation.cos() * azimuth.cos(), elevation.cos() * azimuth.sin(), elevation.sin()]
    return torch.stack(parts, dim=-1).reshape(-1, 3)


def _from_origin(directions: torch.Tensor) -> Rays:
    return torch.zeros_like(directions), directions


@configclass
class PatternBaseCfg:
    """What all patterns have in common."""

    func: Callable[..., tuple[torch.Tensor, torch.Tensor]] = MISSING
    """Function that makes the rays: called with the config and a device, it returns starts [m] and directions in the
    frame of the sensor, each of shape (R, 3)."""


@configclass
class GridPatternCfg(PatternBaseCfg):
    """Parallel rays that start on a grid in the plane of x and y, as for scans of the ground's height."""

    func: Callable[..., tuple[torch.Tensor, torch.Tensor]] = grid_pattern
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

    func: Callable[..., tuple[torch.Tensor, torch.Tensor]] = lidar_pattern
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

    func: Callable[..., tuple[torch.Tensor, torch.Tensor]] = bpearl_pattern
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

    func: Callable[..., tuple[torch.Tensor, torch.Tensor]] = pinhole_camera_pattern
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
        return torch.tensor([[f_x, 0.0, c_x], [0.0, f_y, c_y], [0.0, 0.0, 1.0]], dtype=torch.float64, device="cpu")
