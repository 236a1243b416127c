"""A converter, under Isaac Lab's name."""

from pippin.sim.converters import MeshConverter

__all__ = ["MeshConverter"]
