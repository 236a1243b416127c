"""Names of isaaclab_assets.robots.franka."""

from pippin.robots import FRANKA_PANDA_CFG, FRANKA_PANDA_HIGH_PD_CFG

__all__ = ["FRANKA_PANDA_CFG", "FRANKA_PANDA_HIGH_PD_CFG"]
