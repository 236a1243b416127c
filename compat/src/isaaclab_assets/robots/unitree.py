"""Names of isaaclab_assets.robots.unitree."""

from pippin.robots import UNITREE_A1_CFG, UNITREE_G1_CFG, UNITREE_GO2_CFG

__all__ = ["UNITREE_A1_CFG", "UNITREE_G1_CFG", "UNITREE_GO2_CFG"]
