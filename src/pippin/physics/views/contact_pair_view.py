"""Batched access to the contacts of bodies with single partners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import warp as wp

from ..contact_pairs import contact_pair_sensors, gather_contact_pairs
from .selection import VariantSelection

if TYPE_CHECKING:
    from ..scene import PhysicsScene


class ContactPairView:
    """Contacts of bodies, one a row, N rows ordered by environment, with F partners each.

    Args:
        scene: The scene that plays.
        selections: The bodies in each variant.
        expressions: Regular expressions of the partners' prim paths, or :data:`~pippin.physics.contact_pairs.ANYTHING`.

    Raises:
        ValueError: An expression matches nothing, or several bodies, or its contacts are not measured.
    """

    def __init__(self, scene: PhysicsScene, selections: Sequence[VariantSelection], expressions: Sequence[str]) -> None:
        self._scene = scene
        self.num_partners = len(expressions)
        """Number of partners of each body, F."""
        self.count: int = sum(selection.instances.size for selection in selections)
        """Number of bodies in all environments, N."""
        self._parts = [(selection, *self._tables(selection, expressions)) for selection in selections]

    def read(self, normal_forces: wp.array, friction_forces: wp.array, points: wp.array) -> None:
        """Contacts in the last engine step, along the axes of the world.

        Args:
            normal_forces: Output: sums of the forces on the bodies along the contacts' normals [N], shape (N, F).
            friction_forces: Output: sums of their forces along the contacts' tangents [N], shape (N, F), wp.vec3f.
            points: Output: means of the contacts' positions in the world [m], shape (N, F); NaN without a contact.
        """
        for part, addresses, capacities in self._parts:
            wp.launch(
                gather_contact_pairs,
                dim=(*part.instances.shape, self.num_partners),
                inputs=[
                    part.worlds.sensordata,
                    addresses,
                    capacities,
                    part.instances,
                    part.worlds.env_ids,
                    self._scene.env_origins,
                ],
                outputs=[normal_forces, friction_forces, points],
                device=self._scene.device,
            )

    def _tables(self, part: VariantSelection, expressions: Sequence[str]) -> tuple[wp.array, wp.array]:
        """Addresses and capacities of the sensors, shape (slots, F, most sensors of a partner) each."""
        model, paths = part.worlds.model, part.worlds.layout.body_paths
        static = (paths[0], *self._scene.description.variants[part.variant].shared_bodies)
        sensors = [
            [contact_pair_sensors(model, paths[body], expression, static) for expression in expressions]
            for body in part.bodies.numpy()[:, 0]
        ]
        most = max(len(pair) for of_body in sensors for pair in of_body)
        table = np.zeros((len(sensors), self.num_partners, most, 2), dtype=np.int32)
        for slot, of_body in enumerate(sensors):
            for partner, pair in enumerate(of_body):
                table[slot, partner, : len(pair)] = pair
        return tuple(
            wp.array(np.ascontiguousarray(table[..., i]), dtype=int, device=self._scene.device) for i in range(2)
        )
