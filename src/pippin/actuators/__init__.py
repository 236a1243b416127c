"""Models of actuators: from targets of joints to the efforts, or targets, that the engine applies."""

from .actuator_base import ActuatorBase, ActuatorBaseCfg
from .dc_motor import DCMotor, DCMotorCfg
from .delayed_pd import DelayedPDActuator, DelayedPDActuatorCfg
from .groups import resolve_actuator_groups
from .ideal_pd import IdealPDActuator, IdealPDActuatorCfg
from .implicit import ImplicitActuator, ImplicitActuatorCfg
from .network_lstm import ActuatorNetLSTM, ActuatorNetLSTMCfg
from .network_mlp import ActuatorNetMLP, ActuatorNetMLPCfg
from .network_stand_ins import motor_in_place_of, register_network_stand_ins
from .remotized_pd import RemotizedPDActuator, RemotizedPDActuatorCfg
from .thruster import Thruster, ThrusterCfg
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
    "motor_in_place_of",
    "register_network_stand_ins",
    "resolve_actuator_groups",
]
