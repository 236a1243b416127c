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
    RayCaster,
    RayCasterCfg,
    RayCasterData,
    SensorBase,
    SensorBaseCfg,
)

from . import patterns as patterns

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
    "RayCaster",
    "RayCasterCfg",
    "RayCasterData",
    "SensorBase",
    "SensorBaseCfg",
]
