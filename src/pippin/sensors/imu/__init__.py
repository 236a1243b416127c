"""Gyroscope and accelerometer."""

from .cfg import ImuCfg
from .data import ImuData
from .imu import Imu

__all__ = ["Imu", "ImuCfg", "ImuData"]
