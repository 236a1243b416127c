"""One step of MuJoCo Warp, with Pippin's own stages where they take the model.

The stages are those of ``mujoco_warp.step``, by its public functions. Four are Pippin's, of one launch each in place of
some sixty: the smooth dynamics, the rows of contacts, the constraint solver and the integration.
"""

from __future__ import annotations

from collections.abc import Callable

import mujoco
import mujoco_warp as mjw

from .contact_rows import ContactRows, can_make_rows
from .newton_solver import ConstraintSolver, can_solve
from .smooth_dynamics import Integration, SmoothDynamics, can_drive, can_integrate, can_move

_INTEGRATORS: dict[int, Callable[[mjw.Model, mjw.Data], None]] = {
    int(mujoco.mjtIntegrator.mjINT_EULER): mjw.euler,
    int(mujoco.mjtIntegrator.mjINT_IMPLICIT): mjw.implicit,
    int(mujoco.mjtIntegrator.mjINT_IMPLICITFAST): mjw.implicit,
}
"""Integrators that need the accelerations once."""


LEAST_TOLERANCE = 1e-8
"""Tolerance of the constraint solver below which float32 finds no end. MuJoCo's own default; MuJoCo Warp takes 1e-6,
with which one in twenty states of robots on elliptic cones has forces that are off by more than 1e-4 of the largest,
in place of one in three hundred, and the solver takes 5 % fewer iterations (``benchmarks/step_truth.py``)."""


def step_function(native: mujoco.MjModel, model: mjw.Model, data: mjw.Data) -> Callable[[mjw.Model, mjw.Data], None]:
    """Choose who makes the steps of a model: :class:`OwnStep`, or MuJoCo Warp for what Pippin's solver does not take.

    On a CPU, where Warp runs one thread, MuJoCo Warp's stages are as fast, and their kernels serve all sizes.

    Args:
        native: The model.
        model: The same for MuJoCo Warp.
        data: Data of all environments, with the room for constraints.
    """
    takes_energy = native.opt.enableflags & int(mujoco.mjtEnableBit.mjENBL_ENERGY)
    is_plain = data.qpos.device.is_cuda and native.opt.integrator in _INTEGRATORS and not takes_energy
    return OwnStep(native, model, data) if is_plain and can_solve(native, model, data) else mjw.step


class OwnStep:
    """A step with Pippin's stages.

    Args:
        native: The model.
        model: The same for MuJoCo Warp; it gets the tolerance of ``native``, if float32 can reach that.
        data: Its data.
    """

    def __init__(self, native: mujoco.MjModel, model: mjw.Model, data: mjw.Data) -> None:
        self._drives_joints = can_drive(native, model) and can_move(native, model, drives_joints=True)
        self._move: SmoothDynamics | None = None
        if can_move(native, model, self._drives_joints):
            self._move = SmoothDynamics(native, model, self._drives_joints)
        self._constrain = ContactRows(native, model, data) if can_make_rows(native, model) else mjw.make_constraint
        self._solve = ConstraintSolver(model, data)
        model.opt.tolerance.fill_(max(native.opt.tolerance, LEAST_TOLERANCE))
        self._integrate = _INTEGRATORS[int(model.opt.integrator)]
        self.change_targets: Callable[[mjw.Model, mjw.Data], None] | None = None
        """Changes the constraint rows before they are solved."""
        self._needs_moments = True
        if self._drives_joints and can_integrate(native, model):
            self._integrate, self._needs_moments = Integration(native, model), False

    def __call__(self, model: mjw.Model, data: mjw.Data) -> None:
        """Advance all environments by one step, as ``mujoco_warp.step`` does."""
        self._place(model, data)
        data.sensordata.zero_()
        mjw.sensor_pos(model, data)
        if not self._drives_joints:
            mjw.fwd_velocity(model, data)
        mjw.sensor_vel(model, data)
        if not self._drives_joints:
            mjw.fwd_actuation(model, data)
            mjw.fwd_acceleration(model, data, factorize=True)
        if self.change_targets is not None:
            self.change_targets(model, data)
        self._solve(model, data)
        has_sensors = not model.opt.disableflags & int(mujoco.mjtDisableBit.mjDSBL_SENSOR)
        if model.opt.run_rne_postconstraint or (has_sensors and model.sensor_rne_postconstraint):
            mjw.rne_postconstraint(model, data)
        mjw.sensor_acc(model, data, skip_rne_postconstraint=True)
        self._integrate(model, data)

    def _place(self, model: mjw.Model, data: mjw.Data) -> None:
        """Do what follows from positions: poses, inertias, contacts and constraints."""
        if self._move is None:
            mjw.fwd_position(model, data, factorize=False)
            return
        self._move(model, data)
        mjw.camlight(model, data)
        if not self._drives_joints:  # which has them
            mjw.tendon(model, data)
        if model.opt.run_collision_detection:
            mjw.collision(model, data)
        self._constrain(model, data)
        if self._needs_moments:
            mjw.transmission(model, data)
