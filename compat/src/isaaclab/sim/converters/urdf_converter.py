"""A converter, under Isaac Lab's name."""

from pippin.sim.converters import UrdfConverter

__all__ = ["UrdfConverter"]
