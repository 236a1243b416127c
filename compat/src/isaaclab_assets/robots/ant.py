"""Names of isaaclab_assets.robots.ant."""

from pippin.robots import ANT_CFG

__all__ = ["ANT_CFG"]
