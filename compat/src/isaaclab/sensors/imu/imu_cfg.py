"""Names of isaaclab.sensors.imu.imu_cfg."""

from pippin.sensors import ImuCfg

__all__ = ["ImuCfg"]
