"""Noise on batches of numbers, new at every call."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from .cfg import ConstantNoiseCfg, GaussianNoiseCfg, NoiseCfg, UniformNoiseCfg


def constant_noise(data: torch.Tensor, cfg: ConstantNoiseCfg) -> torch.Tensor:
    """Data with a constant.

    Args:
        data: Numbers, any shape.
        cfg: The constant, and what is done with it.

    Returns:
        New tensor like the data.

    Raises:
        ValueError: There is no such operation.
    """
    return _applied(data, _like(cfg.bias, data), cfg)


def uniform_noise(data: torch.Tensor, cfg: UniformNoiseCfg) -> torch.Tensor:
    """Data with random numbers that are evenly distributed between two bounds.

    Args:
        data: Numbers, any shape.
        cfg: The bounds, and what is done with the random numbers.

    Returns:
        New tensor like the data.

    Raises:
        ValueError: There is no such operation.
    """
    lower, upper = _like(cfg.n_min, data), _like(cfg.n_max, data)
    return _applied(data, lower + (upper - lower) * torch.rand_like(data), cfg)


def gaussian_noise(data: torch.Tensor, cfg: GaussianNoiseCfg) -> torch.Tensor:
    """Data with random numbers of a normal distribution.

    Args:
        data: Numbers, any shape.
        cfg: Mean and standard deviation, and what is done with the random numbers.

    Returns:
        New tensor like the data.

    Raises:
        ValueError: There is no such operation.
    """
    return _applied(data, _like(cfg.mean, data) + _like(cfg.std, data) * torch.randn_like(data), cfg)


def _like(value: float | torch.Tensor, data: torch.Tensor) -> float | torch.Tensor:
    return value.to(data) if isinstance(value, torch.Tensor) else value


def _applied(data: torch.Tensor, noise: float | torch.Tensor, cfg: NoiseCfg) -> torch.Tensor:
    if cfg.operation == "add":
        return data + noise
    if cfg.operation == "scale":
        return data * noise
    if cfg.operation == "abs":
        return torch.zeros_like(data) + noise
    raise ValueError(f"There is no noise operation '{cfg.operation}'; there are: 'add', 'scale', 'abs'.")
