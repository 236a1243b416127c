"""Trajectories: time-optimal ones and timestamped ones through waypoints, and ones that follow paths in task space."""

from .generator import CSpaceTrajectoryGenerator, TrajectoryGenerator
from .limits import CSpaceLimits
from .solver_parameters import SolverParameters
from .task_space import (
    CompositePathSpec,
    CSpacePathSpec,
    TaskSpacePathConversionConfig,
    TaskSpacePathSpec,
    TaskSpaceTrajectoryGenerator,
    TransitionMode,
)
from .trajectory import CSpaceTrajectory, Curve, Trajectory

__all__ = [
    "CSpaceLimits",
    "CSpacePathSpec",
    "CSpaceTrajectory",
    "CSpaceTrajectoryGenerator",
    "CompositePathSpec",
    "Curve",
    "SolverParameters",
    "TaskSpacePathConversionConfig",
    "TaskSpacePathSpec",
    "TaskSpaceTrajectoryGenerator",
    "Trajectory",
    "TrajectoryGenerator",
    "TransitionMode",
]
