"""Making, scaling and limiting tensors as Isaac Gym's helpers do it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch

from pippin.utils.math import scale_transform, unscale_transform

__all__ = [
    "get_axis_params",
    "saturate",
    "scale",
    "scale_transform",
    "tensor_clamp",
    "to_torch",
    "torch_rand_float",
    "torch_random_dir_2",
    "unscale",
    "unscale_np",
    "unscale_transform",
]


def to_torch(
    x: Any, dtype: torch.dtype = torch.float, device: str | torch.device = "cuda:0", requires_grad: bool = False
) -> torch.Tensor:
    """Copy numbers into a tensor of their shape.

    Args:
        x: Number, nested sequence, array or tensor.
        dtype: Type of the elements.
        device: Device. The default means the CPU on a machine without a GPU.
        requires_grad: Whether gradients are recorded.
    """
    if str(device).startswith("cuda") and not torch.cuda.is_available():
        device = "cpu"
    if isinstance(x, torch.Tensor):
        return x.detach().to(device, dtype, copy=True).requires_grad_(requires_grad)
    return torch.tensor(x, dtype=dtype, device=device, requires_grad=requires_grad)


def get_axis_params(
    value: float, axis_idx: int, x_value: float = 0.0, dtype: Any = float, n_dims: int = 3
) -> list[float]:
    """Components of a vector along an axis, such as gravity.

    Args:
        value: Component along the axis.
        axis_idx: Index of the axis.
        x_value: First component, whatever the axis.
        dtype: Type of the components.
        n_dims: Number of components; the others are 0.
    """
    components = np.zeros(n_dims)
    components[axis_idx] = value
    components[0] = x_value
    return list(components.astype(dtype))


def tensor_clamp(t: torch.Tensor, min_t: torch.Tensor, max_t: torch.Tensor) -> torch.Tensor:
    """Limit values of any shape to [min_t, max_t]; the limits broadcast."""
    return torch.maximum(torch.minimum(t, max_t), min_t)


def saturate(x: torch.Tensor, lower: torch.Tensor, upper: torch.Tensor) -> torch.Tensor:
    """Limit values of any shape to [lower, upper]; the limits broadcast."""
    return tensor_clamp(x, lower, upper)


def scale(x: torch.Tensor, lower: torch.Tensor, upper: torch.Tensor) -> torch.Tensor:
    """Map values from [-1, 1] to [lower, upper]; the limits broadcast. Inverse of :func:`unscale`."""
    return unscale_transform(x, lower, upper)


def unscale(x: torch.Tensor, lower: torch.Tensor, upper: torch.Tensor) -> torch.Tensor:
    """Map values from [lower, upper] to [-1, 1]; the limits broadcast. Inverse of :func:`scale`."""
    return scale_transform(x, lower, upper)


def unscale_np(x: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> np.ndarray:
    """Map values of any shape from [lower, upper] to [-1, 1], in NumPy."""
    return (2.0 * x - upper - lower) / (upper - lower)


def torch_rand_float(lower: float, upper: float, shape: tuple[int, int], device: str) -> torch.Tensor:
    """Draw numbers of a shape uniformly from [lower, upper) with torch's generator of the device."""
    return (upper - lower) * torch.rand(shape, device=device) + lower


def torch_random_dir_2(shape: tuple[int, int], device: str) -> torch.Tensor:
    """Draw directions in the plane, shape (N, 2); ``shape`` is (N, 1)."""
    angle = torch_rand_float(-math.pi, math.pi, shape, device).squeeze(-1)
    return torch.stack([torch.cos(angle), torch.sin(angle)], dim=-1)
