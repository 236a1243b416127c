"""Names of isaaclab.envs.mdp.commands.pose_2d_command."""

from pippin.envs.mdp.commands.pose_2d_command import TerrainBasedPose2dCommand, UniformPose2dCommand

__all__ = ["TerrainBasedPose2dCommand", "UniformPose2dCommand"]
