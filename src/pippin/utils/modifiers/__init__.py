"""What can be done to observations before noise: functions, and filters with a memory."""

from .base import ModifierBase, ModifierCfg
from .filters import DigitalFilter, DigitalFilterCfg, Integrator, IntegratorCfg
from .functions import bias, clip, scale

__all__ = [
    "DigitalFilter",
    "DigitalFilterCfg",
    "Integrator",
    "IntegratorCfg",
    "ModifierBase",
    "ModifierCfg",
    "bias",
    "clip",
    "scale",
]
