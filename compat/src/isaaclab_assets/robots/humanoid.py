"""Names of isaaclab_assets.robots.humanoid."""

from pippin.robots import HUMANOID_CFG

__all__ = ["HUMANOID_CFG"]
