"""Points in space from images of depth, and images as files."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import imageio.v3 as iio
import numpy as np
import torch

from pippin.utils import math as math_utils

from .aiming import as_tensor


def transform_points(
    points: Any,
    position: Sequence[float] | torch.Tensor | None = None,
    orientation: Sequence[float] | torch.Tensor | None = None,
    device: str | torch.device | None = None,
) -> torch.Tensor | np.ndarray:
    """Express points of a frame in the frame that its pose is given in.

    Args:
        points: Points [m], shape (..., 3).
        position: Position of their frame [m], shape (3,), or for points of shape (N, P, 3) also (N, 3); None for the
            origin.
        orientation: Orientation of their frame, (x, y, z, w), shape (4,) or (N, 4); None for none.
        device: Device of the result; None takes that of ``points``.

    Returns:
        Points [m] of the same shape, float32; an array of NumPy if ``points`` is one.

    Raises:
        ValueError: ``points`` has another shape.
    """
    where = _device_of(points, device)
    moved = math_utils.transform_points(as_tensor(points, where), *_pose(position, orientation, where))
    return _as_given(moved, points)


def _device_of(values: Any, device: str | torch.device | None) -> str:
    """The device that is asked for, or that of the values."""
    return str(values.device) if device is None and hasattr(values, "device") else str(device or "cpu")


def _pose(position: Any, orientation: Any, device: str) -> tuple[torch.Tensor | None, torch.Tensor | None]:
    """Position and orientation as tensors, where they are given."""
    made = [None if values is None else as_tensor(values, device) for values in (position, orientation)]
    return made[0], made[1]


def _as_given(result: torch.Tensor, given: Any) -> torch.Tensor | np.ndarray:
    """The result as an array of NumPy if what was given is one."""
    return result.cpu().numpy() if isinstance(given, np.ndarray) else result


def create_pointcloud_from_depth(
    intrinsic_matrix: Any,
    depth: Any,
    keep_invalid: bool = False,
    position: Sequence[float] | torch.Tensor | None = None,
    orientation: Sequence[float] | torch.Tensor | None = None,
    device: str | torch.device | None = None,
) -> torch.Tensor | np.ndarray:
    """Points that the middles of the pixels of a depth image see, column by column.

    Args:
        intrinsic_matrix: Intrinsic matrix, with the middle of the first pixel at (0.5, 0.5) [pixel], shape (3, 3).
        depth: Distances from the image plane [m], shape (H, W) or (H, W, 1).
        keep_invalid: Whether pixels that see nothing give points that are not finite, instead of none.
        position: Position of the camera [m], shape (3,); None for the origin.
        orientation: Orientation of the frame with z forward and y down, (x, y, z, w), shape (4,); None for none.
        device: Device of the result; None takes that of ``depth``.

    Returns:
        Points in the frame that the camera's pose is given in [m], shape (n, 3); an array of NumPy if ``depth`` is one.

    Raises:
        ValueError: ``depth`` has another shape.
    """
    points = _points(intrinsic_matrix, as_tensor(depth, _device_of(depth, device)), position, orientation)
    return _as_given(points if keep_invalid else points[torch.isfinite(points).all(dim=1)], depth)


def _points(intrinsic_matrix: Any, depth: torch.Tensor, position: Any, orientation: Any) -> torch.Tensor:
    """Points of all pixels, shape (H * W, 3); the arguments are those of :func:`create_pointcloud_from_depth`."""
    where = str(depth.device)
    matrix = as_tensor(intrinsic_matrix, where).clone()
    matrix[:2, 2] -= 0.5  # unproject_depth has pixels at whole numbers
    points = math_utils.unproject_depth(depth, matrix)
    return math_utils.transform_points(points, *_pose(position, orientation, where))


def create_pointcloud_from_rgbd(
    intrinsic_matrix: Any,
    depth: Any,
    rgb: Any | None = None,
    normalize_rgb: bool = False,
    position: Sequence[float] | torch.Tensor | None = None,
    orientation: Sequence[float] | torch.Tensor | None = None,
    device: str | torch.device | None = None,
    num_channels: int = 3,
) -> tuple[torch.Tensor, torch.Tensor] | tuple[np.ndarray, np.ndarray]:
    """Points that the pixels of a depth image see, with their colours. Pixels that see nothing are left out.

    Args:
        intrinsic_matrix: Intrinsic matrix, with the middle of the first pixel at (0.5, 0.5) [pixel], shape (3, 3).
        depth: Distances from the image plane [m], shape (H, W) or (H, W, 1).
        rgb: Colours, shape (H, W, 3 or 4), or one for all of shape (3,) or (4,); None for black.
        normalize_rgb: Whether to divide colours by 255.
        position: Position of the camera [m], shape (3,); None for the origin.
        orientation: Orientation of the frame with z forward and y down, (x, y, z, w), shape (4,); None for none.
        device: Device of the result; None takes that of ``depth``.
        num_channels: Channels of the colours, 3 or 4; the fourth is opaque where colours lack it.

    Returns:
        Points [m], shape (n, 3), and their colours, shape (n, num_channels), float32; uint8 where ``rgb`` is None or
        one of whole numbers, unless they are normalized. Both are arrays of NumPy if ``depth`` is one.

    Raises:
        ValueError: ``depth`` or ``rgb`` has another shape, or there is no such number of channels.
    """
    if num_channels not in (3, 4):
        raise ValueError(f"'num_channels' is {num_channels}; expected 3 or 4, the channels of colours.")
    where = _device_of(depth, device)
    points = _points(intrinsic_matrix, as_tensor(depth, where), position, orientation)
    height, width = depth.shape[:2]
    colors = _colors(rgb, where)
    if colors.shape[-1] not in (3, 4) or colors.shape[:-1] not in ((), (height, width)):
        raise ValueError(f"Colours should be of shape ({height}, {width}, 3) or (3,), not {tuple(colors.shape)}.")
    colors = colors.expand(height, width, colors.shape[-1]).transpose(0, 1).reshape(-1, colors.shape[-1])
    if num_channels == 4 and colors.shape[1] == 3:
        colors = torch.cat([colors, torch.full_like(colors[:, :1], 255)], dim=1)
    colors = colors[:, :num_channels] / 255.0 if normalize_rgb else colors[:, :num_channels]
    is_valid = torch.isfinite(points).all(dim=1)
    points, colors = points[is_valid], colors[is_valid]
    return (points.cpu().numpy(), colors.cpu().numpy()) if isinstance(depth, np.ndarray) else (points, colors)


def _colors(rgb: Any | None, device: str) -> torch.Tensor:
    """Colours as a tensor: uint8 of None (black) and of one for all points in whole numbers, else float32."""
    one = (0, 0, 0) if rgb is None else rgb
    if isinstance(one, Sequence) and all(isinstance(part, int) for part in one):
        return torch.tensor(one, dtype=torch.uint8, device=device)
    return as_tensor(rgb, device)


def save_images_to_file(images: torch.Tensor, file_path: str) -> None:
    """Write images beside each other, in a grid that is about square, to one picture file; its folder is made.

    Args:
        images: Images, 0 to 1, shape (N, H, W, C) with C of 1, 3 or 4.
        file_path: File to write.

    Raises:
        ValueError: The images have another shape.
    """
    if images.ndim != 4 or images.shape[-1] not in (1, 3, 4) or not len(images):
        raise ValueError(f"Images should be of shape (N, H, W, C) with 1, 3 or 4 channels, not {tuple(images.shape)}.")
    count, height, width, channels = images.shape
    columns = math.ceil(math.sqrt(count))
    rows = math.ceil(count / columns)
    grid = images.new_zeros((rows * columns, height, width, channels))
    grid[:count] = images
    picture = grid.reshape(rows, columns, height, width, channels).permute(0, 2, 1, 3, 4)
    picture = picture.reshape(rows * height, columns * width, channels).clamp(0.0, 1.0)
    Path(file_path).parent.mkdir(parents=True, exist_ok=True)
    iio.imwrite(file_path, (picture * 255.0).round().to(torch.uint8).cpu().squeeze(-1).numpy())
