"""Names of isaaclab.controllers.rmp_flow."""

from pippin.envs.mdp.actions.rmpflow_action import RmpFlowController, RmpFlowControllerCfg

__all__ = ["RmpFlowController", "RmpFlowControllerCfg"]
