"""Models of actuators: from targets of joints to the efforts, or targets, that the engine applies."""

from .actuator_base import ActuatorBase
from .actuator_cfg import (
    ActuatorBaseCfg,
    ActuatorNetLSTMCfg,
    ActuatorNetMLPCfg,
    DCMotorCfg,
    DelayedPDActuatorCfg,
    IdealPDActuatorCfg,
    ImplicitActuatorCfg,
    RemotizedPDActuatorCfg,
)
from .dc_motor import DCMotor
from .delayed_pd import DelayedPDActuator
from .groups import resolve_actuator_groups
from .ideal_pd import IdealPDActuator
from .implicit import ImplicitActuator
from .network_lstm import ActuatorNetLSTM
from .network_mlp import ActuatorNetMLP
from .remotized_pd import RemotizedPDActuator
from .thruster import Thruster
from .thruster_cfg import ThrusterCfg
from .types import ArticulationActions, MultiRotorActions

__all__ = [
    "ActuatorBase",
    "ActuatorBaseCfg",
    "ActuatorNetLSTM",
    "ActuatorNetLSTMCfg",
    "ActuatorNetMLP",
    "ActuatorNetMLPCfg",
    "ArticulationActions",
    "DCMotor",
    "DCMotorCfg",
    "DelayedPDActuator",
    "DelayedPDActuatorCfg",
    "IdealPDActuator",
    "IdealPDActuatorCfg",
    "ImplicitActuator",
    "ImplicitActuatorCfg",
    "MultiRotorActions",
    "RemotizedPDActuator",
    "RemotizedPDActuatorCfg",
    "Thruster",
    "ThrusterCfg",
    "resolve_actuator_groups",
]
