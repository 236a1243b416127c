"""Names of isaacsim.storage.native."""

from .nucleus import get_assets_root_path

__all__ = ["get_assets_root_path"]
