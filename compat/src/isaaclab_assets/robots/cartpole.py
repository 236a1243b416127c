"""Names of isaaclab_assets.robots.cartpole."""

from pippin.robots import CARTPOLE_CFG

__all__ = ["CARTPOLE_CFG"]
