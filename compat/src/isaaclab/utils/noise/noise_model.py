"""Names of isaaclab.utils.noise.noise_model."""

from pippin.utils.noise import (
    NoiseModel,
    NoiseModelWithAdditiveBias,
    constant_noise,
    gaussian_noise,
    uniform_noise,
)

__all__ = ["NoiseModel", "NoiseModelWithAdditiveBias", "constant_noise", "gaussian_noise", "uniform_noise"]
