"""Names of isaaclab_assets.robots.franka."""

from pippin.robots import FRANKA_PANDA_CFG

__all__ = ["FRANKA_PANDA_CFG"]
