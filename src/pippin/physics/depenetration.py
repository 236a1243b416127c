"""How fast bodies that begin within each other come apart at most: PhysX's ``maxDepenetrationVelocity``.

MuJoCo's contacts are springs: a body that a program puts ``r`` deep into another one leaves it at up to ``18 r / s``.
Here, the acceleration that a contact asks for along its normal is kept to what makes the bodies part at their limit in
the engine step, whichever of the two has the lower one. With the velocity ``v`` along the normal before the step::

    b + (1 - d) / d max(b - a, 0)    with    b = (limit - v) / h

As contacts give way by ``(1 - d) / d`` of what they take up, of an impedance ``d``, that second term makes the limit
that of the velocity which comes out, and leaves contacts the strength for a load ``a``, the acceleration along the
normal without contacts. A contact asks for more only where it is deeper than some centimetres: those of bodies that
rest, that land or that bounce are left alone, and so are compliant ones.
"""

from __future__ import annotations

import mujoco
import numpy as np

MARK = 4.87251983e141
"""First of what is kept with each geometry of a model with limits: no other model's data has it."""

_LEAST = 1e-9
"""What a limit of 0 is written as, since 0 stands for none [m/s]."""

COLUMNS = ("mark", "limit", "step", "num_dofs", "is_pyramidal", "is_sparse")
"""What is kept with each geometry (``geom_user``)."""


def make_room(spec: mujoco.MjSpec) -> None:
    """Have the model keep limits with its geometries."""
    spec.nuser_geom = len(COLUMNS)


def write_limits(model: mujoco.MjModel, limits: dict[str, float]) -> None:
    """Write the limits of bodies [m/s], by name, into a model that has room for them; others have none."""
    by_body = np.zeros(model.nbody)
    for name, limit in limits.items():
        by_body[model.body(name).id] = max(limit, _LEAST)
    is_pyramidal = model.opt.cone == mujoco.mjtCone.mjCONE_PYRAMIDAL
    user = model.geom_user
    user[:] = (MARK, 0.0, model.opt.timestep, model.nv, is_pyramidal, bool(mujoco.mj_isSparse(model)))
    user[:, COLUMNS.index("limit")] = by_body[model.geom_bodyid]


def limits_of(model: mujoco.MjModel) -> np.ndarray | None:
    """Limit of each geometry [m/s], 0 where there is none, shape (ngeom,), float32; None for a model without any."""
    if not model.ngeom or model.nuser_geom != len(COLUMNS) or model.geom_user[0, 0] != MARK:
        return None
    return model.geom_user[:, COLUMNS.index("limit")].astype(np.float32)
