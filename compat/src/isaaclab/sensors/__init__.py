"""Names of isaaclab.sensors."""

from pippin.sensors import (
    ContactSensor,
    ContactSensorCfg,
    ContactSensorData,
    FrameTransformer,
    FrameTransformerCfg,
    FrameTransformerData,
    Imu,
    ImuCfg,
    ImuData,
    OffsetCfg,
    Pva,
    PvaCfg,
    PvaData,
    SensorBase,
    SensorBaseCfg,
)

__all__ = [
    "ContactSensor",
    "ContactSensorCfg",
    "ContactSensorData",
    "FrameTransformer",
    "FrameTransformerCfg",
    "FrameTransformerData",
    "Imu",
    "ImuCfg",
    "ImuData",
    "OffsetCfg",
    "Pva",
    "PvaCfg",
    "PvaData",
    "SensorBase",
    "SensorBaseCfg",
]
