"""Command terms: what a policy is told to do, sampled again from time to time."""

from .null_command import NullCommand, NullCommandCfg
from .pose_2d_command import (
    TerrainBasedPose2dCommand,
    TerrainBasedPose2dCommandCfg,
    UniformPose2dCommand,
    UniformPose2dCommandCfg,
)
from .pose_command import UniformPoseCommand, UniformPoseCommandCfg
from .velocity_command import (
    NormalVelocityCommand,
    NormalVelocityCommandCfg,
    UniformVelocityCommand,
    UniformVelocityCommandCfg,
)

__all__ = [
    "NormalVelocityCommand",
    "NormalVelocityCommandCfg",
    "NullCommand",
    "NullCommandCfg",
    "TerrainBasedPose2dCommand",
    "TerrainBasedPose2dCommandCfg",
    "UniformPose2dCommand",
    "UniformPose2dCommandCfg",
    "UniformPoseCommand",
    "UniformPoseCommandCfg",
    "UniformVelocityCommand",
    "UniformVelocityCommandCfg",
]
