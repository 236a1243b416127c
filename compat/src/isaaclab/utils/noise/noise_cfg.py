"""Names of isaaclab.utils.noise.noise_cfg."""

from pippin.utils.noise import (
    ConstantNoiseCfg,
    GaussianNoiseCfg,
    NoiseCfg,
    NoiseModelCfg,
    NoiseModelWithAdditiveBiasCfg,
    UniformNoiseCfg,
)

__all__ = [
    "ConstantNoiseCfg",
    "GaussianNoiseCfg",
    "NoiseCfg",
    "NoiseModelCfg",
    "NoiseModelWithAdditiveBiasCfg",
    "UniformNoiseCfg",
]
