"""Names of isaaclab.envs.mdp.commands.pose_command."""

from pippin.envs.mdp.commands.pose_command import UniformPoseCommand

__all__ = ["UniformPoseCommand"]
