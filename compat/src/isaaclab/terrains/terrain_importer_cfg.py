"""Names of isaaclab.terrains.terrain_importer_cfg."""

from pippin.scene.terrains import TerrainImporterCfg

__all__ = ["TerrainImporterCfg"]
