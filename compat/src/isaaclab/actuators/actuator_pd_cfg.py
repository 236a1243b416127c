"""Names of isaaclab.actuators.actuator_pd_cfg."""

from pippin.actuators import (
    DCMotorCfg,
    DelayedPDActuatorCfg,
    IdealPDActuatorCfg,
    ImplicitActuatorCfg,
    RemotizedPDActuatorCfg,
)

__all__ = ["DCMotorCfg", "DelayedPDActuatorCfg", "IdealPDActuatorCfg", "ImplicitActuatorCfg", "RemotizedPDActuatorCfg"]
