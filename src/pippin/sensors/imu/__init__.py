"""Gyroscope and accelerometer."""

from .data import ImuData
from .imu import Imu, ImuCfg

__all__ = ["Imu", "ImuCfg", "ImuData"]
