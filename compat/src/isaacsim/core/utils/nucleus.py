"""Names of isaacsim.core.utils.nucleus."""

from isaacsim.storage.native.nucleus import get_assets_root_path

__all__ = ["get_assets_root_path"]
