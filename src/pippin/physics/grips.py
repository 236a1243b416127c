"""Holding one body by another while the simulation plays: welds that act and cease to act.

Which bodies a body may ever hold is said on its prim before play (:func:`request_grips`): the engines have room for
those welds, and none of them acts at the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import mujoco
import numpy as np
from pxr import Sdf, Usd

from .host_state import HostState

ATTRIBUTE = "pippin:grips"
"""Attribute of a body with the paths of the bodies that it may hold."""

STIFFNESS = (0.01, 1.0)
"""Time constant [s] and damping ratio of the welds, in the words of MuJoCo's ``solref``."""

IMPEDANCE = (0.99, 0.999, 0.001, 0.5, 2.0)
"""How firmly the welds hold, in the words of MuJoCo's ``solimp``: a held weight sags by some 1e-5 m."""

_ANCHOR, _PLACE, _TURN, _TORQUE_SCALE = slice(0, 3), slice(3, 6), slice(6, 10), 10
"""Parts of the engine's numbers of a weld (see ``mj_instantiateEquality``)."""


def request_grips(prim: Usd.Prim, bodies: Iterable[str]) -> None:
    """Let a body be able to hold others from the next play on.

    Args:
        prim: Prim of the body.
        bodies: Paths of the others; they replace those that were said before.
    """
    prim.CreateAttribute(ATTRIBUTE, Sdf.ValueTypeNames.StringArray, custom=True).Set(list(bodies))


def read_grips(prim: Usd.Prim) -> tuple[str, ...]:
    """Paths of the bodies that a body may hold."""
    attribute = prim.GetAttribute(ATTRIBUTE)
    return tuple(attribute.Get() or ()) if attribute else ()


def add_grip_welds(spec: mujoco.MjSpec, grips: Mapping[str, Sequence[str]]) -> None:
    """Add a weld that does not act for each body and each one that it may hold; those that are not there are left out.

    Args:
        spec: Description of the environment.
        grips: Paths of the others by the name of the body.
    """
    for body, others in grips.items():
        for other in others:
            if spec.body(other) is not None:
                weld = spec.add_equality(
                    name=_name(body, other),
                    type=mujoco.mjtEq.mjEQ_WELD,
                    objtype=mujoco.mjtObj.mjOBJ_BODY,
                    name1=body,
                    name2=other,
                    active=False,
                    solref=STIFFNESS,
                    solimp=IMPEDANCE,
                )
                weld.data[_TORQUE_SCALE] = 1.0


def grips_of(model: mujoco.MjModel, body: str) -> dict[str, int]:
    """Index of the weld by the name of each body that a body may hold."""
    ends = {other: _name(body, other) for other in (model.body(i).name for i in range(1, model.nbody))}
    found = {other: mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_EQUALITY, name) for other, name in ends.items()}
    return {other: index for other, index in found.items() if index >= 0}


def weld_data(model: mujoco.MjModel, weld: int, pose: np.ndarray) -> np.ndarray:
    """The engine's numbers of a weld that holds the second body where it is.

    Args:
        model: The compiled model.
        weld: Index of the weld.
        pose: Pose of the second body in the frame of the first (position [m], then x, y, z, w), shape (7,).
    """
    data = model.eq_data[weld].copy()
    data[_ANCHOR] = 0.0
    data[_PLACE] = pose[:3]
    data[_TURN] = pose[[6, 3, 4, 5]]
    return data


def weld_wrench(
    model: mujoco.MjModel, data: mujoco.MjData, weld: int, point: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Force [N] and torque about a point [N m] by which a weld holds its second body, in the world; 0 where it is off.

    Args:
        model: The compiled model.
        data: What follows from a state.
        weld: Index of the weld, whose second body moves freely.
        point: The point [m], shape (3,).
    """
    is_of_weld = (data.efc_type == int(mujoco.mjtConstraint.mjCNSTR_EQUALITY)) & (data.efc_id == weld)
    generalized = np.zeros(model.nv)
    mujoco.mj_mulJacTVec(model, data, generalized, np.where(is_of_weld, data.efc_force, 0.0))
    body = model.eq_obj2id[weld]
    dof = model.body_dofadr[body]  # of a free joint: the force in the world, then the torque in the body's axes
    force = generalized[dof : dof + 3]
    torque = data.xmat[body].reshape(3, 3) @ generalized[dof + 3 : dof + 6]
    return force, torque + np.cross(data.xpos[body] - point, force)


def distance_along(state: HostState, body: str, point: np.ndarray, direction: np.ndarray, threshold: float) -> float:
    """Distance from a point along a direction to the colliders of a body [m], infinite where they are not hit.

    The ray begins at the threshold [m] behind the point, which may lie a little within the body. Point [m] and
    direction are in the world, shape (3,).
    """
    model, data = state.model, state.data
    start = point - threshold * direction
    found = [np.inf]
    for geom in np.flatnonzero(model.geom_bodyid == model.body(body).id):
        if model.geom_contype[geom] == 0 and model.geom_conaffinity[geom] == 0:
            continue
        found.append(_ray(model, data, int(geom), start, direction))
    hits = [distance for distance in found if distance >= 0.0]
    return abs(min(hits) - threshold)


def _ray(model: mujoco.MjModel, data: mujoco.MjData, geom: int, start: np.ndarray, direction: np.ndarray) -> float:
    """Distance from a point along a direction to a geometry [m]; -1 where it is not hit."""
    if model.geom_type[geom] == mujoco.mjtGeom.mjGEOM_MESH:
        return float(mujoco.mj_rayMesh(model, data, geom, start, direction, None))
    place, turn, size = data.geom_xpos[geom], data.geom_xmat[geom], model.geom_size[geom]
    return float(mujoco.mju_rayGeom(place, turn, size, start, direction, int(model.geom_type[geom]), None))


def _name(body: str, other: str) -> str:
    return f"grip of {body} on {other}"
