"""Configs of noise that remembers."""

from __future__ import annotations

from dataclasses import MISSING

from pippin.utils.configclass import configclass

from .cfg import NoiseCfg
from .models import LatencyModel, NoiseModel, NoiseModelWithAdditiveBias, NoiseModelWithBiasWalk


@configclass
class NoiseModelCfg:
    """Noise that is new at every call."""

    class_type: type = NoiseModel
    """Class of the model."""

    noise_cfg: NoiseCfg = MISSING
    """The noise."""


@configclass
class NoiseModelWithAdditiveBiasCfg(NoiseModelCfg):
    """Noise, and a bias that stays from one reset to the next."""

    class_type: type = NoiseModelWithAdditiveBias
    """Class of the model."""

    bias_noise_cfg: NoiseCfg = MISSING
    """Noise that the bias is drawn from."""

    sample_bias_per_component: bool = True
    """Whether each component (along the last dimension of the data) has a bias of its own."""


@configclass
class NoiseModelWithBiasWalkCfg(NoiseModelWithAdditiveBiasCfg):
    """Noise, and a bias that walks at random from a reset on."""

    class_type: type = NoiseModelWithBiasWalk
    """Class of the model."""

    walk_std: float = MISSING
    """Standard deviation of how far the bias walks in a second [unit of the data / sqrt(s)]."""

    dt: float = MISSING
    """Time between two calls [s]."""


@configclass
class LatencyModelCfg:
    """Data that arrive late."""

    class_type: type = LatencyModel
    """Class of the model."""

    min_delay: int = 0
    """Least delay [calls]."""

    max_delay: int = MISSING
    """Largest delay [calls]."""
