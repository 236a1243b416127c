"""Names of isaaclab_assets.robots.quadcopter."""

from pippin.robots import CRAZYFLIE_CFG

__all__ = ["CRAZYFLIE_CFG"]
