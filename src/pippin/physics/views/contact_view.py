"""Batched access to the contact forces on bodies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import warp as wp

from pippin.utils.repeated_launch import RepeatedLaunch

from ..contact_forces import contact_addresses, gather_contact_forces
from ..contact_pairs import ANYTHING
from .contact_pair_view import ContactPairView
from .selection import VariantSelection

if TYPE_CHECKING:
    from ..scene import PhysicsScene


class ContactView:
    """Net contact forces on links of all instances of an asset, N rows ordered by environment.

    Args:
        scene: The scene that plays.
        selections: The view's part of each variant.

    Raises:
        ValueError: A link does not report contacts.
    """

    def __init__(self, scene: PhysicsScene, selections: list[VariantSelection]) -> None:
        self._scene = scene
        self.device = scene.device
        self.count: int = sum(selection.instances.size for selection in selections)
        """Number of instances, N."""
        self._parts = [
            (
                selection,
                contact_addresses(selection.worlds, selection.bodies.numpy(), scene.device),
                RepeatedLaunch(gather_contact_forces, scene.device),
            )
            for selection in selections
        ]
        self.filter_count = 0
        """Number of partners whose contacts :meth:`filtered` has told apart last, F."""
        slot = selections[0].slots[0]
        self.link_paths: list[str] = [selections[0].worlds.layout.body_paths[i] for i in slot.bodies]
        """Prim paths of the links of the first instance."""

    @property
    def num_links(self) -> int:
        """Number of links of an instance, L."""
        return len(self.link_paths)

    def filtered(self, expressions: Sequence[str]) -> ContactPairView:
        """View of the contacts of the same links with single partners, which were asked for before play.

        Args:
            expressions: Regular expressions of the partners' prim paths.

        Raises:
            ValueError: An expression matches nothing, or several bodies, or its contacts were not asked for.
        """
        view = ContactPairView(self._scene, [selection for selection, _, _ in self._parts], expressions)
        self.filter_count = len(expressions)
        return view

    def with_anything(self) -> ContactPairView:
        """View of all contacts of the same links, those with anything as one partner, asked for before play.

        Raises:
            ValueError: They were not asked for.
        """
        return ContactPairView(self._scene, [selection for selection, _, _ in self._parts], [ANYTHING])

    def read_net_forces(self, out: wp.array) -> wp.array:
        """Sum of the contact forces on each link over the last engine step [N], world axes, shape (N, L), wp.vec3f."""
        for part, addresses, gather in self._parts:
            inputs = [part.worlds.sensordata, addresses, part.instances, 0.0, 1.0]
            gather((*part.instances.shape, self.num_links), inputs, [out])
        return out
