"""What Pippin changes of MuJoCo's contacts: their friction, how fast bodies come apart, bounces, what sliding adds.

A contact asks for accelerations along its normal and its tangents (``efc_aref``), from the depth and the velocities
before the step. Between that and the solver, four things are changed.

**Friction of two surfaces.** MuJoCo takes the larger coefficient, or that of the geometry of higher priority. PhysX
combines them as the materials ask, by the mode that comes later in :data:`COMBINE_MODES`. MuJoCo makes the rows of a
contact with its own coefficient ``m``; here they become those of the other one ``n``, from the coefficients that the
environment's geometries have in that step::

    elliptic     mu: by n / m;  rows from the fourth on (torsion, rolling): R by (n / m)^2
    pyramidal    edges j + m t and j - m t: t by n / m, in what they ask for and in speeds, too;
                 R by (n / m)^2 (1 + n^2) / (1 + m^2)

which are the rows that MuJoCo makes of geometries that both have the coefficient ``n``. Sliding in both directions is
combined; coefficients of torsion and rolling, which PhysX does not have, stay MuJoCo's.

**How fast bodies that begin within each other come apart** at most, PhysX's ``maxDepenetrationVelocity``. MuJoCo's
contacts are springs: a body that a program puts ``r`` deep into another one leaves it at up to ``18 r / s``.
Here, the acceleration that a contact asks for along its normal is kept to what makes the bodies part at their limit in
the engine step, whichever of the two has the lower one. With the velocity ``v`` along the normal before the step::

    b + (1 - d) / d max(b - a, 0)    with    b = (limit - v) / h

As contacts give way by ``(1 - d) / d`` of what they take up, of an impedance ``d``, that second term makes the limit
that of the velocity which comes out, and leaves contacts the strength for a load ``a``, the acceleration along the
normal without contacts. A contact asks for more only where it is deeper than some centimetres: those of bodies that
rest, that land or that bounce are left alone, and so are compliant ones.

**Bounces.** MuJoCo has no restitution. Damped springs in its place give back another speed in long steps (at 60 Hz,
more than they got), and of two surfaces it takes the mean of their time constants, which is no spring of either: balls
that bounce fully go metres into ground that does not. Here, bodies that meet at a speed ``v`` along the normal, no
slower than PhysX's ``bounceThreshold``, are asked to part at ``e v`` (Newton's impact law, as PhysX has it)::

    at least    (1 + e) v / h

and the contact gives way by :data:`HARDER` times less in that step, as many contacts of a body do than one.
The restitution ``e`` is that of both surfaces, combined as their materials ask, as friction is; where MuJoCo's rule
counts, their mean. It is written into the damping ratio of a geometry, ``1 - e / 1000``, of which MuJoCo takes that
mean; but for bounces, these surfaces are as all others.

**What sliding adds.** MuJoCo's friction is convex: with the residuals ``u`` of what a contact asks for (acceleration
that comes out, minus asked for, plus what it gives way by), forces within the cone ``K`` and residuals within its dual,

    f in K,  u in K*,  f . u = 0    so that where it slides    u_normal = |mu u_tangents|

A body that slides is pushed off the ground by ``mu b |v|``, of the damping ``b`` of a contact: a box at 3 m/s hops
by 20 mm. Signorini's condition with Coulomb's friction is the same with ``u + |mu u_tangents|`` along the normal in
place of ``u`` (de Saxce and Feng, The bipotential method, 1998), so that a contact whose body slides presses as one at
rest. As a target, it is made with the residuals of tangents at the last step's accelerations ``a``::

    asked for along the normal - min(|mu (J a - asked for)|, 2 |mu asked for| (1 - h |mu J a| / |mu v|))

In steady sliding and at rest the last step's are those of this one, and what comes out is Coulomb's law. Forces that
change come a step or a few late, as through a filter of a factor ``mu^2 c / (1 + mu^2 c)`` a step (``c``: what a force
along the tangent moves there, relative to one along the normal; 1 for blocks, 3.5 for balls), which is stable for all.
The second term leaves alone what a step stops or turns around: feet that buzz in place, and accelerations from before
a reset. Norms are those of the
cone's dual: with the friction of each tangent, the Euclidean one for elliptic cones, the largest for pyramidal ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import mujoco
import numpy as np

from .description import CombineModes

MARK = 4.87251983e141
"""First of what is kept with each geometry of a model whose contacts are changed: no other model's data has it."""

_LEAST = 1e-9
"""What a limit of 0 is written as, since 0 stands for none [m/s]."""

HARD = (0.02, 1.0)
"""Time constant [s] and damping ratio of contacts that do not bounce: MuJoCo's own."""

BOUNCE_SCALE = 1e-3
"""What a restitution of 1 takes off the damping ratio."""

HARDER = 20.0
"""How much less contacts give way while they bounce: 0.3 % in place of 5."""

CAP = 2.0
"""Most that is taken off for sliding, in units of what the tangents of a contact ask for that goes on sliding."""

COLUMNS = (
    *("mark", "limit", "is_coulomb", "step", "num_dofs", "is_sparse", "slowest_bounce"),
    *("friction_mode", "restitution_mode"),
)
"""What is kept with each geometry (``geom_user``)."""

COMBINE_MODES = ("average", "min", "multiply", "max")
"""Ways to combine what two surfaces have, PhysX's: of those of two materials the later one counts.

A geometry keeps the numbers of its modes, from 1 on; 0 leaves its contacts to MuJoCo's rule.
"""

MULTIPLY, MAX = COMBINE_MODES.index("multiply") + 1, COMBINE_MODES.index("max") + 1
MIN = COMBINE_MODES.index("min") + 1

LEAST_FRICTION = {"elliptic": 1e-5, "pyramidal": 0.01}
"""Least combined friction, by cone: MuJoCo's (mjMINMU), and what single precision can solve for, as pyramids are hard
by 1 over the square of their friction."""


def solref_of(restitution: float) -> tuple[float, float]:
    """Dynamics of a geometry's contacts (``geom_solref``) that carry a restitution, 0 to 1."""
    return HARD[0], HARD[1] - BOUNCE_SCALE * min(restitution, 1.0)


def restitutions_of(solref: np.ndarray) -> np.ndarray:
    """Restitutions that dynamics of contacts carry, 0 where they carry none; shape (..., 2) to (...)."""
    off = (HARD[1] - solref[..., 1].astype(np.float64)) / BOUNCE_SCALE
    return np.where((off > 0.0) & (off < 1.0 + 1e-3), np.minimum(off, 1.0), 0.0)


def make_room(spec: mujoco.MjSpec) -> None:
    """Have the model keep what its contacts need with its geometries."""
    spec.nuser_geom = len(COLUMNS)


def write_contact_targets(
    model: mujoco.MjModel,
    limits: dict[str, float],
    is_coulomb: bool,
    slowest_bounce: float,
    combine_modes: Mapping[str, CombineModes] | None = None,
) -> None:
    """Write into a model that has room for it what is changed of its contacts; other models' are left alone.

    Args:
        model: The model.
        limits: How fast bodies part at most that begin within others [m/s], by the body's name.
        is_coulomb: Whether friction is Coulomb's.
        slowest_bounce: Speed below which bodies that meet do not bounce [m/s].
        combine_modes: How friction and restitution of geometries are combined with those of others, by the geometry's
            name; contacts of geometries that are left out have MuJoCo's rule, and so have all by default. Names that
            the model has not are passed over.
    """
    by_body = np.zeros(model.nbody)
    for name, limit in limits.items():
        by_body[model.body(name).id] = max(limit, _LEAST)
    user = model.geom_user
    shared = (model.opt.timestep, model.nv, bool(mujoco.mj_isSparse(model)), slowest_bounce)
    user[:] = (MARK, 0.0, is_coulomb, *shared, 0.0, 0.0)
    user[:, COLUMNS.index("limit")] = by_body[model.geom_bodyid]
    for name, modes in (combine_modes or {}).items():
        geom = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_GEOM, name)
        if geom >= 0:
            user[geom, COLUMNS.index("friction_mode")] = 1 + COMBINE_MODES.index(modes.friction)
            user[geom, COLUMNS.index("restitution_mode")] = 1 + COMBINE_MODES.index(modes.restitution)


def have_room(model: mujoco.MjModel) -> bool:
    """Whether what the model's contacts ask for can be changed: :func:`write_contact_targets` made it so."""
    return bool(model.ngeom and model.nuser_geom == len(COLUMNS) and model.geom_user[0, 0] == MARK)


def are_changed(model: mujoco.MjModel) -> bool:
    """Whether what the model's contacts ask for is changed."""
    return limits_of(model) is not None or is_coulomb(model) or do_bounce(model) or do_combine(model)


def limits_of(model: mujoco.MjModel) -> np.ndarray | None:
    """Limit of each geometry [m/s], 0 where there is none, shape (ngeom,), float32; None for a model without any."""
    limits = model.geom_user[:, COLUMNS.index("limit")].astype(np.float32) if have_room(model) else np.zeros(0)
    return limits if limits.any() else None


def is_coulomb(model: mujoco.MjModel) -> bool:
    """Whether the model's friction is Coulomb's, not MuJoCo's convex one."""
    return have_room(model) and bool(model.geom_user[0, COLUMNS.index("is_coulomb")])


def modes_of(model: mujoco.MjModel, kind: Literal["friction", "restitution"]) -> np.ndarray:
    """Number of the mode by which each geometry's friction or restitution is combined, shape (ngeom,), int32."""
    if not have_room(model):
        return np.zeros(model.ngeom, dtype=np.int32)
    return model.geom_user[:, COLUMNS.index(f"{kind}_mode")].astype(np.int32)


def do_combine(model: mujoco.MjModel) -> bool:
    """Whether friction and restitution of surfaces of the model are combined otherwise than by MuJoCo's rule."""
    return bool(modes_of(model, "friction").any())


def rub_differently(model: mujoco.MjModel) -> bool:
    """Whether the model's surfaces, with the coefficients that it has, rub otherwise than by MuJoCo's rule.

    Where all have the same one, all modes give that again, but for products.
    """
    modes = modes_of(model, "friction")
    chosen = (modes > 0) & ((model.geom_contype != 0) | (model.geom_conaffinity != 0))
    frictions = model.geom_friction[chosen, 0]
    do_multiply = (modes[chosen] == MULTIPLY).any()
    return bool(frictions.size and (np.ptp(frictions) > 0.0 or (do_multiply and frictions[0] != 1.0)))


def do_bounce(model: mujoco.MjModel) -> bool:
    """Whether surfaces of the model bounce."""
    return have_room(model) and bool(restitutions_of(model.geom_solref).any())
