"""Names of isaaclab_assets.robots.anymal."""

from pippin.robots import ANYMAL_C_CFG

__all__ = ["ANYMAL_C_CFG"]
