"""The shapes of the bodies of a view: their materials, and the offsets of their contacts."""

from __future__ import annotations

import logging
from collections.abc import Callable

import numpy as np

from ..compile import SLIPPERY
from ..contact_targets import restitutions_of, solref_of
from .instance_view import InstanceView
from .selection import VariantSelection

_LOGGER = logging.getLogger("pippin")
_warned: set[str] = set()


class BodyShapes:
    """The S shapes of each of N instances: one for each convex part of a collider, body by body.

    Values are arrays on the host, float32, 0 where an instance has fewer shapes than others. Nothing is validated here.

    Args:
        view: The bodies.
    """

    def __init__(self, view: InstanceView) -> None:
        self._view = view
        self._tables = [[_shapes_of(part, slot.bodies) for slot in part.slots] for part, _ in view._parts]
        self.num_shapes: int = max((len(shapes) for table in self._tables for shapes in table), default=0)
        """Largest number of shapes of an instance, S."""
        part, _ = view._parts[0]
        bodies = part.slots[0].bodies
        self.num_per_link: list[int] = [len(_shapes_of(part, bodies[i : i + 1])) for i in range(len(bodies))]
        """Number of shapes of each link of the first instance, in the order of the links."""
        self.materials: np.ndarray = self._read(3, self._materials_of)
        """Static friction, dynamic friction and restitution as they were set, shape (N, S, 3).

        The engine has one friction, the dynamic one; the static one is what was set, for reading.
        """
        offsets = self._read(2, _offsets_of)
        self.offsets: dict[str, np.ndarray] = {"contact": offsets[..., 0].copy(), "rest": offsets[..., 1].copy()}
        """Distances at which shapes begin to make contacts and at which they rest on each other [m], shape (N, S).

        MuJoCo's margins, and these less its gaps.
        """

    def write_materials(self, values: np.ndarray, rows: np.ndarray) -> None:
        """Set static friction, dynamic friction and restitution of chosen rows.

        The dynamic friction and the restitution act, combined with those of what the shape touches as their materials
        ask, or the larger friction and the mean restitution (:class:`pippin.sim.SolverCfg`).

        Args:
            values: Materials of all rows, shape (N, S, 3).
            rows: Those that are written, whole numbers.
        """
        chosen = np.zeros(self._view.count, dtype=bool)
        chosen[rows] = True
        bounces_differently = (values[..., 2] != self.materials[..., 2]) & chosen[:, None]
        self.materials[chosen] = values[chosen]
        for (part, _), table in zip(self._view._parts, self._tables, strict=True):
            self._write_materials(part, table, chosen, bounces_differently)

    def keep_offsets(self, kind: str, values: np.ndarray, rows: np.ndarray) -> None:
        """Keep offsets of chosen rows for reading: the engine takes them from the stage, which a warning says once.

        Args:
            kind: "contact" or "rest".
            values: Offsets of all rows [m], shape (N, S).
            rows: Those that are written, whole numbers.
        """
        self.offsets[kind][rows] = values[rows]
        if kind not in _warned:
            _warned.add(kind)
            _LOGGER.warning(
                "set_%s_offsets keeps the offsets for reading, but the engine takes those of the stage "
                "('physxCollision:restOffset', 'mjc:margin', 'mjc:gap').",
                kind,
            )

    def _write_materials(
        self, part: VariantSelection, table: list[list[int]], chosen: np.ndarray, bounces_differently: np.ndarray
    ) -> None:
        """Hand the engine the friction of chosen rows, and the bounce of those shapes whose restitution is another."""
        friction, solref = part.worlds.parameter("geom_friction"), part.worlds.parameter("geom_solref")
        frictions, solrefs = friction.numpy(), solref.numpy()
        for rows, shapes in zip(part.instances.numpy().T, table, strict=True):
            worlds = np.flatnonzero(chosen[rows])
            materials = self.materials[rows[worlds], : len(shapes)]
            frictions[worlds[:, None], shapes, 0] = materials[..., 1]
            others = bounces_differently[rows[worlds], : len(shapes)]
            for restitution in np.unique(materials[others, 2]):
                where, shape = np.nonzero(others & (materials[..., 2] == restitution))
                solrefs[worlds[where], np.array(shapes)[shape]] = solref_of(float(restitution))
        slippery = (part.worlds.model.geom_condim == 1) & (frictions[..., 0] > SLIPPERY).any(axis=0)
        if slippery.any() and "friction" not in _warned:
            _warned.add("friction")
            _LOGGER.warning(
                "Surfaces that began with a friction of %s or less slide freely on each other, whatever they are given "
                "later: give one of them more before the simulation plays, or use elliptic cones.",
                SLIPPERY,
            )
        friction.assign(frictions)
        part.worlds.parameter_changed("geom_friction")
        solref.assign(solrefs)
        part.worlds.parameter_changed("geom_solref")

    def _read(self, components: int, values_of: Callable[[VariantSelection, list[int]], np.ndarray]) -> np.ndarray:
        """Values of each shape, shape (N, S, components)."""
        values = np.zeros((self._view.count, self.num_shapes, components), dtype=np.float32)
        for (part, _), table in zip(self._view._parts, self._tables, strict=True):
            for rows, shapes in zip(part.instances.numpy().T, table, strict=True):
                values[rows, : len(shapes)] = values_of(part, shapes)
        return values

    def _materials_of(self, part: VariantSelection, shapes: list[int]) -> np.ndarray:
        """Materials that the engine has, shape (W or 1, len(shapes), 3)."""
        friction = self._view._parameter_values(part, "geom_friction").numpy()[:, shapes, 0]
        solref = self._view._parameter_values(part, "geom_solref").numpy()[:, shapes]
        friction, restitution = np.broadcast_arrays(friction, restitutions_of(solref))
        return np.stack([friction, friction, restitution], axis=-1)


def _shapes_of(part: VariantSelection, bodies: np.ndarray) -> list[int]:
    model = part.worlds.model
    collides = (model.geom_contype != 0) | (model.geom_conaffinity != 0)
    return [int(geom) for body in bodies for geom in np.flatnonzero((model.geom_bodyid == body) & collides)]


def _offsets_of(part: VariantSelection, shapes: list[int]) -> np.ndarray:
    """Contact and rest offsets of the model, shape (len(shapes), 2)."""
    model = part.worlds.model
    return np.stack([model.geom_margin[shapes], model.geom_margin[shapes] - model.geom_gap[shapes]], axis=-1)
