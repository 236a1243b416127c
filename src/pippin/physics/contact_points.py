"""Single contacts of one environment, computed on the host: for looking at, not for the step path."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from .host_state import HostState


@dataclass(frozen=True)
class ContactPoint:
    """Where two bodies touch.

    Attributes:
        bodies: Indices of the first and the second body in the model; 0 is the world.
        geoms: Indices of their geometries.
        points: Where each of them is touched, in its frame [m], shape (2, 3).
        overlap: Depth of penetration along the normal [m]; negative while they are apart.
        position: Middle between the two surfaces, in the environment's frame [m], shape (3,).
        normal: Direction from the first body to the second, in the environment's frame, shape (3,).
        tangents: Directions of the two tangents, in the environment's frame, shape (2, 3).
        force: Force [N] along the normal, which pushes the bodies apart, and along two tangents, shape (3,).
        friction: Coefficients of sliding, torsional and rolling friction, shape (3,).
    """

    bodies: tuple[int, int]
    geoms: tuple[int, int]
    points: np.ndarray
    overlap: float
    position: np.ndarray
    normal: np.ndarray
    tangents: np.ndarray
    force: np.ndarray
    friction: np.ndarray


def contact_points(state: HostState) -> list[ContactPoint]:
    """Contacts of the world that was loaded last."""
    return [_contact(state.model, state.data, index) for index in range(state.data.ncon)]


def _contact(model: mujoco.MjModel, data: mujoco.MjData, index: int) -> ContactPoint:
    """Read a contact of MuJoCo, with its points in the frames of the bodies."""
    contact = data.contact[index]
    normal = contact.frame[:3].copy()
    first, second = (int(model.geom_bodyid[geom]) for geom in contact.geom)
    # MuJoCo's contact lies in the middle between the two surfaces.
    surfaces = (contact.pos - 0.5 * contact.dist * normal, contact.pos + 0.5 * contact.dist * normal)
    points = [
        data.xmat[body].reshape(3, 3).T @ (surface - data.xpos[body])
        for body, surface in zip((first, second), surfaces, strict=True)
    ]
    wrench = np.zeros(6)
    mujoco.mj_contactForce(model, data, index, wrench)
    return ContactPoint(
        bodies=(first, second),
        geoms=(int(contact.geom[0]), int(contact.geom[1])),
        points=np.array(points),
        overlap=-float(contact.dist),
        position=contact.pos.copy(),
        normal=normal,
        tangents=contact.frame[3:].reshape(2, 3).copy(),
        force=wrench[:3],
        friction=contact.friction[[0, 2, 3]],
    )
