"""Names of isaaclab.assets.asset_base."""

from pippin.assets import AssetBase

__all__ = ["AssetBase"]
