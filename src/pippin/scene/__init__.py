"""Scenes: assets, sensors and terrain by name, in many environments."""

from .interactive_scene import InteractiveScene, InteractiveSceneCfg
from .static_asset import StaticAsset
from .terrains import TerrainImporter, TerrainImporterCfg
from .terrains.grid import grid_origins
from .visual_material import VisualMaterial, VisualMaterialCfg

__all__ = [
    "InteractiveScene",
    "InteractiveSceneCfg",
    "StaticAsset",
    "TerrainImporter",
    "TerrainImporterCfg",
    "VisualMaterial",
    "VisualMaterialCfg",
    "grid_origins",
]
