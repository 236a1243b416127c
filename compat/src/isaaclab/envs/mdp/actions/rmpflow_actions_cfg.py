"""Names of isaaclab.envs.mdp.actions.rmpflow_actions_cfg."""

from pippin.envs.mdp.actions.rmpflow_action import RMPFlowActionCfg, RmpFlowControllerCfg

__all__ = ["RMPFlowActionCfg", "RmpFlowControllerCfg"]
