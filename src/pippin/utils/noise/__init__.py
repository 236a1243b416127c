"""Noise and latency of measurements, for the data of any sensor."""

from .models import (
    LatencyModel,
    LatencyModelCfg,
    NoiseModel,
    NoiseModelCfg,
    NoiseModelWithAdditiveBias,
    NoiseModelWithAdditiveBiasCfg,
    NoiseModelWithBiasWalk,
    NoiseModelWithBiasWalkCfg,
)
from .noises import (
    ConstantNoiseCfg,
    GaussianNoiseCfg,
    NoiseCfg,
    UniformNoiseCfg,
    constant_noise,
    gaussian_noise,
    uniform_noise,
)

__all__ = [
    "ConstantNoiseCfg",
    "GaussianNoiseCfg",
    "LatencyModel",
    "LatencyModelCfg",
    "NoiseCfg",
    "NoiseModel",
    "NoiseModelCfg",
    "NoiseModelWithAdditiveBias",
    "NoiseModelWithAdditiveBiasCfg",
    "NoiseModelWithBiasWalk",
    "NoiseModelWithBiasWalkCfg",
    "UniformNoiseCfg",
    "constant_noise",
    "gaussian_noise",
    "uniform_noise",
]
