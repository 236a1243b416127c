"""Net contact forces on bodies."""

from __future__ import annotations

import torch
import warp as wp

from pippin.physics.contact_forces import contact_addresses, gather_contact_forces

from ..types import ContactCollection
from .contract import EngineContract
from .state_tensors import SharedTensor
from .variants import EnvironmentGroup, prefix_of


class ContactForces:
    """Net contact forces on all bodies, measured once they are asked for.

    With ``CC_ALL_SUBSTEPS`` they are the means over all substeps of the last step, with ``CC_LAST_SUBSTEP`` those of
    the last one, with ``CC_NEVER`` zero.

    Args:
        engine: The engine.
    """

    def __init__(self, engine: EngineContract) -> None:
        self._engine = engine
        self._shared: SharedTensor | None = None
        self._forces: wp.array | None = None  # the shared tensor as vectors, of shape (num_bodies, 1)
        self._means: wp.array | None = None
        self._addresses: dict[int, wp.array] = {}

    @property
    def are_measured(self) -> bool:
        """Whether the engine measures them."""
        never = self._engine.sim.params.physx.contact_collection == ContactCollection.CC_NEVER
        return self._shared is not None and not never

    def add_sensors(self, group: EnvironmentGroup) -> None:
        """Let the environments of a group measure, if that is asked for."""
        self._addresses.clear()
        if self.are_measured:
            group.variant.contact_bodies = tuple(_body_keys(group))

    def forces(self) -> torch.Tensor:
        """Net contact forces [N], world axes, shape (num_bodies, 3), as of the last refresh."""
        if self._shared is None:
            sim = self._engine.sim
            self._shared = SharedTensor((sim.num_bodies, 3), sim.device, sim.tensor_device)
            self._forces = wp.from_torch(wp.to_torch(self._shared.array), dtype=wp.vec3f).reshape((-1, 1))
            self._means = wp.zeros_like(self._forces)
            if self.are_measured:
                self._engine.rebuild()
        return self._shared.tensor

    def refresh(self) -> None:
        """Bring :meth:`forces` up to date."""
        if self._shared is None or not self.are_measured:
            return
        if self._engine.calls_per_step > 1:
            wp.copy(self._forces, self._means)
        else:
            self._read(self._forces, 0.0, 1.0)
        self._shared.publish()

    def add_substep(self, substep: int, count: int) -> None:
        """Count the forces of a substep, the first of which has the number 0."""
        self._read(self._means, float(substep > 0), 1.0 / count)

    def _read(self, out: wp.array | None, kept: float, added: float) -> None:
        for index, part in enumerate(self._engine.parts):
            if index not in self._addresses:
                self._addresses[index] = contact_addresses(part.worlds, part.host.bodies[:, None], self._engine.device)
            wp.launch(
                gather_contact_forces,
                dim=(part.num_worlds, part.num_bodies, 1),
                inputs=[part.worlds.sensordata, self._addresses[index], part.tables.body_rows, kept, added],
                outputs=[out],
                device=self._engine.device,
            )


def _body_keys(group: EnvironmentGroup) -> list[str]:
    """Names of the bodies of all actors of an environment in the engine."""
    return [prefix_of(actor) + body.key for actor in group.envs[0].actors for body in actor.description.bodies]
