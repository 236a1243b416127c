"""Names of isaaclab.controllers.rmp_flow_cfg."""

from pippin.envs.mdp.actions.rmpflow_action import RmpFlowControllerCfg

__all__ = ["RmpFlowControllerCfg"]
