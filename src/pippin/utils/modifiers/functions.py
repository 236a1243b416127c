"""Modifiers without a memory."""

from __future__ import annotations

import torch


def scale(data: torch.Tensor, multiplier: float) -> torch.Tensor:
    """Multiply data, of any shape, by a number."""
    return data * multiplier


def clip(data: torch.Tensor, bounds: tuple[float | None, float | None]) -> torch.Tensor:
    """Limit data, of any shape, to a range, of which either end may be None."""
    return data.clip(min=bounds[0], max=bounds[1])


def bias(data: torch.Tensor, value: float) -> torch.Tensor:
    """Add a number to data of any shape."""
    return data + value
