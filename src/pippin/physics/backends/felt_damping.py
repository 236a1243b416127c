"""The damping of drives that contacts feel, for native MuJoCo; see :mod:`pippin.physics.backends.stiff_drives`."""

from __future__ import annotations

import mujoco
import numpy as np
from mujoco.batch import Batch

from ..row_work import RowWork
from .stiff_drives import SoftenedDrives


class FeltDamping:
    """Inertia in place of the damping of drives, in the worlds of one variant.

    Args:
        batch: The worlds.
        model: Compiled model of one environment; its time step is that of the engine.
        dof_actuators: Actuator of each degree of freedom, or -1, shape (nv,).
    """

    def __init__(self, batch: Batch, model: mujoco.MjModel, dof_actuators: np.ndarray) -> None:
        self._batch = batch
        self._step = float(model.opt.timestep)
        self._dofs_with_drives = np.flatnonzero(dof_actuators >= 0)
        self._actuators = dof_actuators
        self._velocities = batch.bind("qvel")
        self._own_armature: np.ndarray | None = None
        self.any = False
        """Whether there is any."""

    def put_back(self) -> None:
        """Let the engine have the inertias that users gave, for what is derived from them."""
        if self._own_armature is not None:
            np.copyto(self._batch.expand("dof_armature"), self._own_armature)

    def apply(self, drives: SoftenedDrives) -> None:
        """Leave the damping out of the engine's drives, and add it to its inertias, which are those of users."""
        felt = drives.felt.numpy()
        dofs = self._dofs_with_drives[(felt[:, self._actuators[self._dofs_with_drives]] > 0.0).any(axis=0)]
        self.any = dofs.size > 0
        self._own_armature = None
        if not self.any:
            return
        actuators = self._actuators[dofs]
        armature, bias = self._batch.expand("dof_armature"), self._batch.expand("actuator_biasprm")
        self._own_armature = armature.copy()
        self._damping = np.ascontiguousarray(felt[:, actuators], dtype=np.float64)
        law = drives.bias.numpy()[:, actuators]
        self._constants = np.ascontiguousarray(law[:, :, 0], dtype=np.float64)
        self._dofs = dofs
        armature[:, dofs] += self._step * self._damping
        bias[:, actuators, 2] = law[:, :, 2] + felt[:, actuators]
        self._work = RowWork()
        first = np.arange(bias.shape[1] * bias.shape[2]).reshape(bias.shape[1:])[actuators, 0]
        self._work.oppose((bias, first), self._constants, self._damping, (self._velocities, dofs))
        self.oppose()

    def oppose(self) -> None:
        """Let drives push against the velocities that there are, as a constant effort of the coming engine step."""
        self._work.run()

    def armatures(self, given: np.ndarray) -> np.ndarray:
        """What the engine's inertias usually are, for those that users gave; shapes (W or 1, nv), float32."""
        if not self.any:
            return given
        usual = np.repeat(given, max(1, len(self._damping) // len(given)), axis=0)
        usual[:, self._dofs] += np.float32(self._step) * self._damping.astype(np.float32)
        return usual
