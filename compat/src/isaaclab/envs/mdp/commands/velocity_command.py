"""Names of isaaclab.envs.mdp.commands.velocity_command."""

from pippin.envs.mdp.commands.velocity_command import NormalVelocityCommand, UniformVelocityCommand

__all__ = ["NormalVelocityCommand", "UniformVelocityCommand"]
