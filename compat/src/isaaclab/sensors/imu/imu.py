"""Names of isaaclab.sensors.imu.imu."""

from pippin.sensors import Imu

__all__ = ["Imu"]
