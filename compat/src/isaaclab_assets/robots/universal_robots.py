"""Names of isaaclab_assets.robots.universal_robots."""

from pippin.robots import UR10_CFG

__all__ = ["UR10_CFG"]
