"""Config of inertial measurement units."""

from __future__ import annotations

from pippin.utils import configclass

from ..sensor_base_cfg import OffsetCfg as FrameOffsetCfg
from ..sensor_base_cfg import SensorBaseCfg
from .imu import Imu


@configclass
class ImuCfg(SensorBaseCfg):
    """Where a gyroscope and accelerometer sits. ``prim_path`` is a rigid body, or a prim below one."""

    @configclass
    class OffsetCfg(FrameOffsetCfg):
        """Pose of the sensor in the frame of its prim."""

    class_type: type[Imu] = Imu
    """Class of the sensor."""

    offset: OffsetCfg = OffsetCfg()
    """Pose of the sensor in the frame of its prim."""
