"""Bodies of rigid objects, articulations and collections."""

from __future__ import annotations

from typing import Protocol

from .part import AssetPart
from .wrench_composer import ExternalWrenches


class Bodies(AssetPart):
    """The bodies of each instance: their masses, centres of mass and inertia tensors.

    Their rows are those of :class:`~pippin.assets.link_data.LinkData`. Forces and torques on them are composed by the
    asset's :class:`~pippin.assets.WrenchComposer` objects.
    """

    wrenches: ExternalWrenches
    """Wrenches from outside that act on the bodies."""


class HasBodies(Protocol):
    """An asset with bodies."""

    bodies: Bodies
