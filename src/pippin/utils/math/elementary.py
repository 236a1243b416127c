"""Elementary operations on batches of numbers and vectors."""

from __future__ import annotations

import math

import torch


def normalize(x: torch.Tensor, eps: float = 1e-9) -> torch.Tensor:
    """Scale vectors to length 1; those shorter than ``eps`` are divided by it, so zeros stay zeros.

    Args:
        x: Vectors, shape (..., n).
        eps: Smallest divisor.
    """
    return x / torch.linalg.vector_norm(x, dim=-1, keepdim=True).clamp_(min=eps)


def wrap_to_pi(angles: torch.Tensor) -> torch.Tensor:
    """Take angles [rad], shape (...), to [-pi, pi]. Odd multiples of pi keep their sign."""
    wrapped = torch.remainder(angles + math.pi, 2.0 * math.pi) - math.pi
    return torch.where((wrapped == -math.pi) & (angles > 0.0), math.pi, wrapped)


def copysign(mag: float, other: torch.Tensor) -> torch.Tensor:
    """Give a magnitude the signs of the elements of ``other``, shape (...). Positive zero counts as positive."""
    return torch.copysign(torch.full_like(other, abs(mag)), other)


def saturate(x: torch.Tensor, lower: torch.Tensor | float, upper: torch.Tensor | float) -> torch.Tensor:
    """Limit values, of any shape, to [lower, upper]; the limits broadcast with ``x``."""
    return torch.minimum(torch.maximum(x, _like(lower, x)), _like(upper, x))


def scale_transform(x: torch.Tensor, lower: torch.Tensor, upper: torch.Tensor) -> torch.Tensor:
    """Map values, of any shape, from [lower, upper] to [-1, 1]; the limits broadcast. Inverse of unscale_transform."""
    return (2.0 * x - lower - upper) / (upper - lower)


def unscale_transform(x: torch.Tensor, lower: torch.Tensor, upper: torch.Tensor) -> torch.Tensor:
    """Map values, of any shape, from [-1, 1] to [lower, upper]; the limits broadcast. Inverse of scale_transform."""
    return 0.5 * (x * (upper - lower) + lower + upper)


def cross(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Cross product of vectors, shapes (..., 3), whose leading dimensions broadcast (in torch they do not)."""
    return torch.linalg.cross(*torch.broadcast_tensors(a, b))


def skew_symmetric_matrix(vec: torch.Tensor) -> torch.Tensor:
    """Matrix of the cross product: ``skew_symmetric_matrix(a) @ b == cross(a, b)``.

    Args:
        vec: Vectors, shape (..., 3).

    Returns:
        Matrices, shape (..., 3, 3); (1, 3, 3) for a single vector, as in Isaac Lab.
    """
    x, y, z = torch.atleast_2d(vec).unbind(-1)
    zero = torch.zeros_like(x)
    return torch.stack((zero, -z, y, z, zero, -x, -y, x, zero), dim=-1).unflatten(-1, (3, 3))


def bilinear_interpolate(grid: torch.Tensor, rows: torch.Tensor, columns: torch.Tensor) -> torch.Tensor:
    """Read a grid between its nodes. Positions outside take the value at the nearest edge.

    Args:
        grid: Values at the nodes, shape (num_rows, num_columns, ...).
        rows: Positions along the first dimension [nodes], shape (...).
        columns: Positions along the second dimension [nodes], shape (...).

    Returns:
        Values, with the shape of the positions followed by that of a node.
    """
    rows, columns = rows.clamp(0, grid.shape[0] - 1), columns.clamp(0, grid.shape[1] - 1)
    top, left = rows.floor().long(), columns.floor().long()
    bottom, right = (top + 1).clamp_(max=grid.shape[0] - 1), (left + 1).clamp_(max=grid.shape[1] - 1)
    node_dims = (None,) * (grid.ndim - 2)
    down, across = (rows - top)[(..., *node_dims)], (columns - left)[(..., *node_dims)]
    upper = torch.lerp(grid[top, left], grid[top, right], across)
    lower = torch.lerp(grid[bottom, left], grid[bottom, right], across)
    return torch.lerp(upper, lower, down)


def _like(value: torch.Tensor | float, x: torch.Tensor) -> torch.Tensor:
    """A limit as a tensor beside ``x``."""
    return torch.as_tensor(value, dtype=x.dtype, device=x.device)
