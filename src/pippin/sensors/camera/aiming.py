"""Poses and intrinsic matrices that users give to cameras, checked and turned into one form."""

from __future__ import annotations

import logging
from typing import Any, Literal

import numpy as np
import torch
import warp as wp

from pippin.utils import ProxyArray
from pippin.utils.math import create_rotation_matrix_from_view, quat_from_matrix
from pippin.utils.torch_view import torch_view

logger = logging.getLogger("pippin")

TOO_CLOSE = 1e-6
"""Distance of a target from the eye below which there is no direction to look into [m]."""


def as_tensor(values: Any, device: str) -> torch.Tensor:
    """Numbers that a user gave, of any shape, as a tensor of float32 on a device."""
    if isinstance(values, ProxyArray):
        values = values.torch
    elif isinstance(values, wp.array):
        values = torch_view(values)
    return torch.as_tensor(values, dtype=torch.float32, device=device)


def rows_of(values: Any, count: int, shape: tuple[int, ...], name: str, device: str) -> torch.Tensor:
    """A row of numbers for each of some cameras; a single row serves all.

    Args:
        values: What the user gave.
        count: Number of cameras.
        shape: Shape of a row.
        name: What it is, for messages.
        device: Device of the result.

    Returns:
        Tensor of shape (count, *shape), float32.

    Raises:
        ValueError: It has another shape, or, where that can be seen without waiting for a GPU, is not finite.
    """
    try:
        tensor = as_tensor(values, device)
        if values.is_complex() if isinstance(values, torch.Tensor) else np.iscomplexobj(values):
            raise TypeError("they are complex; expected real numbers")
    except (TypeError, ValueError, RuntimeError, NotImplementedError) as error:
        kind = type(values).__name__
        raise TypeError(f"'{name}' is of type {kind}; expected numbers of shape {(count, *shape)}: {error}") from error
    if tensor.shape == shape:
        tensor = tensor.unsqueeze(0)
    if tensor.shape[1:] != shape or tensor.shape[0] not in (1, count):
        raise ValueError(f"'{name}' should be of shape {(count, *shape)}, not {tuple(tensor.shape)}.")
    if tensor.is_cpu and not bool(torch.isfinite(tensor).all()):
        raise ValueError(f"'{name}' holds numbers that are not finite; expected finite ones.")
    return tensor.expand(count, *shape)


def rotations_from_view(
    eyes: torch.Tensor, targets: torch.Tensor, up_axis: Literal["Y", "Z"], camera: str
) -> tuple[torch.Tensor, torch.Tensor]:
    """Orientations of cameras that look at targets, with the horizon level.

    Args:
        eyes: Positions of the cameras [m], shape (n, 3).
        targets: Points that they look at [m], shape (n, 3).
        up_axis: Axis of the world that points up.
        camera: Which camera, for messages.

    Returns:
        Rows that have a direction, shape (m,), int64, and the orientations of their frames with -z forward and y up,
        shape (m, 4).

    Raises:
        ValueError: All cameras are where their targets are.
    """
    is_far = torch.linalg.vector_norm(eyes - targets, dim=1) > TOO_CLOSE
    rows = is_far.nonzero().squeeze(1)
    if not len(rows):
        raise ValueError(f"All eyes of {camera} are where their targets are, so there is no direction to look into.")
    if len(rows) < len(eyes):
        skipped = (~is_far).nonzero().squeeze(1).tolist()
        logger.warning("Eyes %s of %s are where their targets are: these cameras stay as they are.", skipped, camera)
    return rows, quat_from_matrix(create_rotation_matrix_from_view(eyes[rows], targets[rows], up_axis))


def check_intrinsics(matrices: torch.Tensor, camera: str) -> np.ndarray:
    """Refuse matrices that no pinhole camera has.

    Args:
        matrices: Intrinsic matrices [pixel], shape (n, 3, 3).
        camera: Which camera, for messages.

    Returns:
        The matrices on the host, float64.

    Raises:
        ValueError: A focal length is not positive, there is skew, or the last row is not (0, 0, 1).
    """
    values = matrices.detach().cpu().numpy().astype(float)
    focal_lengths = values[:, [0, 1], [0, 1]]
    others = values[:, [0, 1, 2, 2, 2], [1, 0, 0, 1, 2]] - np.array([0.0, 0.0, 0.0, 0.0, 1.0])
    is_wrong = (focal_lengths <= 0.0).any(axis=1) | (np.abs(others) > 1e-6).any(axis=1)
    if is_wrong.any():
        row = int(np.argmax(is_wrong))
        raise ValueError(
            f"Intrinsic matrix {row} for {camera} is {values[row].tolist()}: it should be [[f_x, 0, c_x], "
            "[0, f_y, c_y], [0, 0, 1]] with positive focal lengths."
        )
    return values
