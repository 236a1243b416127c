"""Names of isaaclab.terrains.terrain_importer."""

from pippin.scene.terrains import TerrainImporter

__all__ = ["TerrainImporter"]
