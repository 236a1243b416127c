"""Scenes: assets, sensors and terrain by name, in many environments."""

from .interactive_scene import InteractiveScene, InteractiveSceneCfg
from .static_asset import StaticAsset
from .terrains import TerrainImporter, TerrainImporterCfg
from .terrains.grid import grid_origins

__all__ = [
    "InteractiveScene",
    "InteractiveSceneCfg",
    "StaticAsset",
    "TerrainImporter",
    "TerrainImporterCfg",
    "grid_origins",
]
