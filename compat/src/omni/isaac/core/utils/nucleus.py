"""Older names of isaacsim.core.utils.nucleus."""

from isaacsim.core.utils.nucleus import get_assets_root_path

__all__ = ["get_assets_root_path"]
