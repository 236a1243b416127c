"""Names of isaaclab.actuators.actuator_net."""

from pippin.actuators import ActuatorNetLSTM, ActuatorNetMLP

__all__ = ["ActuatorNetLSTM", "ActuatorNetMLP"]
