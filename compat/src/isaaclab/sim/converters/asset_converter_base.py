"""A converter, under Isaac Lab's name."""

from pippin.sim.converters import AssetConverterBase

__all__ = ["AssetConverterBase"]
