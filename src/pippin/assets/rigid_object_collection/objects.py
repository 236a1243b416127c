"""Objects of collections, one by one."""

from __future__ import annotations

from typing import Protocol

from ..part import AssetPart


class Objects(AssetPart):
    """The objects of each environment: their poses and velocities are written in the world.

    A pose leaves velocities alone: the centre of mass moves on as fast as before. A kinematic object takes poses and
    has no velocity. Their rows are those of :class:`~pippin.assets.RigidObjectCollectionData`.
    """


class HasObjects(Protocol):
    """An asset with objects."""

    objects: Objects
