"""What keeps environments finite: a limit on spin, and a way back for states that the engine lost.

**The spin limit.** MuJoCo integrates centrifugal and Coriolis forces explicitly (with all integrators but ``implicit``,
which fares worse with contacts). When the links of a mechanism turn by most of a radian within one engine step, each
step adds energy, and the mechanism explodes within a dozen of them; a robot that spins as a whole gains energy sooner,
by up to ``(h w)^2`` a step. PhysX does not, because it limits velocities of joints, and of bodies (at 64 rad/s in Isaac
Gym, at 17 in most configs of Isaac Lab).
In generalised coordinates, limiting each degree of freedom by itself changes how the links move relative to each other
and adds energy of its own. Here *all* velocities of the kinematic tree are multiplied by the one factor that brings its
fastest joint back to :data:`MAX_ROTATION` a substep, and its base to :data:`MAX_ROTATION_OF_BASE`, so kinetic energy
can only fall. Of drones only the rotation is slowed down (:func:`slowed_dofs`).

The limit does nothing while joints turn at less than 96 rad/s at 1/120 s (48 at 1/60 s, 160 at 1/200 s), and bases at
less than 36 (18, 60): motion below it is bit-identical with and without the guard. Rotors and wheels (balanced, without
joint limits, with nothing attached to them) may spin at any speed, and so may single bodies, whose gyroscopic torque
the engine integrates implicitly.

Measured by ``benchmarks/stability.py``, on native MuJoCo where no engine is named: 256 humanoids thrown out of the
ground by a deep penetration, with constant random torques of 5 N m, for 1,100 steps of 1/120 s. "Passive" is without
damping and stiffness of the joints. A cure that adds energy throws them higher.

==========================  =====================  =====================  =============  ====
cure                        exploded               exploded, passive      highest [m]    cost
==========================  =====================  =====================  =============  ====
none                        10 of 256              156 of 256             66             1
two substeps                0                      4                      44             2
each joint at 100 rad/s     0                      0                      392            1
integrator ``implicit``     72                     243                    82             1.5
**this limit**              **0**                  **0**                  **41**         1.00
this limit, MuJoCo Warp     0                      0                      41
==========================  =====================  =====================  =============  ====

**The way back.** A world whose state or input is no longer finite, or absurd, is put back to where it was before the
step, at rest and with a cold solver, so no NaN ever reaches an observation, nor another step. It is flagged, the state
that led to it is kept, and :meth:`StateGuard.complaints` names the environment.
"""

from __future__ import annotations

import math
from typing import Any

import mujoco
import numpy as np
import warp as wp

from .compile import is_limited
from .row_work import RowWork

MAX_ROTATION = 0.8
"""Angle by which the joints of a tree may turn within one engine step [rad]."""

MAX_ROTATION_OF_BASE = 0.3
"""Angle by which a floating mechanism may turn as a whole [rad].

At 0.8, a G1 with random targets, at 1/120 s, came to 49 kJ and 157 rad/s, and flew off at 116 m/s; at 0.5 to 22 kJ, and
here to 5. At 0.2 there is 1.4 kJ left, but at 1/60 s that limit is 12 rad/s, which acrobats turn at.
"""

LONGEST_SUBSTEP = 1.0 / 60.0
"""Longest engine step that is taken without being asked for [s]."""

MAX_SPEED = 1.0e6
"""Speed beyond which a state counts as lost [m/s, rad/s]."""

MAX_INPUT = float(np.finfo(np.float32).max)
"""Input of an actuator beyond which it counts as lost: all that are finite may be meant."""

MAX_POSITION = 1.0e10
"""Coordinate beyond which a state counts as lost [m, rad]: MuJoCo's own bound."""

_BALANCED = 0.1  # offset of a rotor's centre of mass from its axis, in radii of gyration
_FAILURES, _LIMITED, _LIMITED_WORLD = wp.constant(0), wp.constant(1), wp.constant(2)


def choose_substeps(dt: float, longest: float = LONGEST_SUBSTEP) -> int:
    """Engine steps to take within a step when no number is given: the fewest of at most 1/60 s.

    With the spin limit no number of substeps is needed to stay finite (measured from 1/10 s to 1/500 s), and with
    :mod:`.joint_limits` none for drives at their effort limits; contacts, whose time constant is 0.02 s, become visibly
    soft beyond 1/60 s, and position limits a step's way long.

    Args:
        dt: Length of one step [s].
        longest: What an engine step may last at most [s].
    """
    return max(1, math.ceil(dt / longest - 1e-6))


def spin_limits(model: mujoco.MjModel) -> np.ndarray:
    """Speed at which each degree of freedom has its tree slowed down [rad/s], infinite where it may have any speed.

    Args:
        model: Compiled model; its time step is one substep.

    Returns:
        Limits, shape (nv,), float32.
    """
    limits = np.full(model.nv, np.inf, dtype=np.float32)
    limit = MAX_ROTATION / model.opt.timestep
    bodies_of_tree = np.bincount(model.body_treeid[model.body_treeid >= 0], minlength=model.ntree)
    for joint in range(model.njnt):
        kind, dof = mujoco.mjtJoint(model.jnt_type[joint]), model.jnt_dofadr[joint]
        if kind == mujoco.mjtJoint.mjJNT_FREE and bodies_of_tree[model.dof_treeid[dof]] > 1:
            limits[dof + 3 : dof + 6] = MAX_ROTATION_OF_BASE / model.opt.timestep
        elif kind == mujoco.mjtJoint.mjJNT_BALL:
            limits[dof : dof + 3] = limit
        elif kind == mujoco.mjtJoint.mjJNT_HINGE and not is_rotor(model, joint):
            limits[dof] = limit
    return limits


def slowed_dofs(model: mujoco.MjModel) -> np.ndarray:
    """Degrees of freedom that are slowed down together, in each tree.

    They are all of it, but of a drone, whose other joints are rotors, the translation: its centre of mass is where its
    base is, and a drone that tumbles flies on.

    Returns:
        The first, and how many, shape (ntree, 2), int32.
    """
    dofs = np.stack([model.tree_dofadr, model.tree_dofnum], axis=1).reshape(-1, 2).astype(np.int32)
    for tree, (first, _) in enumerate(dofs.copy()):
        joints = [joint for joint in range(model.njnt) if model.dof_treeid[model.jnt_dofadr[joint]] == tree]
        others = [joint for joint in joints if model.jnt_dofadr[joint] != first]
        is_free = bool(joints) and model.jnt_type[joints[0]] == mujoco.mjtJoint.mjJNT_FREE
        if is_free and all(is_rotor(model, joint) for joint in others):
            dofs[tree] += (3, -3)
    return dofs


def is_rotor(model: mujoco.MjModel, joint: int) -> bool:
    """Whether a joint turns one balanced body without end: its speed does not couple into the rest of the tree."""
    body = model.jnt_bodyid[joint]
    if model.jnt_type[joint] != mujoco.mjtJoint.mjJNT_HINGE:
        return False
    if is_limited(model, joint) or model.body_jntnum[body] != 1 or (model.body_parentid == body).any():
        return False
    axis = model.jnt_axis[joint]
    offset = np.linalg.norm(np.cross(model.body_ipos[body] - model.jnt_pos[joint], axis))
    principal = np.zeros(3)
    mujoco.mju_rotVecQuat(principal, axis, model.body_iquat[body] * (1.0, -1.0, -1.0, -1.0))
    inertia = principal**2 @ model.body_inertia[body]
    return bool(model.body_mass[body] * offset**2 <= _BALANCED**2 * inertia)


@wp.func
def _is_lost(values: wp.array2d(dtype=Any), world: int, bound: float) -> bool:
    """Whether a row holds a value that is not finite or beyond a bound."""
    lost = bool(False)
    for i in range(values.shape[1]):
        if not (wp.abs(wp.float32(values[world, i])) <= bound):  # true for NaN as well
            lost = True
    return lost


@wp.func
def _put_back(target: wp.array2d(dtype=Any), world: int, source: wp.array2d(dtype=float), row: int):
    """Copy a row."""
    for i in range(target.shape[1]):
        target[world, i] = target.dtype(source[row, i])


@wp.func
def _clear(target: wp.array2d(dtype=Any), world: int):
    """Set a row to zero."""
    for i in range(target.shape[1]):
        target[world, i] = target.dtype(0.0)


@wp.kernel(enable_backward=False)
def check_worlds(
    default_qpos: wp.array2d(dtype=float),  # (1, nq)
    previous_qpos: wp.array2d(dtype=float),  # (W, nq)
    previous_qvel: wp.array2d(dtype=float),  # (W, nv)
    trees: wp.array(dtype=wp.vec2i),  # (ntree,) first degree of freedom, and how many
    spin_limit: wp.array(dtype=float),  # (nv,)
    ctrl: wp.array2d(dtype=float),  # (W, nu)
    qpos: wp.array2d(dtype=Any),  # (W, nq)
    qvel: wp.array2d(dtype=Any),  # (W, nv)
    qacc_warmstart: wp.array2d(dtype=Any),  # (W, nv)
    act: wp.array2d(dtype=Any),  # (W, na)
    bad: wp.array(dtype=int),  # (W,)
    bad_qpos: wp.array2d(dtype=float),  # (W, nq)
    bad_qvel: wp.array2d(dtype=float),  # (W, nv)
    counts: wp.array(dtype=int),  # (3,)
):
    """Put worlds that are lost, or got lost inputs, back to their previous state, at rest; slow down spinning trees."""
    world = wp.tid()
    if (
        _is_lost(qpos, world, MAX_POSITION)
        or _is_lost(qvel, world, MAX_SPEED)
        or _is_lost(ctrl, world, MAX_INPUT)  # MuJoCo takes it for zero, MuJoCo Warp for the largest effort
    ):
        if wp.atomic_add(bad, world, 1) == 0:
            _put_back(bad_qpos, world, previous_qpos, world)
            _put_back(bad_qvel, world, previous_qvel, world)
        if _is_lost(previous_qpos, world, MAX_POSITION):
            _put_back(qpos, world, default_qpos, 0)
        else:
            _put_back(qpos, world, previous_qpos, world)
        _clear(qvel, world)
        _clear(qacc_warmstart, world)
        _clear(act, world)
        wp.atomic_add(counts, _FAILURES, 1)
        return
    for tree in range(trees.shape[0]):
        first = trees[tree][0]
        end = first + trees[tree][1]
        factor = float(1.0)
        for dof in range(first, end):
            speed = wp.abs(wp.float32(qvel[world, dof]))
            if speed > spin_limit[dof]:
                factor = wp.min(factor, spin_limit[dof] / speed)
        if factor < 1.0:
            for dof in range(first, end):
                qvel[world, dof] = qvel[world, dof] * qvel.dtype(factor)
            wp.atomic_add(counts, _LIMITED, 1)
            counts[_LIMITED_WORLD] = world


class StateGuard:
    """Watches the worlds of one variant.

    Args:
        model: Compiled model of one environment.
        env_ids: Environment of each world, shape (W,), int.
        device: Warp device.

    Attributes:
        bad: How many substeps of each world were lost since it was last cleared, shape (W,), int32.
        bad_qpos: ``previous_qpos`` of the first of them, shape (W, nq). Zero where there was none.
        bad_qvel: ``previous_qvel`` of the first of them, shape (W, nv).
        solved_again: How many substeps of each world the engine solved in another way, shape (W,), int64, on the host.
        counts: Lost substeps, slowed trees, and a world of the latter, over all worlds and time, shape (3,), int32.
    """

    def __init__(self, model: mujoco.MjModel, env_ids: np.ndarray, device: str) -> None:
        num_worlds = len(env_ids)
        self._env_ids = env_ids
        self._device = device
        self._default_qpos = wp.array(model.qpos0[None], dtype=float, device=device)
        self._trees = wp.array(slowed_dofs(model), dtype=wp.vec2i, device=device)
        limits = spin_limits(model)
        self._spin_limit = wp.array(limits, dtype=float, device=device)
        self._limits = np.minimum(limits, MAX_SPEED)
        self._fastest = MAX_ROTATION / model.opt.timestep, MAX_ROTATION_OF_BASE / model.opt.timestep
        self.bad = wp.zeros(num_worlds, dtype=int, device=device)
        self.bad_qpos = wp.zeros((num_worlds, model.nq), dtype=float, device=device)
        self.bad_qvel = wp.zeros((num_worlds, model.nv), dtype=float, device=device)
        self.counts = wp.zeros(3, dtype=int, device=device)
        self.solved_again = np.zeros(num_worlds, dtype=np.int64)
        self._has_solved_again = self._said_solved_again = False
        self._named = np.zeros(num_worlds, dtype=np.int32)
        self._failures = 0
        self._said_limited = False

    def look(self, work: RowWork, qpos: np.ndarray, qvel: np.ndarray) -> list[int]:
        """Look on a CPU whether a state is not so ordinary that :meth:`check` would change nothing.

        Args:
            work: To which to add that.
            qpos: Positions, shape (W, nq), float32.
            qvel: Velocities, shape (W, nv), float32.

        Returns:
            Where the work tells of it.
        """
        return [work.leaves(qpos, np.full(qpos.shape[1], MAX_POSITION)), work.leaves(qvel, self._limits)]

    def count_solved_again(self, worlds: np.ndarray) -> None:
        """Keep that the engine solved a substep of some worlds (indices) in another way, as it had not converged."""
        self.solved_again[worlds] += 1
        self._has_solved_again |= len(worlds) > 0

    def check(
        self,
        previous: tuple[wp.array, wp.array],
        ctrl: wp.array,
        qpos: wp.array,
        qvel: wp.array,
        qacc_warmstart: wp.array,
        act: wp.array,
    ) -> None:
        """Launch the check of all worlds after a substep. The state may be float32 or float64.

        Args:
            previous: ``qpos`` and ``qvel`` before the step, float32, shapes (W, nq) and (W, nv).
            ctrl: Inputs of the actuators in the step, float32, shape (W, nu).
            qpos: Positions, shape (W, nq), changed in place.
            qvel: Velocities, shape (W, nv), changed in place.
            qacc_warmstart: Accelerations that the solver starts from, shape (W, nv), changed in place.
            act: Activations, shape (W, na), changed in place.
        """
        wp.launch(
            check_worlds,
            dim=self.bad.shape[0],
            inputs=[self._default_qpos, *previous, self._trees, self._spin_limit, ctrl],
            outputs=[qpos, qvel, qacc_warmstart, act, self.bad, self.bad_qpos, self.bad_qvel, self.counts],
            device=self._device,
        )

    def clear(self, worlds: np.ndarray | None = None) -> None:
        """Forget what happened to some worlds, or to all."""
        chosen = slice(None) if worlds is None else worlds
        for array, told in ((self.bad, True), (self.bad_qpos, False), (self.bad_qvel, False)):
            values = array.numpy()
            values[chosen] = 0
            array.assign(values)
            if told:
                self._named[chosen] = 0

    def complaints(self, counts: np.ndarray) -> list[str]:
        """Sentences about what happened since the last call.

        Args:
            counts: Values of :attr:`counts`, perhaps a step old. Nothing else is read from the device unless they say
                that worlds were lost.
        """
        sentences = []
        failures, limited, limited_world = counts.tolist()
        if failures != self._failures:
            self._failures = failures
            bad = self.bad.numpy()
            lost = np.flatnonzero(bad > self._named)
            self._named = bad.copy()
            if lost.size:
                sentences.append(
                    f"{name_environments(self._env_ids[lost])} left all bounds (a position, a velocity or an input of "
                    f"an actuator was not finite, or a velocity above {MAX_SPEED:g}) and went back to the state before "
                    "that step, at rest. "
                    "Reset what is listed, and look for the cause (extreme gains or forces, deep penetration) in "
                    "bad_qpos and bad_qvel; more substeps make an engine step shorter."
                )
        if limited and not self._said_limited:
            self._said_limited = True
            sentences.append(
                f"Environment {self._env_ids[limited_world]} turned a joint faster than {self._fastest[0]:.0f} rad/s, "
                f"or a robot as a whole than {self._fastest[1]:.0f} rad/s, which cannot be integrated with this time "
                "step: its mechanism was slowed down, as any other will be. More substeps raise these speeds. This is "
                "said once."
            )
        if self._has_solved_again and not self._said_solved_again:
            self._said_solved_again = True
            sentences.append(
                f"{name_environments(self._env_ids[np.flatnonzero(self.solved_again)])}: the constraint solver did not "
                "converge, so the step was solved again with pyramidal friction cones. This is said once; solved_again "
                "counts."
            )
        return sentences


def within(values: np.ndarray, bound: float) -> bool:
    """Whether all values are finite and within a bound."""
    if float(np.vdot(values, values)) <= bound * bound:  # false for NaN; for few values quicker than what follows
        return True
    return bool(values.max() <= bound and values.min() >= -bound)


def name_environments(env_ids: np.ndarray, most: int = 10) -> str:
    """Words for some environments: all their numbers, or the first few and how many there are."""
    if len(env_ids) == 1:
        return f"Environment {env_ids[0]}"
    shown = ", ".join(str(env_id) for env_id in env_ids[:most])
    return f"Environments {shown}" + (f" and {len(env_ids) - most} more" if len(env_ids) > most else "")
