"""Inverse kinematics: one query at a time with every documented setting, or thousands at once."""

from .descent_solver import DescentResult, DescentSolver
from .settings import CspaceLimitBiasing, DescentSettings

__all__ = ["CspaceLimitBiasing", "DescentResult", "DescentSettings", "DescentSolver"]
