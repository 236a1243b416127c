"""Names of isaaclab.sensors.camera.utils."""

from pippin.sensors.camera.point_clouds import (
    create_pointcloud_from_depth,
    create_pointcloud_from_rgbd,
    save_images_to_file,
)
from pippin.utils.math import convert_camera_frame_orientation_convention

__all__ = [
    "convert_camera_frame_orientation_convention",
    "create_pointcloud_from_depth",
    "create_pointcloud_from_rgbd",
    "save_images_to_file",
]
