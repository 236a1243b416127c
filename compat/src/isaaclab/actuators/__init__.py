"""Names of isaaclab.actuators."""

from pippin.actuators import (
    ActuatorBase,
    ActuatorBaseCfg,
    ActuatorNetLSTM,
    ActuatorNetLSTMCfg,
    ActuatorNetMLP,
    ActuatorNetMLPCfg,
    DCMotor,
    DCMotorCfg,
    DelayedPDActuator,
    DelayedPDActuatorCfg,
    IdealPDActuator,
    IdealPDActuatorCfg,
    ImplicitActuator,
    ImplicitActuatorCfg,
    RemotizedPDActuator,
    RemotizedPDActuatorCfg,
)

__all__ = [
    "ActuatorBase",
    "ActuatorBaseCfg",
    "ActuatorNetLSTM",
    "ActuatorNetLSTMCfg",
    "ActuatorNetMLP",
    "ActuatorNetMLPCfg",
    "DCMotor",
    "DCMotorCfg",
    "DelayedPDActuator",
    "DelayedPDActuatorCfg",
    "IdealPDActuator",
    "IdealPDActuatorCfg",
    "ImplicitActuator",
    "ImplicitActuatorCfg",
    "RemotizedPDActuator",
    "RemotizedPDActuatorCfg",
]
