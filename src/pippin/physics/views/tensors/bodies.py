"""Properties of bodies and their shapes: masses, inertia tensors, centres of mass, materials, offsets, gravity."""

from __future__ import annotations

import logging
from collections.abc import Callable

import numpy as np

from pippin.utils import ProxyArray

from ...importer.materials import PhysicsMaterial
from ..selection import VariantSelection
from .base import Indices, Values
from .forces import ForceTensorView

_LOGGER = logging.getLogger("pippin")
_warned: set[str] = set()

HARD = (0.02, 1.0)
"""MuJoCo's own time constant [s] and damping ratio of contacts, which do not bounce."""


class BodyTensorView(ForceTensorView):
    """Properties of the L bodies of each of N instances, and of their S shapes."""

    # -- mass properties -----------------------------------------------------------------------------------------------

    def get_masses(self) -> ProxyArray:
        """Masses [kg], shape (N, L)."""
        return self._property("masses", (self.count, self.num_links), self.read_masses)

    def get_inv_masses(self) -> ProxyArray:
        """Inverses of the masses [1/kg], shape (N, L); 0 for bodies without mass."""
        return self._on_host("inverse masses", _inverse(self.get_masses().numpy()))

    def get_inertias(self) -> ProxyArray:
        """Inertia tensors [kg m^2] about the centres of mass along their frames' axes, row by row, shape (N, L, 9)."""
        return self._property("inertias", (self.count, self.num_links, 9), self.read_inertias)

    def get_inv_inertias(self) -> ProxyArray:
        """Inverses of the inertia tensors [1/(kg m^2)], row by row, shape (N, L, 9)."""
        tensors = self.get_inertias().numpy().reshape(self.count, self.num_links, 3, 3)
        return self._on_host("inverse inertias", np.linalg.pinv(tensors).reshape(self.count, self.num_links, 9))

    def get_coms(self) -> ProxyArray:
        """Centre of mass frames in the link frames (position [m], quaternion x y z w), shape (N, L, 7)."""
        return self._property("centres of mass", (self.count, self.num_links, 7), self.read_com_poses)

    def set_masses(self, data: Values, indices: Indices = None) -> None:
        """Set masses [kg], shape (N, L); the inertia tensors stay as they are.

        Raises:
            ValueError: A mass is negative.
        """
        masses, rows = self._given(data, "masses", self.count, self.num_links, lowest=0.0), self._rows(indices)
        self.write_masses(masses, rows, full_data=True)
        self._tell("body_mass")

    def set_inertias(self, data: Values, indices: Indices = None) -> None:
        """Set inertia tensors [kg m^2] about the centres of mass along their frames' axes, shape (N, L, 9)."""
        inertias = self._given(data, "inertias", self.count, self.num_links, 9)
        self.write_inertias(inertias, self._rows(indices), full_data=True)
        self._tell("body_inertia")

    def set_coms(self, data: Values, indices: Indices = None) -> None:
        """Set centre of mass frames in the link frames (position [m], quaternion x y z w), shape (N, L, 7).

        The components of the inertia tensors stay as they are.
        """
        coms = self._given(data, "coms", self.count, self.num_links, 7)
        self.write_coms(coms, self._rows(indices), full_data=True)
        self._tell("body_com_pose_b")

    def get_disable_gravities(self) -> ProxyArray:
        """Whether gravity leaves bodies alone, shape (N, L): 1 where it does."""
        return self._property(
            "disabled gravities",
            (self.count, self.num_links),
            lambda out: self._read_body_parameter("body_gravcomp", out),
        )

    def set_disable_gravities(self, data: Values, indices: Indices = None) -> None:
        """Let gravity act on bodies (0) or leave them alone (1), shape (N, L), float32."""
        values, rows = self._given(data, "disable_gravities", self.count, self.num_links), self._rows(indices)
        for part, _ in self._parts:
            self._scatter_parameter(part, "body_gravcomp", part.bodies, values, rows, None, True)

    # -- shapes --------------------------------------------------------------------------------------------------------

    @property
    def max_shapes(self) -> int:
        """Largest number of shapes of an instance, S: one for each convex part of a collider, body by body."""
        return max((len(shapes) for table in self._shapes for shapes in table), default=0)

    @property
    def num_shapes_per_link(self) -> list[int]:
        """Number of shapes of each link of the first instance, in the order of the links."""
        part, _ = self._parts[0]
        bodies = part.slots[0].bodies
        return [len(_shapes_of(part, bodies[link : link + 1])) for link in range(len(bodies))]

    def get_material_properties(self) -> ProxyArray:
        """Static friction, dynamic friction and restitution of the shapes, shape (N, S, 3).

        The engine has one friction, the dynamic one; the static one is what was set, for reading.
        """
        return self._on_host("materials", self._materials)

    def set_material_properties(self, data: Values, indices: Indices = None) -> None:
        """Set static friction, dynamic friction and restitution of the shapes, shape (N, S, 3).

        The dynamic friction acts, and of two surfaces that touch the larger one; restitution becomes the damping of the
        contact (see :class:`pippin.physics.importer.PhysicsMaterial`).

        Raises:
            ValueError: A number is negative.
        """
        values = self._given(data, "materials", self.count, self.max_shapes, 3, lowest=0.0).numpy()
        chosen = np.zeros(self.count, dtype=bool)
        chosen[self._rows(indices).numpy()] = True
        bounces_differently = (values[..., 2] != self._materials[..., 2]) & chosen[:, None]
        self._materials[chosen] = values[chosen]
        for (part, _), table in zip(self._parts, self._shapes, strict=True):
            self._write_materials(part, table, chosen, bounces_differently)

    def _write_materials(
        self, part: VariantSelection, table: list[list[int]], chosen: np.ndarray, bounces_differently: np.ndarray
    ) -> None:
        """Hand the engine the friction of chosen rows, and the bounce of those shapes whose restitution is another."""
        friction, solref = part.worlds.parameter("geom_friction"), part.worlds.parameter("geom_solref")
        frictions, solrefs = friction.numpy(), solref.numpy()
        for rows, shapes in zip(part.instances.numpy().T, table, strict=True):
            worlds = np.flatnonzero(chosen[rows])
            materials = self._materials[rows[worlds], : len(shapes)]
            frictions[worlds[:, None], shapes, 0] = materials[..., 1]
            others = bounces_differently[rows[worlds], : len(shapes)]
            for restitution in np.unique(materials[others, 2]):
                where, shape = np.nonzero(others & (materials[..., 2] == restitution))
                bounce = PhysicsMaterial(restitution=float(restitution)).solref
                solrefs[worlds[where], np.array(shapes)[shape]] = bounce or HARD
        friction.assign(frictions)
        part.worlds.parameter_changed("geom_friction")
        solref.assign(solrefs)
        part.worlds.parameter_changed("geom_solref")

    def get_contact_offsets(self) -> ProxyArray:
        """Distances at which shapes begin to make contacts [m], shape (N, S): MuJoCo's margins."""
        return self._on_host("contact offsets", self._offsets["contact"])

    def get_rest_offsets(self) -> ProxyArray:
        """Distances at which shapes rest on each other [m], shape (N, S): MuJoCo's margins less its gaps."""
        return self._on_host("rest offsets", self._offsets["rest"])

    def set_contact_offsets(self, data: Values, indices: Indices = None) -> None:
        """Keep contact offsets [m], shape (N, S), for reading: the engine finds contacts by itself."""
        self._keep_offsets("contact", data, indices)

    def set_rest_offsets(self, data: Values, indices: Indices = None) -> None:
        """Keep rest offsets [m], shape (N, S), for reading: the engine takes them from the stage, for good."""
        self._keep_offsets("rest", data, indices)

    def _keep_offsets(self, kind: str, data: Values, indices: Indices) -> None:
        values = self._given(data, f"{kind}_offsets", self.count, self.max_shapes).numpy()
        chosen = self._rows(indices).numpy()
        self._offsets[kind][chosen] = values[chosen]
        if kind not in _warned:
            _warned.add(kind)
            _LOGGER.warning(
                "set_%s_offsets keeps the offsets for reading, but the engine takes those of the stage "
                "('physxCollision:restOffset', 'mjc:margin', 'mjc:gap').",
                kind,
            )

    @property
    def _shapes(self) -> list[list[list[int]]]:
        """For each variant and slot, the geometries that collide, body by body."""
        if "_shape_tables" not in self.__dict__:
            self._shape_tables = [[_shapes_of(part, slot.bodies) for slot in part.slots] for part, _ in self._parts]
        return self._shape_tables

    @property
    def _materials(self) -> np.ndarray:
        """Materials as they were set, shape (N, S, 3), float32."""
        if "_kept_materials" not in self.__dict__:
            self._kept_materials = self._read_shapes(3, self._materials_of)
        return self._kept_materials

    @property
    def _offsets(self) -> dict[str, np.ndarray]:
        """Contact and rest offsets, shape (N, S), float32."""
        if "_kept_offsets" not in self.__dict__:
            both = self._read_shapes(2, _offsets_of)
            self._kept_offsets = {"contact": both[..., 0].copy(), "rest": both[..., 1].copy()}
        return self._kept_offsets

    def _read_shapes(
        self, components: int, values_of: Callable[[VariantSelection, list[int]], np.ndarray]
    ) -> np.ndarray:
        """Values of each shape, shape (N, S, components); 0 where an instance has fewer shapes than others."""
        values = np.zeros((self.count, self.max_shapes, components), dtype=np.float32)
        for (part, _), table in zip(self._parts, self._shapes, strict=True):
            for rows, shapes in zip(part.instances.numpy().T, table, strict=True):
                values[rows, : len(shapes)] = values_of(part, shapes)
        return values

    def _materials_of(self, part: VariantSelection, shapes: list[int]) -> np.ndarray:
        """Materials that the engine has, shape (W or 1, len(shapes), 3)."""
        friction = self._parameter_values(part, "geom_friction").numpy()[:, shapes, 0]
        solref = self._parameter_values(part, "geom_solref").numpy()[:, shapes]
        friction, ratio = np.broadcast_arrays(friction, np.where(solref[..., 0] > 0.0, solref[..., 1], 1.0))
        ratio = np.clip(ratio, 0.0, 1.0)
        with np.errstate(divide="ignore"):
            restitution = np.exp(-np.pi * ratio / np.sqrt(1.0 - ratio**2))  # see PhysicsMaterial.solref
        return np.stack([friction, friction, restitution], axis=-1)


def _inverse(values: np.ndarray) -> np.ndarray:
    return np.divide(1.0, values, out=np.zeros_like(values), where=values > 0.0)


def _shapes_of(part: VariantSelection, bodies: np.ndarray) -> list[int]:
    model = part.worlds.model
    collides = (model.geom_contype != 0) | (model.geom_conaffinity != 0)
    return [int(geom) for body in bodies for geom in np.flatnonzero((model.geom_bodyid == body) & collides)]


def _offsets_of(part: VariantSelection, shapes: list[int]) -> np.ndarray:
    """Contact and rest offsets of the model, shape (len(shapes), 2)."""
    model = part.worlds.model
    return np.stack([model.geom_margin[shapes], model.geom_margin[shapes] - model.geom_gap[shapes]], axis=-1)
