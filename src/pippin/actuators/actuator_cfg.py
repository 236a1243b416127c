"""Configs of the actuator models.

A parameter of joints is a number for all joints of the group, a dict from regular expressions of joint names to
numbers (joints that none matches get 0, with a warning), or None for the value of the asset.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING
from typing import Literal

import torch

from pippin.utils import configclass

from .actuator_base import ActuatorBase
from .dc_motor import DCMotor
from .delayed_pd import DelayedPDActuator
from .ideal_pd import IdealPDActuator
from .implicit import ImplicitActuator
from .network_lstm import ActuatorNetLSTM
from .network_mlp import ActuatorNetMLP
from .remotized_pd import RemotizedPDActuator


@configclass
class ActuatorBaseCfg:
    """Joints of a group and the parameters of their actuators."""

    class_type: type[ActuatorBase] = MISSING
    """Model of the actuators."""

    joint_names_expr: list[str] = MISSING
    """Regular expressions that match the names of the group's joints as a whole."""

    actuator_effort_limit: dict[str, float] | float | None = None
    """Largest effort of the model [N or N m]. None takes ``joint_effort_limit`` for an implicit model, and the asset's
    for an explicit one."""

    actuator_velocity_limit: dict[str, float] | float | None = None
    """Largest velocity of the model [m/s or rad/s]; None takes ``joint_velocity_limit``.

    Only the models that say so limit anything by it: it is what programs read as soft velocity limits.
    """

    joint_effort_limit: dict[str, float] | float | None = None
    """Effort limit that the engine enforces [N or N m]; None takes the asset's."""

    joint_velocity_limit: dict[str, float] | float | None = None
    """Velocity limit that the engine is given [m/s or rad/s]; None takes the asset's."""

    effort_limit: dict[str, float] | float | None = None
    """Older name of ``actuator_effort_limit``; alone, it is an implicit model's ``joint_effort_limit`` too."""

    velocity_limit: dict[str, float] | float | None = None
    """Older name of ``actuator_velocity_limit``."""

    effort_limit_sim: dict[str, float] | float | None = None
    """Older name of ``joint_effort_limit``."""

    velocity_limit_sim: dict[str, float] | float | None = None
    """Older name of ``joint_velocity_limit``; alone, it is an implicit model's ``actuator_velocity_limit`` too."""

    stiffness: dict[str, float] | float | None = MISSING
    """Proportional gain [N/m or N m/rad]; None takes the asset's."""

    damping: dict[str, float] | float | None = MISSING
    """Derivative gain [N s/m or N m s/rad]; None takes the asset's."""

    armature: dict[str, float] | float | None = None
    """Inertia that the motor adds to its joint [kg or kg m^2]; None takes the asset's."""

    friction: dict[str, float] | float | None = None
    """Static friction of the joint; None takes the asset's."""

    dynamic_friction: dict[str, float] | float | None = None
    """Friction of the joint in motion; None takes the asset's."""

    viscous_friction: dict[str, float] | float | None = None
    """Friction that grows with the joint's velocity [N s/m or N m s/rad]; None takes the asset's."""


@configclass
class ImplicitActuatorCfg(ActuatorBaseCfg):
    """Proportional-derivative control that the engine computes. The table of limits is at :class:`ImplicitActuator`."""

    class_type: type[ActuatorBase] = ImplicitActuator


@configclass
class IdealPDActuatorCfg(ActuatorBaseCfg):
    """Proportional-derivative control with an effort limit."""

    class_type: type[ActuatorBase] = IdealPDActuator


@configclass
class DCMotorCfg(IdealPDActuatorCfg):
    """Proportional-derivative control limited by a torque-speed curve; ``velocity_limit`` must be set."""

    class_type: type[ActuatorBase] = DCMotor

    saturation_effort: dict[str, float] | float = MISSING
    """Effort at standstill from which the torque-speed curve falls to 0 at ``velocity_limit`` [N or N m]."""


@configclass
class DelayedPDActuatorCfg(IdealPDActuatorCfg):
    """Proportional-derivative control on commands that arrive late."""

    class_type: type[ActuatorBase] = DelayedPDActuator

    min_delay: int = 0
    """Smallest delay that is drawn for an environment at its reset [steps]."""

    max_delay: int = 0
    """Largest delay that is drawn for an environment at its reset [steps]."""


@configclass
class RemotizedPDActuatorCfg(DelayedPDActuatorCfg):
    """Delayed proportional-derivative control through a linkage; effort and velocity limit are not configured."""

    class_type: type[ActuatorBase] = RemotizedPDActuator

    joint_parameter_lookup: list[list[float]] | torch.Tensor = MISSING
    """Rows of joint angle [rad], transmission ratio from motor to joint, and largest effort [N m], by rising angle."""


@configclass
class ActuatorNetLSTMCfg(DCMotorCfg):
    """Recurrent network within a torque-speed curve."""

    class_type: type[ActuatorBase] = ActuatorNetLSTM

    stiffness: dict[str, float] | float | None = None
    """Not used by the network."""

    damping: dict[str, float] | float | None = None
    """Not used by the network."""

    network_file: str = MISSING
    """TorchScript file of the network, with a submodule ``lstm``."""


@configclass
class ActuatorNetMLPCfg(DCMotorCfg):
    """Network without memory, fed with a history, within a torque-speed curve."""

    class_type: type[ActuatorBase] = ActuatorNetMLP

    stiffness: dict[str, float] | float | None = None
    """Not used by the network."""

    damping: dict[str, float] | float | None = None
    """Not used by the network."""

    network_file: str = MISSING
    """TorchScript file of the network."""

    pos_scale: float = MISSING
    """Factor on the position errors that the network gets."""

    vel_scale: float = MISSING
    """Factor on the velocities that the network gets."""

    torque_scale: float = MISSING
    """Factor on the network's output, which makes it an effort [N or N m]."""

    input_order: Literal["pos_vel", "vel_pos"] = MISSING
    """Whether position errors or velocities come first among the network's inputs."""

    input_idx: Iterable[int] = MISSING
    """Ages of the position errors and velocities that the network gets [steps], in order; 0 is the present one."""
