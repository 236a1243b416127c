"""Cameras: conventions of their frames, view rotations, and the pinhole model.

Intrinsic matrices ``[[fx, 0, cx], [0, fy, cy], [0, 0, 1]]`` [pixels] belong to the camera frame with z forward, x to
the right of the picture and y down ("ros"). Pixel (column u, row v) lies at image coordinates (u, v).
"""

from __future__ import annotations

import functools
import math
from typing import Literal

import torch

from .elementary import cross, normalize
from .quaternions import quat_conjugate, quat_mul

CameraConvention = Literal["opengl", "ros", "world"]

_ROS_IN = {
    "ros": (0.0, 0.0, 0.0, 1.0),
    "opengl": (1.0, 0.0, 0.0, 0.0),  # half a turn about x
    "world": (-0.5, 0.5, -0.5, 0.5),  # columns of the matrix: right = -y, down = -z, forward = x
}
"""Orientation (x, y, z, w) of the ros frame of a camera in its frame of each convention."""


def convert_camera_frame_orientation_convention(
    orientation: torch.Tensor, origin: CameraConvention = "opengl", target: CameraConvention = "ros"
) -> torch.Tensor:
    """Return the orientation of a camera by its frame of another convention.

    =========  =======  =====
    name       forward  up
    =========  =======  =====
    "opengl"   -z       +y
    "ros"      +z       -y
    "world"    +x       +z
    =========  =======  =====

    Args:
        orientation: Orientation of the camera's frame of the convention ``origin``, shape (..., 4).
        origin: Convention of the given orientation.
        target: Convention of the result.

    Returns:
        Orientation of the camera's frame of the convention ``target``, shape (..., 4); one that was converted has its
        largest component positive.

    Raises:
        ValueError: There is no such convention.
    """
    for convention in (origin, target):
        if convention not in _ROS_IN:
            raise ValueError(f"There is no camera convention '{convention}'; there are {', '.join(_ROS_IN)}.")
    if origin == target:
        return orientation.clone()
    converted = quat_mul(orientation, _target_in_origin(origin, target, orientation.dtype, orientation.device))
    largest = converted.gather(-1, converted.abs().argmax(dim=-1, keepdim=True))
    return torch.where(largest < 0.0, -converted, converted)


@functools.cache  # a new tensor each time would wait for the device
def _target_in_origin(
    origin: CameraConvention, target: CameraConvention, dtype: torch.dtype, device: torch.device
) -> torch.Tensor:
    """Orientation of a camera's frame of one convention in that of another, shape (4,)."""
    ros_in_origin = torch.tensor(_ROS_IN[origin], dtype=dtype, device=device)
    ros_in_target = torch.tensor(_ROS_IN[target], dtype=dtype, device=device)
    return quat_mul(ros_in_origin, quat_conjugate(ros_in_target))


def create_rotation_matrix_from_view(
    eyes: torch.Tensor,
    targets: torch.Tensor,
    up_axis: Literal["Y", "Z"] = "Z",
    device: str | torch.device | None = None,
) -> torch.Tensor:
    """Orientations of cameras ("opengl": -z forward, +y up) that look at targets, with the horizon level.

    A camera that looks along the up axis has no horizon; its picture has the x-axis of the world to the right.

    Args:
        eyes: Positions of the cameras [m], shape (..., 3).
        targets: Points that they look at [m], shape (..., 3).
        up_axis: Axis of the world that points up.
        device: Device of the result; None takes that of ``eyes``.

    Returns:
        Rotation matrices, shape (..., 3, 3); NaN where a camera is at its target.

    Raises:
        ValueError: The up axis is neither "Y" nor "Z".
    """
    if up_axis not in ("Y", "Z"):
        raise ValueError(f"The up axis should be 'Y' or 'Z'; it is '{up_axis}'.")
    up = eyes.new_tensor((0.0, 1.0, 0.0) if up_axis == "Y" else (0.0, 0.0, 1.0))
    backward = normalize(eyes - targets)
    right = cross(up, backward)
    level = torch.linalg.vector_norm(right, dim=-1, keepdim=True) > 1e-5
    right = normalize(torch.where(level, right, eyes.new_tensor((1.0, 0.0, 0.0))))
    rotation = torch.stack((right, cross(backward, right), backward), dim=-1)
    has_direction = torch.linalg.vector_norm(eyes - targets, dim=-1) > 1e-5
    rotation = torch.where(has_direction[..., None, None], rotation, math.nan)
    return rotation if device is None else rotation.to(device)


def project_points(points: torch.Tensor, intrinsic_matrix: torch.Tensor) -> torch.Tensor:
    """Project points of the camera frame ("ros") into the picture. Inverse of unprojecting their depths.

    Args:
        points: Points [m], shape (num_points, 3) or (..., num_points, 3).
        intrinsic_matrix: Intrinsic matrices, shape (3, 3) or (..., 3, 3).

    Returns:
        Column and row [pixels] and depth along z [m], shape (..., num_points, 3).
    """
    homogeneous = points @ intrinsic_matrix.transpose(-1, -2)
    depth = homogeneous[..., 2:]
    return torch.cat((homogeneous[..., :2] / depth, depth), dim=-1)


def unproject_depth(depth: torch.Tensor, intrinsics: torch.Tensor, is_ortho: bool = True) -> torch.Tensor:
    """Points of the camera frame ("ros") that the pixels of depth pictures see.

    Points are in the order of columns: all rows of the first column, then those of the second.

    Args:
        depth: Depth [m], shape (H, W), (H, W, 1), (N, H, W) or (N, H, W, 1).
        intrinsics: Intrinsic matrices, shape (3, 3) or (N, 3, 3).
        is_ortho: Whether depth is the distance along z, from the plane of the picture, instead of the distance from the
            centre of the camera.

    Returns:
        Points [m], shape (H * W, 3) or (N, H * W, 3).

    Raises:
        ValueError: ``depth`` has another shape.
    """
    if not is_ortho:
        depth = orthogonalize_perspective_depth(depth, intrinsics)
    depth = _pictures(depth)
    rays = _pixel_rays(intrinsics, *depth.shape[-2:])
    return (rays * depth.unsqueeze(-1)).transpose(-2, -3).flatten(-3, -2)


def orthogonalize_perspective_depth(depth: torch.Tensor, intrinsics: torch.Tensor) -> torch.Tensor:
    """Turn distances from the centre of the camera into distances along its z-axis.

    Args:
        depth: Distances from the centre [m], shape (H, W), (H, W, 1), (N, H, W) or (N, H, W, 1).
        intrinsics: Intrinsic matrices, shape (3, 3) or (N, 3, 3).

    Returns:
        Distances along z [m], in the shape of ``depth``; with N where only ``intrinsics`` has it.

    Raises:
        ValueError: ``depth`` has another shape.
    """
    pictures = _pictures(depth)
    ortho = pictures / torch.linalg.vector_norm(_pixel_rays(intrinsics, *pictures.shape[-2:]), dim=-1)
    return ortho.unsqueeze(-1) if pictures.ndim < depth.ndim else ortho


def _pictures(depth: torch.Tensor) -> torch.Tensor:
    """Depth pictures without a channel dimension, shape (H, W) or (N, H, W)."""
    if depth.ndim in (3, 4) and depth.shape[-1] == 1:
        return depth.squeeze(-1)
    if depth.ndim in (2, 3):
        return depth
    raise ValueError(f"'depth' has shape {tuple(depth.shape)}; expected (H, W), (H, W, 1), (N, H, W) or (N, H, W, 1).")


def _pixel_rays(intrinsics: torch.Tensor, height: int, width: int) -> torch.Tensor:
    """Points with z = 1 that the pixels see, shape (..., H, W, 3)."""
    rows, columns = torch.meshgrid(
        torch.arange(height, dtype=intrinsics.dtype, device=intrinsics.device),
        torch.arange(width, dtype=intrinsics.dtype, device=intrinsics.device),
        indexing="ij",
    )
    pixels = torch.stack((columns, rows, torch.ones_like(rows)), dim=-1)
    return pixels @ torch.linalg.inv(intrinsics).transpose(-1, -2).unsqueeze(-3)
