"""Noise on batches of numbers, new at every call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING
from typing import Literal

import torch

from ..configclass import configclass


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


@configclass
class NoiseCfg:
    """Noise on data. Its numbers may be tensors of a shape that the data's broadcasts with."""

    func: Callable[..., torch.Tensor] = MISSING
    """Applies the noise: ``func(data, cfg)`` gives new data."""

    operation: Literal["add", "scale", "abs"] = "add"
    """Whether the noise is added to the data, multiplies it, or takes its place."""


@configclass
class ConstantNoiseCfg(NoiseCfg):
    """A constant."""

    func: Callable[..., torch.Tensor] = constant_noise

    bias: torch.Tensor | float = 0.0
    """The constant, in the unit of the data."""


@configclass
class UniformNoiseCfg(NoiseCfg):
    """Random numbers that are evenly distributed between two bounds."""

    func: Callable[..., torch.Tensor] = uniform_noise

    n_min: torch.Tensor | float = -1.0
    """Lower bound, in the unit of the data."""

    n_max: torch.Tensor | float = 1.0
    """Upper bound, in the unit of the data."""


@configclass
class GaussianNoiseCfg(NoiseCfg):
    """Random numbers of a normal distribution."""

    func: Callable[..., torch.Tensor] = gaussian_noise

    mean: torch.Tensor | float = 0.0
    """Mean, in the unit of the data."""

    std: torch.Tensor | float = 1.0
    """Standard deviation, in the unit of the data."""
