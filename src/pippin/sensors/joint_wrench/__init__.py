"""Wrenches that joints transmit."""

from .cfg import JointWrenchSensorCfg
from .data import JointWrenchSensorData
from .joint_wrench_sensor import JointWrenchSensor

__all__ = ["JointWrenchSensor", "JointWrenchSensorCfg", "JointWrenchSensorData"]
