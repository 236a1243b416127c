"""Rays of each pattern.

Every function returns the starts [m] and the directions (unit vectors) of R rays in the frame of the sensor, whose x
axis points forward, y to the left and z up.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from .cfg import BpearlPatternCfg, GridPatternCfg, LidarPatternCfg, PinholeCameraPatternCfg

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
        raise ValueError(f"The resolution of the grid pattern should be positive, not {cfg.resolution!r} m.")
    if not all(math.isfinite(length) and length >= 0.0 for length in cfg.size):
        raise ValueError(f"The size of the grid pattern should be two lengths of 0 or more, not {cfg.size!r} m.")
    if cfg.ordering not in ("xy", "yx"):
        raise ValueError(f"The ordering of the grid pattern should be 'xy' or 'yx', not {cfg.ordering!r}.")
    if not any(cfg.direction):
        raise ValueError("The direction of the grid pattern is 0: it should point somewhere.")
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
    azimuths = torch.linspace(left, right, math.ceil((right - left) / cfg.horizontal_res - 1e-9) + 1, device=device)
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
        raise ValueError(f"An intrinsic matrix of the pinhole pattern is singular: {intrinsic_matrices.tolist()}.")
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
