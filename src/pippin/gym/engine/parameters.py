"""Parameters of the engine's model that differ between the environments of a variant."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pippin.physics.tendon_springs import WrittenSprings
from pippin.physics.worlds import SPEED_LIMIT, Worlds, base_value

from .tables import HostTables

_ELEMENTS = {
    "actuator_biasprm": ("actuators", "dof_starts"),
    "actuator_forcerange": ("actuators", "dof_starts"),
    "body_gravcomp": ("bodies", "body_starts"),
    "body_inertia": ("bodies", "body_starts"),
    "body_ipos": ("bodies", "body_starts"),
    "body_iquat": ("bodies", "body_starts"),
    "body_mass": ("bodies", "body_starts"),
    "dof_armature": ("dofs", "dof_starts"),
    "dof_damping": ("dofs", "dof_starts"),
    "dof_frictionloss": ("dofs", "dof_starts"),
    SPEED_LIMIT: ("dofs", "dof_starts"),
    "geom_friction": ("shapes", "shape_starts"),
    "geom_solref": ("shapes", "shape_starts"),
    "jnt_range": ("joints", "dof_starts"),
    "tendon_damping": ("tendons", "tendon_starts"),
    "tendon_lengthspring": ("tendons", "tendon_starts"),
    "tendon_range": ("tendons", "tendon_starts"),
    "tendon_stiffness": ("tendons", "tendon_starts"),
}
"""For each parameter, the tables that say which elements of the model are an actor's."""


class ModelParameters:
    """Values on the host, which go to the engine together, before it needs them.

    So a loop over environments that sets the properties of each costs one upload.

    Args:
        worlds: Worlds of the variant.
        tables: Where the parts of its actors are.
    """

    def __init__(self, worlds: Worlds, tables: HostTables) -> None:
        self._worlds = worlds
        self._tables = tables
        self._values: dict[str, np.ndarray] = {}
        self._changed: set[str] = set()
        self._springs = WrittenSprings(worlds) if worlds.model.ntendon else None
        if self._springs is not None and self._springs.any_too_stiff:
            self._changed.update(WrittenSprings.PARAMETERS)

    def set_actor(self, world: int, slot: int, parameters: Mapping[str, np.ndarray]) -> None:
        """Set parameters of an actor.

        Args:
            world: World of its environment.
            slot: Its index in the environment.
            parameters: For each parameter, a row for each of its DOFs, bodies, shapes or tendons.
        """
        for name, rows in parameters.items():
            table, starts_table = _ELEMENTS[name]
            starts = getattr(self._tables, starts_table)
            self.set_elements(name, world, getattr(self._tables, table)[starts[slot] : starts[slot + 1]], rows)

    def set_elements(self, name: str, world: int, elements: np.ndarray, rows: np.ndarray) -> None:
        """Set a parameter of some elements of the model in a world, to ``rows`` of shape (num_elements, ...)."""
        if name not in self._values:
            # What is the same in all worlds takes less memory, and less time.
            current = base_value(self._worlds, name)[elements]
            if np.array_equal(current, rows) or np.allclose(current, rows, rtol=1e-6, atol=0.0):
                return
        self._expanded(name)[world, elements] = rows
        self._changed.add(name)

    def _expanded(self, name: str) -> np.ndarray:
        """Values of a parameter in every world, for writing."""
        if name not in self._values:
            base = base_value(self._worlds, name)
            self._values[name] = np.repeat(base[None], self._worlds.num_worlds, axis=0)
        return self._values[name]

    def upload(self) -> bool:
        """Hand the engine what changed. Returns whether anything did."""
        springs = self._springs if self._changed.intersection(WrittenSprings.PARAMETERS) else None
        if springs is not None and springs.any:
            self._changed.update(WrittenSprings.PARAMETERS)
        for name in self._changed:
            self._worlds.parameter(name).assign(self._expanded(name))
            self._worlds.parameter_changed(name)
        if springs is not None and springs.any:
            springs.apply()
        changed = bool(self._changed)
        self._changed.clear()
        return changed
