"""Names of isaaclab.envs.mdp.commands.null_command."""

from pippin.envs.mdp.commands.null_command import NullCommand

__all__ = ["NullCommand"]
