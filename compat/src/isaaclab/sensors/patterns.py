"""Patterns of rays, under Isaac Lab's names."""

from pippin.sensors.ray_caster.patterns import *  # noqa: F403
