"""Names of isaaclab.actuators.actuator_cfg."""

from pippin.actuators import (
    ActuatorBaseCfg,
    ActuatorNetLSTMCfg,
    ActuatorNetMLPCfg,
    DCMotorCfg,
    DelayedPDActuatorCfg,
    IdealPDActuatorCfg,
    ImplicitActuatorCfg,
    RemotizedPDActuatorCfg,
)

__all__ = [
    "ActuatorBaseCfg",
    "ActuatorNetLSTMCfg",
    "ActuatorNetMLPCfg",
    "DCMotorCfg",
    "DelayedPDActuatorCfg",
    "IdealPDActuatorCfg",
    "ImplicitActuatorCfg",
    "RemotizedPDActuatorCfg",
]
