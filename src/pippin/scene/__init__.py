"""Scenes: assets, sensors and terrain by name, in many environments."""

from .cfg import InteractiveSceneCfg
from .grid import grid_origins
from .interactive_scene import InteractiveScene
from .terrains import TerrainImporter, TerrainImporterCfg

__all__ = ["InteractiveScene", "InteractiveSceneCfg", "TerrainImporter", "TerrainImporterCfg", "grid_origins"]
