"""Inverse kinematics: one query at a time with every documented setting, or thousands at once."""

from .batch_solver import BatchResult, BatchSolver
from .descent_solver import DescentResult, DescentSolver
from .settings import CspaceLimitBiasing, DescentSettings

__all__ = ["BatchResult", "BatchSolver", "CspaceLimitBiasing", "DescentResult", "DescentSettings", "DescentSolver"]
