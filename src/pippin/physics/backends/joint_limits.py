"""Limits of joint velocities, and drives that brake at their effort limits: what MuJoCo lacks and PhysX has.

**Velocity limits.** A joint that is faster than its limit, or would be after the step, gets a stiff damper towards the
limit for the step. Dampers are implicit, so any number of them is stable: the engine gets the inertia ``h d`` and the
force at the velocity before the step, so that contacts and limits of positions, too, are solved with them; and as they
act between a link and its parent, a robot that falls or flies goes on doing so. What the joint's drive and applied
effort push with is taken off, or else the joint would exceed its limit by what they add in a step. A joint that moves
at less than half its limit is left alone, because a drive that something holds shall push with all it has. Where the
drive is clipped (below), the joint gets a damper about the present velocity instead, with which a free motion comes to
the limit and no further: ``h L / (m + h d)`` is the way from the velocity to it. What goes beyond the limit in spite of
that is brought back after the step (:mod:`pippin.physics.backends.held_limits`).

**Efforts of programs.** Programs that compute efforts by themselves, ``kp e - kd v`` with the velocity before the step,
diverge where ``h kd > 2 m``: small feet flip to and fro, faster in each step. PhysX's velocity limits and hard contacts
keep that small. Here, no input of an actuator without gains (an effort of Isaac Gym's, or of an explicit model) changes
the velocity of its joint by more than a quarter of its limit in an engine step: where it would in a free motion, the
joint gets a damper about the present velocity with ``h u / (m + h d) = limit / 4``. That is an inertia for this step
alone, and leaves the full effort where something holds the joint. Efforts that are applied beside (``qfrc_applied``)
count only where the velocity has just changed by more than an eighth of the limit in an engine step: the large ones of
an arm's controller (gravity compensation, operational space) balance each other, and as an inertia they would make
another arm of it.

**Effort limits.** The engine clips the effort of a drive ``u = kp e - kd v`` before it integrates, and treats a clipped
effort as a constant. For a step ``h`` and an inertia ``m`` with ``h kd > 2 m``, a drive at its limit ``L`` then turns
velocities around within a step, and the next step turns them back: a limit cycle. PhysX clips what implicit integration
has come to. The velocity that this changes by in a free motion is::

    h u / (m + h kd)    as long as that is less than    h L / m

Here, drives with ``h kd > m`` whose clipped effort would change it by more get a damper ``d`` about the present
velocity with ``h L / (m + h d) = h u / (m + h kd)``, which is the same for a free motion and leaves the drive's full
effort ``L`` where something holds the joint.

**Inertias** are those at the initial pose, the other joints being free, but no more than the diagonal of the mass
matrix in the pose of the last engine step: of the first joint of a folded arm a seventh is left.

Where neither happens, nothing is changed, and the step is bit-identical to the engine's own. Drives are those that
:mod:`pippin.physics.backends.stiff_drives` leaves.
"""

from __future__ import annotations

from collections.abc import Sequence

import mujoco
import numpy as np
import warp as wp

from pippin.utils.repeated_launch import RepeatedLaunch

from ..compile import UNLIMITED
from ..row_work import RowWork
from ..worlds import SPEED_LIMIT
from .stiff_drives import SoftenedDrives

DRIVES = ("actuator_biasprm", "actuator_forcerange", "dof_armature")
"""Parameters that decide on how drives are clipped."""

LIMITING = (SPEED_LIMIT, *DRIVES)
"""Parameters that decide on the dampers."""

SLOWING = 5.0
"""Damping beyond a velocity limit, as a multiple of what the joint has of inertia (per step) and damping."""

NEAR = 0.5
"""Share of its limit from which on a joint is kept from exceeding it within the step."""

LARGEST_CHANGE = 0.25
"""Share of its limit by which an effort may change the velocity of a joint without a drive that was thrown."""

THROWN = 0.125
"""Share of its limit by which the velocity of a joint that was thrown has changed in the last engine step."""

LEAST_INERTIA = 0.5
"""Share of their inertia that clipped drives are reckoned with: where other drives move, too, it may be less."""

LEAST_SHARE = 0.01
"""Least share of the inertia at the initial pose that is counted with in another pose, below what rounding leaves."""

FOLDED = 0.1
"""Share of it down to which drives that are not stiff at the initial pose are looked at."""


@wp.func
def damping_at_effort_limit(drive: float, limit: float, damping: float, inertia_rate: float) -> float:
    """Damping about the present velocity of a drive that is clipped to a limit, by its damping and inertia per step."""
    least = LEAST_INERTIA * inertia_rate
    return wp.clamp(wp.abs(limit / drive) * (least + damping) - least, 0.0, damping)


@wp.func
def present_inertia(initial: float, diagonal: float, armature: float) -> float:
    """Inertia of a joint without armature, by the diagonal of a mass matrix with armature, which is 0 before steps."""
    if diagonal == 0.0:
        return initial
    return wp.clamp(diagonal - armature, LEAST_SHARE * initial, initial)


@wp.kernel(enable_backward=False)
def limit_joints(
    dt: float,  # of one engine step
    actuators: wp.array(dtype=int),  # (nv,) of each degree of freedom, or -1
    coordinates: wp.array(dtype=int),  # (nv,)
    initial_inertias: wp.array(dtype=float),  # (nv,) without armature
    places: wp.array(dtype=int),  # (nv,) of the diagonal in the mass matrix
    mass_matrix: wp.array2d(dtype=float),  # (W, nC) of the last engine step, with the armature that it had
    speed_limits: wp.array2d(dtype=float),  # (W or 1, nv)
    bias: wp.array3d(dtype=float),  # (W or 1, nu, 10)
    force_range: wp.array3d(dtype=float),  # (W or 1, nu, 2)
    armature: wp.array2d(dtype=float),  # (W or 1, nv)
    gains: wp.array3d(dtype=float),  # (W or 1, nu, 10)
    felt: wp.array2d(dtype=float),  # (W or 1, nu) damping that contacts feel
    applied: wp.array2d(dtype=float),  # (W, nv)
    qpos: wp.array2d(dtype=float),  # (W, nq)
    qvel: wp.array2d(dtype=float),  # (W, nv)
    ctrl: wp.array2d(dtype=float),  # (W, nu)
    left: wp.array2d(dtype=float),  # (W, nv) velocities as the last engine step left them
    last_velocities: wp.array2d(dtype=float),  # (W, nv) before the last engine step; those before this one after it
    applied_out: wp.array2d(dtype=float),  # (W, nv)
    armature_out: wp.array2d(dtype=float),  # (W, nv), that of the last engine step before
    bias_out: wp.array3d(dtype=float),  # (W, nu, 10) the first component alone
    changed: wp.array(dtype=int),  # (1,) set to 1 where a damper was added
):
    """Add dampers to joints beyond their velocity limit, and to drives that are clipped; let contacts feel drives."""
    world, dof = wp.tid()
    velocity = qvel[world, dof]
    change = float(0.0)
    if velocity == left[world, dof]:  # or a reset has written it, and nothing threw the joint
        change = wp.abs(velocity - last_velocities[world, dof])
    last_velocities[world, dof] = velocity
    own_armature = armature[world % armature.shape[0], dof]
    diagonal = mass_matrix[world, places[dof]]
    inertia = present_inertia(initial_inertias[dof], diagonal, armature_out[world, dof])
    inertia_rate = (inertia + own_armature) / dt
    felt_damping = float(0.0)
    is_felt = bool(False)
    added = float(0.0)
    force = float(0.0)
    effort = float(0.0)
    drive_damping = float(0.0)
    has_drive = bool(False)
    is_clipped = bool(False)
    actuator = actuators[dof]
    if actuator >= 0:
        row = world % bias.shape[0]
        drive_damping = wp.max(-bias[row, actuator, 2], 0.0)
        has_drive = bias[row, actuator, 1] != 0.0 or bias[row, actuator, 2] != 0.0
        drive = (
            gains[world % gains.shape[0], actuator, 0] * ctrl[world, actuator]
            + bias[row, actuator, 0]
            + bias[row, actuator, 1] * qpos[world, coordinates[dof]]
            + bias[row, actuator, 2] * velocity
        )
        felt_damping = felt[world % felt.shape[0], actuator]
        is_felt = felt_damping > 0.0
        bias_out[world, actuator, 0] = bias[row, actuator, 0] - felt_damping * velocity
        limits = world % force_range.shape[0]
        effort = wp.clamp(drive, force_range[limits, actuator, 0], force_range[limits, actuator, 1])
        if effort != drive:
            is_clipped = drive_damping > inertia_rate
            if is_clipped:
                added = damping_at_effort_limit(drive, effort, drive_damping, inertia_rate)
            drive_damping = added  # the engine leaves out that of a clipped drive
            if is_felt:  # contacts neither
                felt_damping = 0.0
                changed[0] = 1
            force = added * velocity
    fastest = speed_limits[world % speed_limits.shape[0], dof]
    direction = wp.sign(velocity)
    push = wp.max(direction * (effort + applied[world, dof]), 0.0)
    coming = wp.abs(velocity) + push / (inertia_rate + drive_damping)
    is_fast = coming > fastest and wp.abs(velocity) > NEAR * fastest
    if is_fast:
        slowing = SLOWING * (inertia_rate + drive_damping)
        added += slowing
        force += direction * (slowing * fastest - push)
    if is_clipped and not is_fast:
        total = effort + applied[world, dof]
        room = fastest - wp.sign(total) * velocity
        holding = wp.abs(total) / wp.max(room, 1.0e-6) - (inertia_rate + drive_damping)
        if holding > 0.0:
            added += holding
            force += holding * velocity
    if not has_drive:
        total = effort
        if change > THROWN * fastest:
            total += applied[world, dof]
        if is_fast and direction * total > 0.0:
            total = 0.0
        holding = wp.abs(total) / (LARGEST_CHANGE * fastest) - (inertia_rate + added)
        if holding > 0.0:
            added += holding
            force += holding * velocity
    if added > 0.0:
        changed[0] = 1
    else:  # or it is NaN, which the guard finds where it comes from
        added = 0.0
        force = 0.0
    # Implicit damping is an inertia and the force at the present velocity: as such, contacts and limits feel it.
    armature_out[world, dof] = own_armature + dt * (felt_damping + added)
    applied_out[world, dof] = applied[world, dof] + (force - added * velocity)


@wp.kernel(enable_backward=False)
def leave_out_felt(
    bias: wp.array3d(dtype=float),  # (W or 1, nu, 10)
    felt: wp.array2d(dtype=float),  # (W or 1, nu)
    bias_out: wp.array3d(dtype=float),  # (W, nu, 10)
):
    """Write the gains of drives in all worlds, but for the damping that contacts feel."""
    world, actuator = wp.tid()
    row = world % bias.shape[0]
    for component in range(10):
        bias_out[world, actuator, component] = bias[row, actuator, component]
    bias_out[world, actuator, 2] = bias[row, actuator, 2] + felt[world % felt.shape[0], actuator]


class JointLimits:
    """Adds the dampers in the worlds of one variant.

    Args:
        model: Compiled model of one environment; its time step is that of the engine.
        dof_actuators: Actuator of each degree of freedom, or -1, shape (nv,).
        num_worlds: W.
        device: Warp device.

    Attributes:
        applied: Efforts to apply to the degrees of freedom in the next engine step, shape (W, nv).
        armature: Inertia to add to them, with what contacts feel of drives, in the same form. Before a launch it is
            that of the last engine step.
        places: Places of the diagonal in the mass matrix, shape (nv,), int64.
        bias: ``actuator_biasprm`` for the engine, where the damping that contacts feel is left out, shape (W, nu, 10).
        changed: 1 where a damper was added since it was last set to 0, shape (1,), int32.
        last_velocities: Velocities that the last launch was for, shape (W, nv).
    """

    def __init__(self, model: mujoco.MjModel, dof_actuators: np.ndarray, num_worlds: int, device: str) -> None:
        self._dt = float(model.opt.timestep)
        self._actuators = wp.array(dof_actuators.astype(np.int32), dtype=int, device=device)
        self._coordinates = wp.array(_coordinates(model), dtype=int, device=device)
        self._inertias = wp.array(dof_inertias(model), dtype=float, device=device)
        self.places = model.M_rowadr.astype(np.int64) + model.M_rownnz - 1
        self._places = wp.array(self.places, dtype=int, device=device)
        self.applied = wp.zeros((num_worlds, model.nv), dtype=float, device=device)
        armature = np.repeat(model.dof_armature[None], num_worlds, axis=0)
        self.armature = wp.array(armature, dtype=float, device=device)
        self.bias = wp.zeros((num_worlds, *model.actuator_biasprm.shape), dtype=float, device=device)
        self.changed = wp.zeros(1, dtype=int, device=device)
        self.last_velocities = wp.zeros((num_worlds, model.nv), dtype=float, device=device)
        self._limit = RepeatedLaunch(limit_joints, device)

    def take_drives(self, drives: SoftenedDrives) -> None:
        """Take over the gains of drives, after they changed, into :attr:`bias`."""
        wp.launch(
            leave_out_felt,
            dim=self.bias.shape[:2],
            inputs=[drives.bias, drives.felt],
            outputs=[self.bias],
            device=self.bias.device,
        )

    def launch(
        self,
        parameters: Sequence[wp.array],
        drives: SoftenedDrives,
        applied: wp.array,
        qpos: wp.array,
        qvel: wp.array,
        ctrl: wp.array,
        left: wp.array,
        mass_matrix: wp.array,
    ) -> None:
        """Compute what the engine gets, and the constants in :attr:`bias`, for the state before an engine step.

        Args:
            parameters: Those that :data:`LIMITING` names, as :meth:`pippin.physics.worlds.Worlds.parameter` gives them
                or with one row for all worlds.
            drives: Gains as the engine can integrate them.
            applied: Efforts that users apply, shape (W, nv).
            qpos: Positions, shape (W, nq).
            qvel: Velocities, shape (W, nv).
            ctrl: Inputs of the actuators, shape (W, nu).
            left: Velocities as the last engine step left them, shape (W, nv); where they were written since, the change
                is none that efforts have made.
            mass_matrix: The engine's, of its last step, shape (W, nC); 0 on the diagonal before the first.
        """
        of_model = [self._dt, self._actuators, self._coordinates, self._inertias, self._places]
        state = [applied, qpos, qvel, ctrl, left, self.last_velocities]
        inputs = [*of_model, mass_matrix, *parameters, drives.gains, drives.felt, *state]
        outputs = [self.applied, self.armature, self.bias, self.changed]
        self._limit(self.applied.shape, inputs, outputs)


def _have_drives(bias: np.ndarray, actuators: np.ndarray) -> np.ndarray:
    """Whether actuators have gains in all worlds, given ``actuator_biasprm``."""
    return (bias[:, actuators, 1:3] != 0.0).any(axis=2).all(axis=0)


class LightJoints:
    """The joints without drives that an input may make too fast in a step, for a quick look at them on a CPU.

    Args:
        model: Compiled model of one environment; its time step is that of the engine.
        dof_actuators: Actuator of each degree of freedom, or -1, shape (nv,).
        speed_limits: Largest velocities, shape (W or 1, nv).
        bias: ``actuator_biasprm``, shape (W or 1, nu, 10).
        force_range: ``actuator_forcerange``, shape (W or 1, nu, 2).
        armature: ``dof_armature``, shape (W or 1, nv).
    """

    def __init__(
        self,
        model: mujoco.MjModel,
        dof_actuators: np.ndarray,
        speed_limits: np.ndarray,
        bias: np.ndarray,
        force_range: np.ndarray,
        armature: np.ndarray,
    ) -> None:
        dofs = np.flatnonzero(dof_actuators >= 0)
        actuators = dof_actuators[dofs]
        rates = (dof_inertias(model) + armature)[:, dofs] / model.opt.timestep
        largest = LARGEST_CHANGE * speed_limits[:, dofs].astype(np.float64) * rates
        has_drive = _have_drives(bias, actuators)
        is_light = (np.abs(force_range[:, actuators]).max(axis=2) > largest).any(axis=0) & ~has_drive
        self._actuators = actuators[is_light]
        with np.errstate(over="ignore"):  # what no single-precision number exceeds is no limit
            self._largest = shared_rows(largest[:, is_light].astype(np.float32))

    def look(self, work: RowWork, ctrl: np.ndarray) -> None:
        """Look whether one of them is pushed by more than that, given the inputs of all worlds."""
        if self._actuators.size:
            work.exceeds(ctrl, self._actuators, -self._largest, self._largest)


class FreeJoints:
    """The joints without drives that have velocity limits, for a quick look at what throws them on a CPU.

    Args:
        model: Compiled model of one environment; its time step is that of the engine.
        dof_actuators: Actuator of each degree of freedom, or -1, shape (nv,).
        speed_limits: Largest velocities, shape (W or 1, nv).
        bias: ``actuator_biasprm``, shape (W or 1, nu, 10).
    """

    def __init__(
        self, model: mujoco.MjModel, dof_actuators: np.ndarray, speed_limits: np.ndarray, bias: np.ndarray
    ) -> None:
        dofs = np.flatnonzero(dof_actuators >= 0)
        has_drive = _have_drives(bias, dof_actuators[dofs])
        is_limited = np.isfinite(speed_limits[:, dofs]).any(axis=0)
        dofs = dofs[is_limited & ~has_drive]
        self._dofs = dofs
        self._largest = shared_rows((THROWN * speed_limits[:, dofs]).astype(np.float32))
        self.any = len(dofs) > 0
        """Whether there are any."""

    def look(self, work: RowWork, qvel: np.ndarray, last_velocities: np.ndarray) -> None:
        """Look whether one was in the last step, of velocities after and before it [m/s, rad/s], shape (W, nv)."""
        if self.any:
            work.changes(qvel, last_velocities, self._dofs, self._largest)


class StiffDrives:
    """The drives that may need a damper when they are clipped, if there are any, for a quick look at them on a CPU.

    Args:
        model: Compiled model of one environment; its time step is that of the engine.
        dof_actuators: Actuator of each degree of freedom, or -1, shape (nv,).
        gains: ``actuator_gainprm``, shape (W or 1, nu, 10).
        bias: ``actuator_biasprm``, shape (W or 1, nu, 10).
        force_range: ``actuator_forcerange``, shape (W or 1, nu, 2).
        armature: ``dof_armature``, shape (W or 1, nv).
    """

    def __init__(
        self,
        model: mujoco.MjModel,
        dof_actuators: np.ndarray,
        gains: np.ndarray,
        bias: np.ndarray,
        force_range: np.ndarray,
        armature: np.ndarray,
    ) -> None:
        dofs = np.flatnonzero(dof_actuators >= 0)
        actuators = dof_actuators[dofs]
        inertias = (FOLDED * dof_inertias(model) + armature)[:, dofs]
        is_stiff = (-bias[:, actuators, 2] * model.opt.timestep > inertias).any(axis=0)
        is_limited = (np.abs(force_range[:, actuators]) < UNLIMITED).any(axis=(0, 2))
        dofs = dofs[is_stiff & is_limited]
        actuators = dof_actuators[dofs]
        self._columns = actuators, _coordinates(model)[dofs], dofs
        constant, stiffness, damping = (bias[:, actuators, component] for component in range(3))
        law = np.broadcast_arrays(stiffness, damping, gains[:, actuators, 0], constant)
        self._law = shared_rows(np.stack(law, axis=-1))
        self._lowest, self._highest = (shared_rows(force_range[:, actuators, end]) for end in (0, 1))
        self.any = len(dofs) > 0
        """Whether there are any."""

    def look(self, work: RowWork, ctrl: np.ndarray, qpos: np.ndarray, qvel: np.ndarray) -> None:
        """Look whether one of them is, given the inputs and the states of all worlds."""
        if self.any:
            inputs, positions, velocities = zip((ctrl, qpos, qvel), self._columns, strict=True)
            work.drives(inputs, positions, velocities, self._law, self._lowest, self._highest)


def dof_inertias(model: mujoco.MjModel) -> np.ndarray:
    """Inertia of each degree of freedom at the initial pose, others being free [kg, kg m^2], shape (nv,), float32.

    It is that of the mechanism without the armature.
    """
    weights = model.dof_invweight0
    inertias = np.where(weights > 0.0, 1.0 / np.maximum(weights, 1e-12), model.dof_M0)
    return np.maximum(inertias - model.dof_armature, 0.0).astype(np.float32)


def _coordinates(model: mujoco.MjModel) -> np.ndarray:
    """First coordinate of the joint that each first degree of freedom belongs to, shape (nv,), int32."""
    coordinates = np.zeros(model.nv, dtype=np.int32)
    coordinates[model.jnt_dofadr] = model.jnt_qposadr
    return coordinates


def shared_rows(rows: np.ndarray) -> np.ndarray:
    """One row where all are equal, which is quicker to compute with: shape (W or 1, n) of (W, n)."""
    return np.ascontiguousarray(rows[:1] if (rows == rows[:1]).all() else rows)
