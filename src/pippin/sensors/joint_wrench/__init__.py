"""Wrenches that joints transmit."""

from .data import JointWrenchSensorData
from .joint_wrench_sensor import JointWrenchSensor, JointWrenchSensorCfg

__all__ = ["JointWrenchSensor", "JointWrenchSensorCfg", "JointWrenchSensorData"]
