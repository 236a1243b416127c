"""Names of isaaclab.sensors.camera."""

from pippin.sensors.camera import Camera, CameraCfg, CameraData, TiledCamera, TiledCameraCfg

__all__ = ["Camera", "CameraCfg", "CameraData", "TiledCamera", "TiledCameraCfg"]
