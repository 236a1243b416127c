"""Names of isaaclab.terrains."""

from pippin.scene import TerrainImporter, TerrainImporterCfg

__all__ = ["TerrainImporter", "TerrainImporterCfg"]
