"""Action terms: how the numbers of a policy become commands of joints."""

from .binary_joint_actions import (
    AbsBinaryJointPositionAction,
    AbsBinaryJointPositionActionCfg,
    BinaryJointAction,
    BinaryJointActionCfg,
    BinaryJointPositionAction,
    BinaryJointPositionActionCfg,
    BinaryJointVelocityAction,
    BinaryJointVelocityActionCfg,
)
from .differential_ik_action import DifferentialInverseKinematicsAction, DifferentialInverseKinematicsActionCfg
from .joint_actions import (
    JointAction,
    JointActionCfg,
    JointEffortAction,
    JointEffortActionCfg,
    JointPositionAction,
    JointPositionActionCfg,
    JointVelocityAction,
    JointVelocityActionCfg,
    RelativeJointPositionAction,
    RelativeJointPositionActionCfg,
)
from .joint_actions_to_limits import (
    EMAJointPositionToLimitsAction,
    EMAJointPositionToLimitsActionCfg,
    JointPositionToLimitsAction,
    JointPositionToLimitsActionCfg,
)
from .non_holonomic_actions import NonHolonomicAction, NonHolonomicActionCfg
from .operational_space_action import OperationalSpaceControllerAction, OperationalSpaceControllerActionCfg
from .pink_action import PinkInverseKinematicsAction, PinkInverseKinematicsActionCfg
from .tendon_actions import FixedTendonPositionAction, FixedTendonPositionActionCfg
from .thrust_actions import NavigationAction, NavigationActionCfg, ThrustAction, ThrustActionCfg
from .unserved_actions import SurfaceGripperBinaryAction, SurfaceGripperBinaryActionCfg

__all__ = [
    "AbsBinaryJointPositionAction",
    "AbsBinaryJointPositionActionCfg",
    "BinaryJointAction",
    "BinaryJointActionCfg",
    "BinaryJointPositionAction",
    "BinaryJointPositionActionCfg",
    "BinaryJointVelocityAction",
    "BinaryJointVelocityActionCfg",
    "DifferentialInverseKinematicsAction",
    "DifferentialInverseKinematicsActionCfg",
    "EMAJointPositionToLimitsAction",
    "EMAJointPositionToLimitsActionCfg",
    "FixedTendonPositionAction",
    "FixedTendonPositionActionCfg",
    "JointAction",
    "JointActionCfg",
    "JointEffortAction",
    "JointEffortActionCfg",
    "JointPositionAction",
    "JointPositionActionCfg",
    "JointPositionToLimitsAction",
    "JointPositionToLimitsActionCfg",
    "JointVelocityAction",
    "JointVelocityActionCfg",
    "NavigationAction",
    "NavigationActionCfg",
    "NonHolonomicAction",
    "NonHolonomicActionCfg",
    "OperationalSpaceControllerAction",
    "OperationalSpaceControllerActionCfg",
    "PinkInverseKinematicsAction",
    "PinkInverseKinematicsActionCfg",
    "RelativeJointPositionAction",
    "RelativeJointPositionActionCfg",
    "SurfaceGripperBinaryAction",
    "SurfaceGripperBinaryActionCfg",
    "ThrustAction",
    "ThrustActionCfg",
]
