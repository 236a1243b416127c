"""Config of sensors of the wrenches that joints transmit."""

from __future__ import annotations

from typing import Literal

from pippin.utils import configclass

from ..sensor_base_cfg import SensorBaseCfg
from .joint_wrench_sensor import JointWrenchSensor


@configclass
class JointWrenchSensorCfg(SensorBaseCfg):
    """Which articulation to measure. ``prim_path`` is the articulation, as that of its asset."""

    class_type: type[JointWrenchSensor] = JointWrenchSensor
    """Class of the sensor."""

    convention: Literal["incoming_joint_frame"] = "incoming_joint_frame"
    """Frame of the wrenches: "incoming_joint_frame" is that of the joint to the parent, on the side of the body."""
