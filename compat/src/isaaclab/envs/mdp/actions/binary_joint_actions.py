"""Names of isaaclab.envs.mdp.actions.binary_joint_actions."""

from pippin.envs.mdp.actions.binary_joint_actions import (
    AbsBinaryJointPositionAction,
    BinaryJointAction,
    BinaryJointPositionAction,
    BinaryJointVelocityAction,
)

__all__ = [
    "AbsBinaryJointPositionAction",
    "BinaryJointAction",
    "BinaryJointPositionAction",
    "BinaryJointVelocityAction",
]
