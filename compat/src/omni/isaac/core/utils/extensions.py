"""Older names of isaacsim.core.utils.extensions."""

from isaacsim.core.utils.extensions import disable_extension, enable_extension, get_extension_path_from_name

__all__ = ["disable_extension", "enable_extension", "get_extension_path_from_name"]
