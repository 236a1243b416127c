"""Names of Lula that motion generation takes: rotations, poses, descriptions of paths, and their conversion."""

from pippin.motion.trajectories import (
    CompositePathSpec,
    CSpacePathSpec,
    TaskSpacePathConversionConfig,
    TaskSpacePathSpec,
)

from .poses import Pose3, Rotation3

create_c_space_path_spec = CSpacePathSpec
create_composite_path_spec = CompositePathSpec
create_task_space_path_spec = TaskSpacePathSpec

__all__ = [
    "CSpacePathSpec",
    "CompositePathSpec",
    "Pose3",
    "Rotation3",
    "TaskSpacePathConversionConfig",
    "TaskSpacePathSpec",
    "create_c_space_path_spec",
    "create_composite_path_spec",
    "create_task_space_path_spec",
]
