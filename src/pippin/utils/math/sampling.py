"""Random numbers, points and orientations, drawn from torch's generator of the device.

``size`` is the shape of a result, or the number of its rows. Bounds may be numbers or tensors that broadcast with it.
"""

from __future__ import annotations

import math

import torch

from .elementary import normalize
from .quaternions import quat_from_euler_xyz

Size = int | tuple[int, ...]
Device = str | torch.device
Bound = torch.Tensor | float


def _shape(size: Size) -> tuple[int, ...]:
    return (size,) if isinstance(size, int) else tuple(size)


def sample_uniform(lower: Bound, upper: Bound, size: Size, device: Device) -> torch.Tensor:
    """Draw from the uniform distribution on [lower, upper), shape ``size``."""
    return torch.rand(_shape(size), device=device) * (upper - lower) + lower


def sample_log_uniform(lower: Bound, upper: Bound, size: Size, device: Device) -> torch.Tensor:
    """Draw numbers whose logarithm is uniform between those of two positive bounds, shape ``size``."""
    lower, upper = (torch.as_tensor(bound, dtype=torch.float, device=device) for bound in (lower, upper))
    return sample_uniform(lower.log(), upper.log(), size, device).exp_()


def sample_gaussian(mean: Bound, std: Bound, size: Size, device: Device) -> torch.Tensor:
    """Draw from normal distributions.

    Args:
        mean: Mean, a number or a tensor that can be expanded to the shape.
        std: Standard deviation, of the same shape, not negative.
        size: Shape or number of the samples.
        device: Torch device.

    Returns:
        Samples, of shape ``size``.

    Raises:
        RuntimeError: A tensor cannot be expanded to the shape, or ``std`` is a negative number.
    """
    if not isinstance(std, torch.Tensor) and std < 0.0:
        raise RuntimeError(f"std is {std}; expected a standard deviation of 0 or more.")
    shape = _shape(size)
    mean, std = (
        value.to(device).expand(shape) if isinstance(value, torch.Tensor) else value  # a number would wait for a GPU
        for value in (mean, std)
    )
    return torch.randn(shape, device=device) * std + mean


def sample_triangle(lower: float, upper: float, size: Size, device: Device) -> torch.Tensor:
    """Draw from two triangles: the density grows linearly from 0 at the middle to both bounds, shape ``size``.

    This is what Isaac Gym and Isaac Lab call triangular: it favours large values of either sign.
    """
    uniform = 2.0 * torch.rand(_shape(size), device=device) - 1.0
    spread = torch.copysign(uniform.abs().sqrt_(), uniform)
    return 0.5 * (lower + upper) + 0.5 * (upper - lower) * spread


def sample_cylinder(radius: float, h_range: tuple[float, float], size: Size, device: Device) -> torch.Tensor:
    """Draw points from the lateral surface of a cylinder around z.

    Args:
        radius: Radius [m].
        h_range: Lowest and highest z [m].
        size: Shape or number of the points.
        device: Torch device.

    Returns:
        Points [m], shape ``(*size, 3)``.
    """
    angle = sample_uniform(-math.pi, math.pi, size, device)
    height = sample_uniform(h_range[0], h_range[1], size, device)
    return torch.stack((radius * angle.cos(), radius * angle.sin(), height), dim=-1)


def default_orientation(num: int, device: Device) -> torch.Tensor:
    """Identity quaternions, shape (num, 4)."""
    quat = torch.zeros(num, 4, device=device)
    quat[:, 3] = 1.0
    return quat


def random_orientation(num: int, device: Device) -> torch.Tensor:
    """Draw quaternions uniformly from all rotations, shape (num, 4).

    The normal distribution in four dimensions has no preferred direction, so its directions are uniform.
    """
    return normalize(torch.randn(num, 4, device=device))


def random_yaw_orientation(num: int, device: Device) -> torch.Tensor:
    """Draw quaternions uniformly from the rotations about z, shape (num, 4)."""
    yaw = sample_uniform(-math.pi, math.pi, num, device)
    zero = torch.zeros_like(yaw)
    return quat_from_euler_xyz(zero, zero, yaw)
