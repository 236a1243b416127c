"""Names of isaacsim.core.utils.nucleus."""

from isaacsim.storage.native.nucleus import get_assets_root_path, get_assets_root_path_async

__all__ = ["get_assets_root_path", "get_assets_root_path_async"]
