"""Contacts, as arrays of contacts have them."""

from __future__ import annotations

from typing import ClassVar, Final

import numpy as np

from .struct import Struct
from .vectors import Int3, Vec2, Vec3


class RigidContact(Struct):
    """One contact of two bodies, or of a body and the ground.

    The fields of ``dtype``, which arrays of contacts have, are in the order of the attributes and named in camelCase.
    """

    dtype: ClassVar[np.dtype] = np.dtype(
        [
            ("env0", "<i4"),
            ("env1", "<i4"),
            ("body0", "<i4"),
            ("body1", "<i4"),
            ("localPos0", Vec3.dtype),
            ("localPos1", Vec3.dtype),
            ("minDist", "<f4"),
            ("initialOverlap", "<f4"),
            ("normal", Vec3.dtype),
            ("offset0", Vec3.dtype),
            ("offset1", Vec3.dtype),
            ("lambda", "<f4"),
            ("lambdaFriction", Vec2.dtype),
            ("friction", "<f4"),
            ("torsionFriction", "<f4"),
            ("rollingFriction", "<f4"),
        ]
    )

    env0: Final[int] = -1
    """Index of the environment of the first body; -1 for what all environments share."""
    env1: Final[int] = -1
    """Index of the environment of the second body."""
    body0: Final[int] = -1
    """Index of the first body in its environment; -1 for the ground."""
    body1: Final[int] = -1
    """Index of the second body in its environment."""
    local_pos0: Final[Vec3] = Vec3()
    """Where the first body is touched, in its frame [m]."""
    local_pos1: Final[Vec3] = Vec3()
    """Where the second body is touched, in its frame [m]."""
    min_dist: Final[float] = 0.0
    """Distance [m] that the contact maintains."""
    initial_overlap: Final[float] = 0.0
    """Overlap [m] along the normal at the start of the step."""
    normal: Final[Vec3] = Vec3()
    """Direction from the first body to the second one, in the world."""
    offset0: Final[Vec3] = Vec3()
    """From ``local_pos0`` to the surface [m]."""
    offset1: Final[Vec3] = Vec3()
    """From ``local_pos1`` to the surface [m]."""
    lambda_: Final[float] = 0.0
    """Force [N] along the normal."""
    lambda_friction: Final[Vec2] = Vec2()
    """Friction forces [N]."""
    friction: Final[float] = 0.0
    """Coefficient of sliding friction of the pair."""
    torsion_friction: Final[float] = 0.0
    """Coefficient of torsional friction of the pair."""
    rolling_friction: Final[float] = 0.0
    """Coefficient of rolling friction of the pair."""


class SoftContact(Struct):
    """Contact of a soft body. Pippin has none; the type is there for what refers to it."""

    env0: Final[int] = -1
    env1: Final[int] = -1
    bodyIndex: Final[int] = -1  # noqa: N815
    particleIndices: Final[Int3] = Int3()  # noqa: N815
    particleBarys: Final[Vec3] = Vec3()  # noqa: N815
    normal: Final[Vec3] = Vec3()
    lambda_: Final[float] = 0.0
