"""Names of isaaclab.sensors.imu.imu_data."""

from pippin.sensors import ImuData

__all__ = ["ImuData"]
