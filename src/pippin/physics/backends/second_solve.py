"""Steps of native MuJoCo that its solver did not finish are solved again, in ways that do converge.

Newton's method on elliptic cones is quick and exact, and very rarely stops at its limit of iterations with forces that
throw what they act on at a million rad/s. Such a world takes the step again from where it was: with pyramidal cones,
whose problem is quadratic in pieces, and if that does not help by projected Gauss-Seidel iterations, which only ever
lower the energy of the forces, so that velocities stay bounded wherever they stop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import mujoco
import numpy as np
from mujoco.batch import Batch

from ..compile import FRICTION_IMPEDANCE
from ..guard import MAX_SPEED
from ..row_work import RowWork

_NEWTON, _PGS = int(mujoco.mjtSolver.mjSOL_NEWTON), int(mujoco.mjtSolver.mjSOL_PGS)

WAYS = (
    {"cone": int(mujoco.mjtCone.mjCONE_PYRAMIDAL), "impratio": FRICTION_IMPEDANCE["pyramidal"], "solver": _NEWTON},
    {"cone": int(mujoco.mjtCone.mjCONE_PYRAMIDAL), "impratio": FRICTION_IMPEDANCE["pyramidal"], "solver": _PGS},
)
"""Options of the engine to try, one after the other."""


LEAST_LIMIT = 50
"""Limit of iterations below which stopping there is a choice of speed, and no failure."""


class SecondSolve:
    """Takes steps of native MuJoCo again.

    Args:
        batch: The worlds.
    """

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._iterations = batch.bind("solver_niter")
        limit = batch.model.opt.iterations
        self._limit = limit if limit >= LEAST_LIMIT else np.iinfo(np.int32).max

    def look(self, work: RowWork) -> int:
        """Look whether the solver stopped at its limit of iterations in some world; where the work tells of it."""
        return work.reaches(self._iterations, self._limit)

    def unsolved(self) -> np.ndarray:
        """Worlds whose solver stopped at its limit in the last step, or that are lost; indices, shape (n,), int64."""
        speed = np.abs(self._batch.bind("qvel")).max(axis=1, initial=0.0)
        stopped = self._iterations.max(axis=1) >= self._limit
        return np.flatnonzero(stopped | ~(speed <= MAX_SPEED))  # NaN counts as lost

    def run(self, state: Sequence[np.ndarray], step: Callable[[np.ndarray], None]) -> np.ndarray:
        """Take the last step again in the worlds where it is not solved.

        Args:
            state: ``qpos`` and ``qvel`` before the step, shapes (W, nq) and (W, nv).
            step: Takes the step in the worlds whose indices it is given.

        Returns:
            Indices of the worlds that are solved now and were not, int64.
        """
        batch = self._batch
        thrown = left = self.unsolved()
        for way in WAYS:
            if left.size == 0:
                break
            for name, before in zip(("qpos", "qvel"), state, strict=True):
                batch.bind(name)[left] = before[left]
            batch.bind("qacc_warmstart")[left] = 0.0
            batch.bind("time")[left] -= batch.model.opt.timestep
            options = {name: batch.expand(f"opt.{name}") for name in way}
            usual = {name: values[left].copy() for name, values in options.items()}
            for name, value in way.items():
                options[name][left] = value
            step(left)
            for name, values in usual.items():
                options[name][left] = values
            left = np.intersect1d(left, self.unsolved())
        return np.setdiff1d(thrown, left)
