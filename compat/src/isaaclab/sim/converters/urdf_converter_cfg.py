"""The config of a converter, under Isaac Lab's name."""

from pippin.sim.converters import UrdfConverterCfg

__all__ = ["UrdfConverterCfg"]
