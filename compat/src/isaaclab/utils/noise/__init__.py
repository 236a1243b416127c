"""Names of isaaclab.utils.noise."""

from pippin.utils.noise import *  # noqa: F403
from pippin.utils.noise import ConstantNoiseCfg, GaussianNoiseCfg, UniformNoiseCfg
from pippin.utils.noise import __all__ as _all

ConstantBiasNoiseCfg = ConstantNoiseCfg
AdditiveUniformNoiseCfg = UniformNoiseCfg
AdditiveGaussianNoiseCfg = GaussianNoiseCfg

__all__ = [*_all, "AdditiveGaussianNoiseCfg", "AdditiveUniformNoiseCfg", "ConstantBiasNoiseCfg"]
