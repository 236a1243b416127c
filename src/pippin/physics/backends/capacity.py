"""How much room for contacts and constraints an environment needs on an engine with buffers of fixed size."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import mujoco
import numpy as np

from ..compile import is_limited

_POSES = 48  # poses looked at
_MARGIN = 2.0  # room given, in needs seen
_FEWEST_CONTACTS = 16
_FEWEST_CONSTRAINTS = 32
_MOST_WITH_HEIGHTS = 5  # contacts of a shape with a height field on MuJoCo Warp; native MuJoCo makes up to 50


_ROWS_OF_EQUALITIES = {
    int(mujoco.mjtEq.mjEQ_CONNECT): 3,
    int(mujoco.mjtEq.mjEQ_JOINT): 1,
    int(mujoco.mjtEq.mjEQ_TENDON): 1,
}
"""Constraint rows by the type of an equality; a weld has 6, the most."""


@dataclass(frozen=True)
class Capacity:
    """Room in each environment.

    Attributes:
        contacts: Contacts, and pairs of geometries that the broad phase lets through. All environments share one
            buffer, so this is an average.
        constraints: Constraint rows: of contacts, joint limits, friction losses and equalities.
    """

    contacts: int
    constraints: int


def estimate_capacity(model: mujoco.MjModel, seed: int = 0) -> Capacity:
    """Find the room that an environment needs by trying poses: the initial one, and random ones no higher than it.

    The most that was seen is doubled, and joint limits and friction losses added, which may be set later. In half of
    the poses floating bases turn by a random rotation and sink into what is below them, as after a fall or a bad reset;
    joints are anywhere within their limits.

    Args:
        model: Compiled model of one environment.
        seed: Seed of the poses.
    """
    data = mujoco.MjData(model)
    random = np.random.default_rng(seed)
    contacts, constraints = 0, 0
    for pose in range(_POSES):
        mujoco.mj_resetData(model, data)
        if pose:
            _set_random_pose(model, data.qpos, random, fallen=pose % 2 == 0)
        mujoco.mj_fwdPosition(model, data)
        excess = _excess_with_heights(model, data)
        contacts = max(contacts, data.ncon - len(excess))
        constraints = max(constraints, data.nefc - sum(_num_rows(model, dimension) for dimension in excess))
    idle = model.eq_type[model.eq_active0 == 0]  # which may come to act
    constraints += sum(_ROWS_OF_EQUALITIES.get(int(kind), 6) for kind in idle)
    return Capacity(
        contacts=max(_FEWEST_CONTACTS, int(np.ceil(_MARGIN * contacts))),
        constraints=max(_FEWEST_CONSTRAINTS, int(np.ceil(_MARGIN * constraints)) + model.njnt + model.nv),
    )


def _excess_with_heights(model: mujoco.MjModel, data: mujoco.MjData) -> list[int]:
    """Dimensions of the contacts with height fields that native MuJoCo makes in excess of those on MuJoCo Warp."""
    seen: Counter[tuple[int, int]] = Counter()
    excess = []
    for contact in data.contact:
        if mujoco.mjtGeom.mjGEOM_HFIELD in model.geom_type[contact.geom]:
            pair = int(contact.geom[0]), int(contact.geom[1])
            seen[pair] += 1
            if seen[pair] > _MOST_WITH_HEIGHTS:
                excess.append(int(contact.dim))
    return excess


def _num_rows(model: mujoco.MjModel, dimension: int) -> int:
    """Constraint rows of a contact."""
    return 2 * (dimension - 1) if model.opt.cone == mujoco.mjtCone.mjCONE_PYRAMIDAL and dimension > 1 else dimension


def _set_random_pose(model: mujoco.MjModel, qpos: np.ndarray, random: np.random.Generator, fallen: bool) -> None:
    """Move all joints to random places."""
    for joint in range(model.njnt):
        kind, start = mujoco.mjtJoint(model.jnt_type[joint]), model.jnt_qposadr[joint]
        if kind in (mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE):
            spread = np.pi if kind == mujoco.mjtJoint.mjJNT_HINGE else 0.1
            low, high = model.jnt_range[joint] if is_limited(model, joint) else (-spread, spread)
            qpos[start] = random.uniform(low, high)
        elif kind == mujoco.mjtJoint.mjJNT_BALL or fallen:
            rotation = random.normal(size=4)
            last = start + (7 if kind == mujoco.mjtJoint.mjJNT_FREE else 4)
            qpos[last - 4 : last] = rotation / np.linalg.norm(rotation)
        if kind == mujoco.mjtJoint.mjJNT_FREE and fallen:
            qpos[start + 2] *= random.uniform()
