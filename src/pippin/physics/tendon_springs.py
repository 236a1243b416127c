"""Springs of tendons that are, or become, too stiff for the engine's step, as constraints.

The engine integrates the stiffness of a tendon explicitly: with the inverse weight ``w`` of the tendon and a step
``h``, the fingers of a gripper that ``K h^2 w > 4`` ties together fly apart. Its damping is implicit for each joint by
itself where the joints are on different branches of the tree: it then brakes motions, too, that leave the tendon as
long as it is, as if each finger were heavier by ``h D`` times its gearing squared.

PhysX takes both. Here, such a tendon is an equality of the engine with the law of a spring that is integrated by the
implicit Euler method, across all joints, together with contacts and limits. With ``S = h (K h + D)``, the length ``r``
beyond the rest, its rate ``v``, and its acceleration ``a`` without the tendon::

    force = -(K (r + h v') + D v')    with v' = v + h (a + w force)
          = (aref - a) / (w + 1 / S)  with aref = -K / S r - v / h

which is a constraint of MuJoCo with the impedance ``S w / (1 + S w)``. Each tendon whose stiffness may be written has
one, which acts in the environments in which the engine's own spring would not do.
"""

from __future__ import annotations

from collections.abc import Mapping

import mujoco
import numpy as np
import warp as wp

from .description import TendonProperties
from .tendon_limits import inverse_weights
from .worlds import Worlds

LARGEST_RATIO = wp.constant(9998.0)
"""Largest ``S w``: MuJoCo's impedances stay below 0.9999. Stiffer springs than that are as stiff as this."""

RESOLVED = wp.constant(1.0)
"""Largest ``h^2 K w`` that the engine's own springs get, and ``h D w`` over several branches."""

_SMALLEST = wp.constant(1e-4)  # the same for impedance
_NAME = "spring of "


@wp.func
def spring_constraint(stiffness: float, damping: float, inverse_weight: float, dt: float) -> wp.vec3f:
    """Impedance and ``solref`` of a constraint that is a spring with damping.

    Args:
        stiffness: Stiffness K [N/m or N m/rad].
        damping: Damping D [N s/m or N m s/rad].
        inverse_weight: Inverse weight w of the tendon [1/kg or 1/(kg m^2)].
        dt: Length h of an engine step [s].
    """
    strength = dt * (stiffness * dt + damping)
    ratio = wp.min(strength * inverse_weight, LARGEST_RATIO)
    impedance = wp.max(ratio / (1.0 + ratio), _SMALLEST)
    rate = stiffness / wp.max(strength, 1.0e-30)
    return wp.vec3f(impedance, -impedance * rate, -impedance / dt)


@wp.func
def is_too_stiff(
    stiffness: float, damping: float, inverse_weight: float, leaves_branches_alone: bool, dt: float
) -> bool:
    """Whether the engine's own spring would not do.

    Args:
        stiffness: Stiffness K [N/m or N m/rad].
        damping: Damping D [N s/m or N m s/rad].
        inverse_weight: Inverse weight w of the tendon [1/kg or 1/(kg m^2)].
        leaves_branches_alone: Whether the tendon passes joints of one branch of the tree alone.
        dt: Length h of an engine step [s].
    """
    if dt * dt * stiffness * inverse_weight > RESOLVED:
        return True
    return dt * damping * inverse_weight > RESOLVED and not leaves_branches_alone


@wp.kernel(enable_backward=False)
def take_over_springs(
    equalities: wp.array(dtype=int),  # (ntendon,) in the place of springs, or -1
    inverse_weights: wp.array(dtype=float),  # (ntendon,)
    are_chains: wp.array(dtype=bool),  # (ntendon,)
    first_lengths: wp.array(dtype=float),  # (ntendon,) in the pose qpos0
    dt: float,  # of an engine step
    rest: wp.array3d(dtype=float),  # (W, ntendon, 2)
    stiffness: wp.array2d(dtype=float),  # (W, ntendon) what users gave, then the engine's own
    damping: wp.array2d(dtype=float),  # (W, ntendon)
    data_out: wp.array3d(dtype=float),  # (W, neq, 11)
    solref_out: wp.array3d(dtype=float),  # (W, neq, 2)
    solimp_out: wp.array3d(dtype=float),  # (W, neq, 5)
    acts_out: wp.array2d(dtype=bool),  # (W, neq)
):
    """Let equalities act in the place of the springs that would not do, and take these off."""
    world, tendon = wp.tid()
    equality = equalities[tendon]
    if equality < 0:
        return
    weight = inverse_weights[tendon]
    is_stiff = is_too_stiff(stiffness[world, tendon], damping[world, tendon], weight, are_chains[tendon], dt)
    acts_out[world, equality] = is_stiff
    if is_stiff:
        spring = spring_constraint(stiffness[world, tendon], damping[world, tendon], weight, dt)
        data_out[world, equality, 0] = rest[world, tendon, 0] - first_lengths[tendon]
        solimp_out[world, equality, 0] = spring[0]
        solimp_out[world, equality, 1] = spring[0]
        solref_out[world, equality, 0] = spring[1]
        solref_out[world, equality, 1] = spring[2]
        stiffness[world, tendon] = 0.0
        damping[world, tendon] = 0.0


class WrittenSprings:
    """Springs of tendons, as parameters that were written have them, in all worlds of a variant.

    Args:
        worlds: The worlds.

    Attributes:
        any: Whether a tendon has an equality for it.
        any_too_stiff: Whether the engine's own spring would not do for one as the model begins.
    """

    PARAMETERS = ("tendon_stiffness", "tendon_damping", "tendon_lengthspring")
    """Parameters that :meth:`apply` reads; it takes springs off the first two."""

    _OF_EQUALITIES = ("eq_data", "eq_solref", "eq_solimp")

    def __init__(self, worlds: Worlds) -> None:
        self._worlds = worlds
        model, device = worlds.model, worlds.qpos.device
        equalities = springs_of(model)
        springs = np.flatnonzero(equalities >= 0)
        self.any = len(springs) > 0
        self.any_too_stiff = any(_is_stiff(model, int(tendon)) for tendon in springs)
        numbers = (inverse_weights(model), model.tendon_length0)
        weights, lengths = (wp.array(values.astype(np.float32), dtype=float, device=device) for values in numbers)
        chains = wp.array([is_chain(model, tendon) for tendon in range(model.ntendon)], dtype=bool, device=device)
        equalities = wp.array(equalities.astype(np.int32), dtype=int, device=device)
        self._inputs = [equalities, weights, chains, lengths, float(model.opt.timestep)]

    def apply(self) -> None:
        """Take over all springs, after each of :attr:`PARAMETERS` was written anew."""
        worlds = self._worlds
        stiffness, damping, rest = (worlds.parameter(name) for name in self.PARAMETERS)
        equalities = [worlds.parameter(name) for name in self._OF_EQUALITIES]
        wp.launch(
            take_over_springs,
            dim=stiffness.shape,
            inputs=[*self._inputs, rest],
            outputs=[stiffness, damping, *equalities, worlds.acting_equalities()],
            device=stiffness.device,
        )
        for name in (*self.PARAMETERS, *self._OF_EQUALITIES):
            worlds.parameter_changed(name)
        worlds.equalities_changed()


def add_springs(spec: mujoco.MjSpec, model: mujoco.MjModel, tendons: Mapping[str, TendonProperties]) -> bool:
    """Add an equality for each tendon whose spring is or may become too stiff; tell whether there is any.

    Those of files that give a servo a largest force, or a spring some play, keep the engine's law.

    Args:
        spec: What the model was compiled from.
        model: The model, for its inverse weights and step.
        tendons: What the stage says of them; those with a stiffness of limits are PhysX's.
    """
    names = [name for name in tendons if _may_be_stiff(model, model.tendon(name).id)]
    for name in names:
        spec.add_equality(
            name=_NAME + name,
            type=mujoco.mjtEq.mjEQ_TENDON,
            objtype=mujoco.mjtObj.mjOBJ_TENDON,
            name1=name,
            active=tendons[name].limit_stiffness is not None and _is_stiff(model, model.tendon(name).id),
        )
    return bool(names)


def set_springs(model: mujoco.MjModel) -> None:
    """Give the equalities of a model that act the law of their tendons, which lose their own."""
    for tendon, equality in enumerate(springs_of(model)):
        if equality < 0 or not model.eq_active0[equality]:
            continue
        stiffness, damping = (float(values[tendon]) for values in (model.tendon_stiffness, model.tendon_damping))
        weight = float(model.tendon_invweight0[tendon])
        impedance, *solref = spring_constraint(stiffness, damping, weight, float(model.opt.timestep))
        model.eq_solref[equality] = solref
        model.eq_solimp[equality] = (impedance, impedance, 0.001, 0.5, 2.0)
        model.eq_data[equality, 0] = model.tendon_lengthspring[tendon, 0] - model.tendon_length0[tendon]
        model.tendon_stiffness[tendon] = model.tendon_damping[tendon] = 0.0


def springs_of(model: mujoco.MjModel) -> np.ndarray:
    """Equalities in the place of springs, or -1, shape (ntendon,)."""
    springs = np.full(model.ntendon, -1)
    for equality in range(model.neq):
        if model.equality(equality).name.startswith(_NAME):
            springs[model.eq_obj1id[equality]] = equality
    return springs


def laws_of(model: mujoco.MjModel, equalities: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Stiffness and damping that equalities in the place of springs have, shapes (n,).

    Args:
        model: The model.
        equalities: The equalities.
        weights: Inverse weights of their tendons, shape (n,).
    """
    step = model.opt.timestep
    impedance = model.eq_solimp[equalities, 0]
    strength = impedance / (1.0 - impedance) / weights
    stiffness = -model.eq_solref[equalities, 0] / impedance * strength
    return stiffness, np.maximum(strength / step - stiffness * step, 0.0)


def _may_be_stiff(model: mujoco.MjModel, tendon: int) -> bool:
    """Whether a tendon's spring is the engine's own, and rests at one length."""
    of_tendons = model.actuator_trnid[model.actuator_trntype == mujoco.mjtTrn.mjTRN_TENDON, 0]
    return tendon not in of_tendons and np.ptp(model.tendon_lengthspring[tendon]) == 0.0


def _is_stiff(model: mujoco.MjModel, tendon: int) -> bool:
    """Whether the engine's own spring would not do for a tendon."""
    law = (float(values[tendon]) for values in (model.tendon_stiffness, model.tendon_damping, model.tendon_invweight0))
    return bool(is_too_stiff(*law, is_chain(model, tendon), float(model.opt.timestep)))


def is_chain(model: mujoco.MjModel, tendon: int) -> bool:
    """Whether a fixed tendon passes joints of one branch of the tree alone."""
    start = model.tendon_adr[tendon]
    wraps = range(start, start + model.tendon_num[tendon])
    if any(model.wrap_type[wrap] != mujoco.mjtWrap.mjWRAP_JOINT for wrap in wraps):
        return False
    bodies = sorted({int(model.jnt_bodyid[model.wrap_objid[wrap]]) for wrap in wraps})
    passed, body = set(), bodies[-1]  # parents come before their children
    while body > 0:
        passed.add(body)
        body = int(model.body_parentid[body])
    return passed.issuperset(bodies)
