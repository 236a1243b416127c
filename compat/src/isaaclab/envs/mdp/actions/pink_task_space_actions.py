"""Names of isaaclab.envs.mdp.actions.pink_task_space_actions."""

from pippin.envs.mdp.actions.unserved_actions import PinkInverseKinematicsAction

__all__ = ["PinkInverseKinematicsAction"]
