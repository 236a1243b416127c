"""Sensors: what a robot can measure, in all environments at once, computed when it is read."""

from .camera import Camera, CameraCfg, CameraData, TiledCamera, TiledCameraCfg
from .contact_sensor import ContactSensor, ContactSensorCfg, ContactSensorData
from .frame_transformer import FrameTransformer, FrameTransformerCfg, FrameTransformerData
from .imu import Imu, ImuCfg, ImuData
from .joint_wrench import JointWrenchSensor, JointWrenchSensorCfg, JointWrenchSensorData
from .pva import Pva, PvaCfg, PvaData
from .ray_caster import (
    ColliderRayCaster,
    ColliderRayCasterCfg,
    ColliderRayCasterData,
    MultiMeshRayCaster,
    MultiMeshRayCasterCamera,
    MultiMeshRayCasterCameraCfg,
    MultiMeshRayCasterCfg,
    MultiMeshRayCasterData,
    RayCaster,
    RayCasterCamera,
    RayCasterCameraCfg,
    RayCasterCfg,
    RayCasterData,
    patterns,
)
from .sensor_base import OffsetCfg, SensorBase, SensorBaseCfg

__all__ = [
    "Camera",
    "CameraCfg",
    "CameraData",
    "ColliderRayCaster",
    "ColliderRayCasterCfg",
    "ColliderRayCasterData",
    "ContactSensor",
    "ContactSensorCfg",
    "ContactSensorData",
    "FrameTransformer",
    "FrameTransformerCfg",
    "FrameTransformerData",
    "Imu",
    "ImuCfg",
    "ImuData",
    "JointWrenchSensor",
    "JointWrenchSensorCfg",
    "JointWrenchSensorData",
    "MultiMeshRayCaster",
    "MultiMeshRayCasterCamera",
    "MultiMeshRayCasterCameraCfg",
    "MultiMeshRayCasterCfg",
    "MultiMeshRayCasterData",
    "OffsetCfg",
    "Pva",
    "PvaCfg",
    "PvaData",
    "RayCaster",
    "RayCasterCamera",
    "RayCasterCameraCfg",
    "RayCasterCfg",
    "RayCasterData",
    "SensorBase",
    "SensorBaseCfg",
    "TiledCamera",
    "TiledCameraCfg",
    "patterns",
]
