"""Names of isaaclab.envs.mdp.actions.rmpflow_task_space_actions."""

from pippin.envs.mdp.actions.rmpflow_action import RMPFlowAction

__all__ = ["RMPFlowAction"]
