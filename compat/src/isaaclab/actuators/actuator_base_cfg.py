"""Names of isaaclab.actuators.actuator_base_cfg."""

from pippin.actuators import ActuatorBaseCfg

__all__ = ["ActuatorBaseCfg"]
