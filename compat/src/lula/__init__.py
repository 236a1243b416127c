"""Names of Lula that motion generation takes: robots, rotations, poses, descriptions of paths, and their conversion."""

from pippin.motion.trajectories import (
    CompositePathSpec,
    CSpacePathSpec,
    TaskSpacePathConversionConfig,
    TaskSpacePathSpec,
)

from .poses import Pose3, Rotation3
from .robot import CSpaceLimits, Kinematics, LogLevel, RobotDescription, load_robot, set_log_level

create_c_space_path_spec = CSpacePathSpec
create_composite_path_spec = CompositePathSpec
create_task_space_path_spec = TaskSpacePathSpec

__all__ = [
    "CSpaceLimits",
    "CSpacePathSpec",
    "CompositePathSpec",
    "Kinematics",
    "LogLevel",
    "Pose3",
    "RobotDescription",
    "Rotation3",
    "TaskSpacePathConversionConfig",
    "TaskSpacePathSpec",
    "create_c_space_path_spec",
    "create_composite_path_spec",
    "create_task_space_path_spec",
    "load_robot",
    "set_log_level",
]
