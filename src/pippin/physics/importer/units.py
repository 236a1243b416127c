"""Stages that measure in another unit than metres: what the engine takes to be said in metres, said in their unit.

A stage is simulated in its own unit of length. Its numbers and the program's are in that unit, masses in kilograms and
times in seconds, so nothing is converted: forces are in kg times the unit per s^2. What the stage does *not* say has a
length in it all the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import mujoco
import numpy as np

from .bodies import Body
from .colliders import Collider
from .mass import DEFAULT_DENSITY, DEFAULT_RADIUS

_SOLIMP = tuple(mujoco.MjSpec().default.geom.solimp)
"""How hard contacts are, by depth; its third number is a depth [m]."""


def colliders_in(meters: float, colliders: Iterable[Collider]) -> list[Collider]:
    """Colliders whose densities and softness are those of metres, where nothing is said of them.

    Args:
        meters: Length of the stage's unit [m].
        colliders: The colliders, as read.
    """
    width = {"solimp": (*_SOLIMP[:2], _SOLIMP[2] / meters, *_SOLIMP[3:])}
    density = DEFAULT_DENSITY * meters**3
    return [
        replace(
            collider,
            material=replace(collider.material, density=collider.material.density or density),
            engine_fields=width | collider.engine_fields,
        )
        for collider in colliders
    ]


def body_in(meters: float, body: Body) -> Body:
    """Return a body without colliders, whose inertia is that of a ball where only its mass is said.

    Args:
        meters: Length of the stage's unit [m].
        body: The body, as read.
    """
    if body.mass.mass is None or body.mass.inertia is not None:
        return body
    inertia = 0.4 * body.mass.mass * (DEFAULT_RADIUS / meters) ** 2 * np.eye(3)
    return replace(body, mass=replace(body.mass, inertia=inertia))
