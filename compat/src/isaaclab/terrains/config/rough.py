"""Names of isaaclab.terrains.config.rough."""

from pippin.scene.terrains import ROUGH_TERRAINS_CFG

__all__ = ["ROUGH_TERRAINS_CFG"]
