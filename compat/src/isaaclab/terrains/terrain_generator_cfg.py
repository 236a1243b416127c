"""Names of isaaclab.terrains.terrain_generator_cfg."""

from pippin.scene.terrains import FlatPatchSamplingCfg, SubTerrainBaseCfg, TerrainGeneratorCfg

__all__ = ["FlatPatchSamplingCfg", "SubTerrainBaseCfg", "TerrainGeneratorCfg"]
