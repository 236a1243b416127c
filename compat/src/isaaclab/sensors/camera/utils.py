"""Names of isaaclab.sensors.camera.utils."""

from pippin.utils.math import convert_camera_frame_orientation_convention

__all__ = ["convert_camera_frame_orientation_convention"]
