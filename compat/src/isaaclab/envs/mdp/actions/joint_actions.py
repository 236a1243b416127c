"""Names of isaaclab.envs.mdp.actions.joint_actions."""

from pippin.envs.mdp.actions.joint_actions import (
    JointAction,
    JointEffortAction,
    JointPositionAction,
    JointVelocityAction,
    RelativeJointPositionAction,
)

__all__ = [
    "JointAction",
    "JointEffortAction",
    "JointPositionAction",
    "JointVelocityAction",
    "RelativeJointPositionAction",
]
