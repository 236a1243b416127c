"""Converters from URDF, MJCF and meshes to USD, under Isaac Lab's names."""

from pippin.sim.converters import (
    AssetConverterBase,
    AssetConverterBaseCfg,
    MeshConverter,
    MeshConverterCfg,
    MjcfConverter,
    MjcfConverterCfg,
    UrdfConverter,
    UrdfConverterCfg,
)

__all__ = [
    "AssetConverterBase",
    "AssetConverterBaseCfg",
    "MeshConverter",
    "MeshConverterCfg",
    "MjcfConverter",
    "MjcfConverterCfg",
    "UrdfConverter",
    "UrdfConverterCfg",
]
