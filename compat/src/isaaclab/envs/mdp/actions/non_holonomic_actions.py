"""Names of isaaclab.envs.mdp.actions.non_holonomic_actions."""

from pippin.envs.mdp.actions.non_holonomic_actions import NonHolonomicAction

__all__ = ["NonHolonomicAction"]
