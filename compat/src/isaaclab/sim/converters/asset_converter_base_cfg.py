"""The config of a converter, under Isaac Lab's name."""

from pippin.sim.converters import AssetConverterBaseCfg

__all__ = ["AssetConverterBaseCfg"]
