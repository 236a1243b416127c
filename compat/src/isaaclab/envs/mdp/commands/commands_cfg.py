"""Names of isaaclab.envs.mdp.commands.commands_cfg."""

from pippin.envs.managers import CommandTermCfg
from pippin.envs.mdp.commands.null_command import NullCommandCfg
from pippin.envs.mdp.commands.pose_2d_command import TerrainBasedPose2dCommandCfg, UniformPose2dCommandCfg
from pippin.envs.mdp.commands.pose_command import UniformPoseCommandCfg
from pippin.envs.mdp.commands.velocity_command import NormalVelocityCommandCfg, UniformVelocityCommandCfg

__all__ = [
    "CommandTermCfg",
    "NormalVelocityCommandCfg",
    "NullCommandCfg",
    "TerrainBasedPose2dCommandCfg",
    "UniformPose2dCommandCfg",
    "UniformPoseCommandCfg",
    "UniformVelocityCommandCfg",
]
