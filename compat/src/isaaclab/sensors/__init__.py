"""Names of isaaclab.sensors."""

from pippin.sensors import (
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
