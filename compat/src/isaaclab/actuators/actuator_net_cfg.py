"""Names of isaaclab.actuators.actuator_net_cfg."""

from pippin.actuators import ActuatorNetLSTMCfg, ActuatorNetMLPCfg

__all__ = ["ActuatorNetLSTMCfg", "ActuatorNetMLPCfg"]
