"""Older names of isaacsim.core.utils.viewports."""

from isaacsim.core.utils.viewports import set_camera_view

__all__ = ["set_camera_view"]
