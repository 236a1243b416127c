"""Trajectories: time-optimal ones and timestamped ones through waypoints, and ones that follow paths in task space."""

from .generator import CSpaceTrajectoryGenerator, TrajectoryGenerator
from .limits import CSpaceLimits
from .solver_parameters import SolverParameters
from .trajectory import CSpaceTrajectory, Curve, Trajectory

__all__ = [
    "CSpaceLimits",
    "CSpaceTrajectory",
    "CSpaceTrajectoryGenerator",
    "Curve",
    "SolverParameters",
    "Trajectory",
    "TrajectoryGenerator",
]
