"""Names of isaaclab.envs.mdp.actions.joint_actions_to_limits."""

from pippin.envs.mdp.actions.joint_actions_to_limits import EMAJointPositionToLimitsAction, JointPositionToLimitsAction

__all__ = ["EMAJointPositionToLimitsAction", "JointPositionToLimitsAction"]
