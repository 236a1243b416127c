"""Single contacts of one environment, computed on the host: for looking at, not for the step path."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import mujoco
import numpy as np

from .worlds import SPEED_LIMIT, Worlds


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


_STATE = ("qpos", "qvel", "ctrl", "qfrc_applied", "xfrc_applied", "mocap_pos", "mocap_quat")


class ContactReader:
    """Reads contacts of environments, on a copy of their model that it keeps.

    Args:
        worlds: Environments of one variant.
    """

    def __init__(self, worlds: Worlds) -> None:
        self._worlds = worlds
        self._model = copy.deepcopy(worlds.model)
        self._data = mujoco.MjData(self._model)

    def read(
        self, chosen: Iterable[int], gravity: tuple[float, float, float]
    ) -> Iterator[tuple[int, list[ContactPoint]]]:
        """Contacts as the states are now, with the forces that the next step begins with.

        Args:
            chosen: Indices of worlds.
            gravity: Gravitational acceleration in them [m/s^2].

        Yields:
            Each world with its contacts.
        """
        model, data, worlds = self._model, self._data, self._worlds
        model.opt.gravity[:] = gravity
        states = {name: getattr(worlds, name).numpy() for name in _STATE}
        parameters = {name: worlds.parameter(name).numpy() for name in worlds.parameters_per_world - {SPEED_LIMIT}}
        for world in chosen:
            for name, values in parameters.items():
                getattr(model, name)[:] = values[world]
            if parameters:
                mujoco.mj_setConst(model, data)
            mujoco.mj_resetData(model, data)
            for name, values in states.items():
                getattr(data, name)[:] = values[world]
            mujoco.mj_forward(model, data)
            yield world, [_contact(model, data, index) for index in range(data.ncon)]


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
