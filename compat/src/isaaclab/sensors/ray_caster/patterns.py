"""Patterns of rays, under Isaac Lab's names."""

from pippin.sensors.ray_caster.patterns import *  # noqa: F403
from pippin.sensors.ray_caster.patterns import __all__ as __all__
