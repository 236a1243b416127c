"""A converter, under Isaac Lab's name."""

from pippin.sim.converters import MjcfConverter

__all__ = ["MjcfConverter"]
