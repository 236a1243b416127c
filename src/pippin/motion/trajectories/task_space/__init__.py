"""Trajectories along which a frame of a robot follows a path in task space."""

from .conversion_config import TaskSpacePathConversionConfig
from .generator import TaskSpaceTrajectoryGenerator
from .path_spec import CompositePathSpec, CSpacePathSpec, TaskSpacePathSpec, TransitionMode

__all__ = [
    "CSpacePathSpec",
    "CompositePathSpec",
    "TaskSpacePathConversionConfig",
    "TaskSpacePathSpec",
    "TaskSpaceTrajectoryGenerator",
    "TransitionMode",
]
