"""Least inverse weights of bodies in contacts, without which some contacts are infinitely hard.

MuJoCo makes a contact as soft as is asked of it by the inverse weights of its two bodies: what a unit of force at their
*centres of mass* accelerates in the pose ``qpos0``. A link that turns about its own centre of mass on a fixed base (as
files say that give a link's inertia without its offset, those of many hands) cannot be accelerated there at all: its
inverse weight is 0, and a contact between two such links gets a regularization of 1e-15, with which the solver does not
converge. Thrown at random, the fingers of 7 of 32 Allegro hands exploded within 10 s for this cause alone.

Where such a body is really touched, it turns. So its inverse weight in translation is taken to be at least what its
rotations accelerate at a tenth of its size. Of most robots that changes nothing (the humanoid's and the ant's links,
feet, shanks and thighs of quadrupeds); it changes hips of quadrupeds and the first two links of arms.
"""

from __future__ import annotations

import mujoco
import numpy as np

LEAST_LEVER = 0.1
"""Distance from the centre of mass at which a body's rotations count, in distances to its farthest surface."""


def contact_levers(model: mujoco.MjModel) -> np.ndarray:
    """Distances from the bodies' centres of mass at which their rotations count.

    Args:
        model: Compiled model.

    Returns:
        Distances [m], 0 for bodies that nothing can touch, shape (nbody,), float64.
    """
    levers = np.zeros(model.nbody)
    touchable = np.flatnonzero((model.geom_contype != 0) | (model.geom_conaffinity != 0))
    for geom in touchable:
        body = model.geom_bodyid[geom]
        reach = np.linalg.norm(model.geom_pos[geom] - model.body_ipos[body]) + model.geom_rbound[geom]
        levers[body] = max(levers[body], LEAST_LEVER * reach)
    return levers


def raise_contact_weights(weights: np.ndarray, levers: np.ndarray) -> None:
    """Raise inverse weights of bodies in translation to what their rotations accelerate at a lever, in place.

    Args:
        weights: ``body_invweight0`` [1/kg, 1/(kg m^2)], translation and rotation, shape (..., nbody, 2).
        levers: What :func:`contact_levers` gives [m], shape (nbody,).
    """
    np.maximum(weights[..., 0], weights[..., 1] * levers**2, out=weights[..., 0])
