"""Names of isaaclab.envs.mdp.actions.pink_actions_cfg."""

from pippin.envs.mdp.actions.unserved_actions import PinkInverseKinematicsActionCfg

__all__ = ["PinkInverseKinematicsActionCfg"]
