"""Names of isaaclab.terrains.terrain_generator."""

from pippin.scene.terrains import TerrainGenerator

__all__ = ["TerrainGenerator"]
