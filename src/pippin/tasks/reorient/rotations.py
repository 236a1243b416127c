"""Rotations that programs with hands of their own take from the released environments."""

from __future__ import annotations

import math

import torch

from pippin.utils import as_torch
from pippin.utils.math import quat_error_magnitude, quat_from_angle_axis, quat_mul


def randomize_rotation(
    rand0: torch.Tensor, rand1: torch.Tensor, x_unit_tensor: torch.Tensor, y_unit_tensor: torch.Tensor
) -> torch.Tensor:
    """Turn about two axes, one after the other.

    Args:
        rand0: Angles about the first axis, as multiples of pi, shape (N,).
        rand1: Angles about the second, shape (N,).
        x_unit_tensor: First axes, shape (N, 3).
        y_unit_tensor: Second axes, shape (N, 3).

    Returns:
        Quaternions, shape (N, 4).
    """
    first = as_torch(quat_from_angle_axis(math.pi * rand0, x_unit_tensor))
    second = as_torch(quat_from_angle_axis(math.pi * rand1, y_unit_tensor))
    return as_torch(quat_mul(first, second))


def rotation_distance(object_rot: torch.Tensor, target_rot: torch.Tensor) -> torch.Tensor:
    """Return the angle between two orientations [rad], shape (N,), of quaternions, shapes (N, 4)."""
    return as_torch(quat_error_magnitude(object_rot, target_rot))
