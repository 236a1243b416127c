"""The config of a converter, under Isaac Lab's name."""

from pippin.sim.converters import MjcfConverterCfg

__all__ = ["MjcfConverterCfg"]
