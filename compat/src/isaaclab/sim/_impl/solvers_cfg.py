"""Settings of Newton's solvers, under Isaac Lab's names."""

from pippin.sim import MJWarpSolverCfg

__all__ = ["MJWarpSolverCfg"]
