"""Names of isaaclab.envs.mdp.actions.actions_cfg."""

from pippin.controllers import DifferentialIKControllerCfg, OperationalSpaceControllerCfg
from pippin.envs.mdp.actions.binary_joint_actions import (
    AbsBinaryJointPositionActionCfg,
    BinaryJointActionCfg,
    BinaryJointPositionActionCfg,
    BinaryJointVelocityActionCfg,
)
from pippin.envs.mdp.actions.differential_ik_action import DifferentialInverseKinematicsActionCfg
from pippin.envs.mdp.actions.joint_actions import (
    JointActionCfg,
    JointEffortActionCfg,
    JointPositionActionCfg,
    JointVelocityActionCfg,
    RelativeJointPositionActionCfg,
)
from pippin.envs.mdp.actions.joint_actions_to_limits import (
    EMAJointPositionToLimitsActionCfg,
    JointPositionToLimitsActionCfg,
)
from pippin.envs.mdp.actions.non_holonomic_actions import NonHolonomicActionCfg
from pippin.envs.mdp.actions.operational_space_action import OperationalSpaceControllerActionCfg
from pippin.envs.mdp.actions.unserved_actions import FixedTendonPositionActionCfg, SurfaceGripperBinaryActionCfg

__all__ = [
    "AbsBinaryJointPositionActionCfg",
    "BinaryJointActionCfg",
    "BinaryJointPositionActionCfg",
    "BinaryJointVelocityActionCfg",
    "DifferentialIKControllerCfg",
    "DifferentialInverseKinematicsActionCfg",
    "EMAJointPositionToLimitsActionCfg",
    "FixedTendonPositionActionCfg",
    "JointActionCfg",
    "JointEffortActionCfg",
    "JointPositionActionCfg",
    "JointPositionToLimitsActionCfg",
    "JointVelocityActionCfg",
    "NonHolonomicActionCfg",
    "OperationalSpaceControllerActionCfg",
    "OperationalSpaceControllerCfg",
    "RelativeJointPositionActionCfg",
    "SurfaceGripperBinaryActionCfg",
]
