"""The constraint solver of Pippin for MuJoCo Warp: one launch, in which the threads of a warp solve an environment."""

from .solver import ConstraintSolver, can_solve

__all__ = ["ConstraintSolver", "can_solve"]
