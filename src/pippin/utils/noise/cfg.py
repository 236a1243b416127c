"""Configs of noise that is new at every call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING
from typing import Literal

import torch

from pippin.utils.configclass import configclass

from .noises import constant_noise, gaussian_noise, uniform_noise


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
