"""Names of isaaclab.actuators.actuator_base."""

from pippin.actuators import ActuatorBase

__all__ = ["ActuatorBase"]
