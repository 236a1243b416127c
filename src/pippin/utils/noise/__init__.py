"""Noise and latency of measurements, for the data of any sensor."""

from .cfg import ConstantNoiseCfg, GaussianNoiseCfg, NoiseCfg, UniformNoiseCfg
from .models import LatencyModel, NoiseModel, NoiseModelWithAdditiveBias, NoiseModelWithBiasWalk
from .models_cfg import LatencyModelCfg, NoiseModelCfg, NoiseModelWithAdditiveBiasCfg, NoiseModelWithBiasWalkCfg
from .noises import constant_noise, gaussian_noise, uniform_noise

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
