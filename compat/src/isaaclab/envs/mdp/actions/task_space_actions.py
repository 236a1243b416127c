"""Names of isaaclab.envs.mdp.actions.task_space_actions."""

from pippin.envs.mdp.actions.differential_ik_action import DifferentialInverseKinematicsAction
from pippin.envs.mdp.actions.operational_space_action import OperationalSpaceControllerAction

__all__ = ["DifferentialInverseKinematicsAction", "OperationalSpaceControllerAction"]
