"""Roots of rigid objects and articulations."""

from __future__ import annotations

from typing import Protocol

from .part import AssetPart


class Root(AssetPart):
    """The root of each instance: its poses and velocities are written in the world.

    A pose leaves velocities alone: the centre of mass of the root moves on as fast as before. A fixed base takes poses
    and has no velocity. Their rows are those of :class:`~pippin.assets.body_data.BodyData`.
    """


class HasRoot(Protocol):
    """An asset with roots."""

    root: Root
