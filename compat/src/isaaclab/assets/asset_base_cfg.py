"""Names of isaaclab.assets.asset_base_cfg."""

from pippin.assets import AssetBaseCfg

__all__ = ["AssetBaseCfg"]
