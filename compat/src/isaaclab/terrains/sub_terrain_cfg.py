"""Names of isaaclab.terrains.sub_terrain_cfg."""

from pippin.scene.terrains import FlatPatchSamplingCfg, SubTerrainBaseCfg

__all__ = ["FlatPatchSamplingCfg", "SubTerrainBaseCfg"]
