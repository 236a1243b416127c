"""Scenes: assets, sensors and terrain by name, in many environments."""

from .asset_sets import CloneCfg, InclusionSet
from .interactive_scene import InteractiveScene, InteractiveSceneCfg
from .static_asset import StaticAsset
from .terrains import TerrainImporter, TerrainImporterCfg
from .terrains.grid import grid_origins
from .visual_material import VisualMaterial, VisualMaterialCfg

__all__ = [
    "CloneCfg",
    "InclusionSet",
    "InteractiveScene",
    "InteractiveSceneCfg",
    "StaticAsset",
    "TerrainImporter",
    "TerrainImporterCfg",
    "VisualMaterial",
    "VisualMaterialCfg",
    "grid_origins",
]
