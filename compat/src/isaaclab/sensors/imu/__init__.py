"""Names of isaaclab.sensors.imu."""

from pippin.sensors import Imu, ImuCfg, ImuData

__all__ = ["Imu", "ImuCfg", "ImuData"]
