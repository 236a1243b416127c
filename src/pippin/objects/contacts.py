"""Contacts between prims: one by one in a :class:`~pippin.objects.World` of one environment, sums in several."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
import warp as wp
from numpy.typing import ArrayLike

from pippin.physics.contact_pairs import request_contact_filters
from pippin.physics.contact_points import ContactPoint, contact_points
from pippin.physics.host_state import HostState
from pippin.physics.scene.scene import PhysicsScene
from pippin.physics.views.contact_view import ContactView
from pippin.sim.expressions import find_matching_prims, resolve_expression
from pippin.sim.stage import get_environments

from .arguments import Indices
from .bodies import BodiesOfPrims, bodies_of, running_scene, running_scene_of_one
from .xform_prim import XFormPrim

MOST_CONTACTS = 16
"""Contacts of a body with a partner that add up to their force, the strongest ones."""


class Side(NamedTuple):
    """What touches on one side of a contact."""

    body: str
    """Path of the body; that of the collider where it is static."""

    collider: str
    """Path of the collider."""


@dataclass(frozen=True)
class Contact:
    """Where two bodies touch, in the world.

    Attributes:
        sides: Who touch.
        position: Middle between the two surfaces [m], shape (3,).
        normal: Direction from the second side to the first, shape (3,).
        normal_force: Size of the force that pushes them apart [N].
        friction: Force of friction on the first side [N], shape (3,).
        distance: Distance of the surfaces [m], negative where they overlap.
    """

    sides: tuple[Side, Side]
    position: np.ndarray
    normal: np.ndarray
    normal_force: float
    friction: np.ndarray
    distance: float

    @property
    def force(self) -> np.ndarray:
        """Whole force on the first side [N], shape (3,)."""
        return self.normal_force * self.normal + self.friction

    def seen_from_second(self) -> Contact:
        """The same contact with the sides exchanged."""
        first, second = self.sides
        return Contact((second, first), self.position, -self.normal, self.normal_force, -self.friction, self.distance)


_states: WeakKeyDictionary[PhysicsScene, tuple[tuple[int, bool], HostState]] = WeakKeyDictionary()
"""State of a scene on the host that was read last, its version, and whether forces for the next step were given."""


def host_state_of(scene: PhysicsScene) -> HostState:
    """State of a scene of one environment on the host, with forces for its next step; read once for each state."""
    wrenches = scene.next_step_wrenches[0].given
    version = scene.state_version, wrenches is not None
    known, state = _states.get(scene) or (None, HostState(scene.backend.worlds[0]))
    if known != version:
        state.read(wrenches)
        state.load(0, scene.settings.gravity)
        _states[scene] = version, state
    return state


def contacts_of(scene: PhysicsScene) -> list[Contact]:
    """Contacts that bear a force, as the state is now.

    Args:
        scene: Scene of one environment, which plays.
    """
    layout = scene.backend.worlds[0].layout
    points = contact_points(host_state_of(scene))
    return [_as_contact(point, layout) for point in points if point.force[0] > 0.0]


def contacts_with(prim_path: str, scene: PhysicsScene) -> list[Contact]:
    """Contacts of a body, or of what lies at and below a prim, which stands on their first side.

    Args:
        prim_path: Path of the prim.
        scene: Scene of one environment, which plays.
    """
    found = []
    is_body = prim_path in bodies_of(scene)
    for contact in contacts_of(scene):
        first, second = (_is_of(prim_path, is_body, side) for side in contact.sides)
        if first != second:  # what touches itself bears no force from outside
            found.append(contact if first else contact.seen_from_second())
    return found


def contacts_of_pairs(
    prim_paths: Sequence[str], partners: Iterable[str], indices: np.ndarray
) -> list[list[list[Contact]]]:
    """Contacts of each of some prims with each of some partners.

    Args:
        prim_paths: Paths of the prims.
        partners: Expressions of paths of the partners.
        indices: Which of the prims.

    Raises:
        RuntimeError: The simulation is stopped.
    """
    scene = require_scene()
    matching = [[str(prim.GetPath()) for prim in find_matching_prims(expression)] for expression in partners]
    bodies = bodies_of(scene)
    return [
        [
            [
                contact
                for contact in contacts_with(prim_paths[i], scene)
                if any(_is_of(path, path in bodies, contact.sides[1]) for path in paths)
            ]
            for paths in matching
        ]
        for i in indices
    ]


def require_scene() -> PhysicsScene:
    """The scene that plays.

    Raises:
        RuntimeError: The simulation is stopped.
    """
    scene = running_scene_of_one()
    if scene is None:
        raise RuntimeError("There are no contacts while the simulation is stopped: call reset() or play() first.")
    return scene


class TouchedPrim(XFormPrim):
    """N prims that tell of their contacts.

    Args:
        prim_paths_expr: Path of a prim, a regular expression of paths, or several of these.
        name: Name of the object.
        positions: Positions in the world [m], shape (N, 3), and so on as :class:`XFormPrim` takes them.
        translations: See :class:`XFormPrim`.
        orientations: See :class:`XFormPrim`.
        scales: See :class:`XFormPrim`.
        visibilities: See :class:`XFormPrim`.
        contact_partners: Expressions of the paths of F partners, whose contacts are told apart.
        tracks_contacts: Whether contacts are to be measured, which several environments need to know before play;
            partners imply it.

    Raises:
        ValueError: There are no such prims, or an array has another shape.
    """

    def __init__(
        self,
        prim_paths_expr: str | Sequence[str],
        name: str,
        positions: ArrayLike | None = None,
        translations: ArrayLike | None = None,
        orientations: ArrayLike | None = None,
        scales: ArrayLike | None = None,
        visibilities: ArrayLike | None = None,
        contact_partners: Sequence[str] = (),
        tracks_contacts: bool = False,
    ) -> None:
        super().__init__(prim_paths_expr, name, positions, translations, orientations, scales, visibilities)
        self.contact_partners = tuple(contact_partners)
        self._tracks_contacts = tracks_contacts or bool(self.contact_partners)

    def get_net_contact_forces(self, indices: Indices = None) -> np.ndarray:
        """Sum of the contact forces on each prim [N, world], shape (M, 3).

        They are those of the state as it is, with which the next step begins; in several environments those of the
        last engine step. All contacts that bear a force count, with the ground, other bodies and links alike.

        Args:
            indices: The M prims; None means all.

        Raises:
            RuntimeError: The simulation is stopped.
            NotImplementedError: There are several environments, and a prim is no body of its own.
            ValueError: There are several environments, and the object was made without ``tracks_contacts``.
        """
        chosen = self._checked(indices)
        if _has_several_environments():
            bodies, view = self._measured()
            forces = view.read_net_forces(wp.zeros((view.count, 1), dtype=wp.vec3f, device=view.device))
            return forces.numpy()[bodies.rows, 0].astype(np.float64)[chosen]
        scene = require_scene()
        return np.array([_sum(contacts_with(self.prim_paths[i], scene)) for i in chosen]).reshape(-1, 3)

    def get_contact_force_matrix(self, indices: Indices = None) -> np.ndarray:
        """Sum of the forces on each prim by each partner [N, world], shape (M, F, 3).

        In several environments they are those of the last engine step, as :meth:`get_net_contact_forces` gives them.

        Raises:
            RuntimeError: The simulation is stopped.
            NotImplementedError: There are several environments, and a prim is no body of its own.
            ValueError: The object was made without partners.
        """
        if self.contact_partners and _has_several_environments():
            bodies, view = self._measured()
            partners = view.filtered(self._resolved_partners())
            shape = (view.count, len(self.contact_partners))
            normal, friction, points = (wp.zeros(shape, dtype=wp.vec3f, device=view.device) for _ in range(3))
            partners.read(normal, friction, points)
            forces = normal.numpy().astype(np.float64) + friction.numpy()
            return forces[bodies.rows][self._checked(indices)]
        pairs = self._pairs(indices)
        return np.array([[_sum(contacts) for contacts in row] for row in pairs]).reshape(len(pairs), -1, 3)

    def get_contact_force_data(self, indices: Indices = None) -> tuple[np.ndarray, ...]:
        """Single contacts of each prim with each partner, C of them.

        Returns:
            Sizes of the normal forces [N], shape (C, 1); points [m, world] and normals, which point to the prim, shape
            (C, 3) each; distances of the surfaces [m], negative where they overlap, shape (C, 1); numbers of contacts
            and the index of the first one of each prim and partner, shape (M, F), int, each.

        Raises:
            RuntimeError: The simulation is stopped.
            ValueError: The object was made without partners.
        """
        flat, counts, starts = self._listed(indices)
        return (
            np.array([contact.normal_force for contact in flat]).reshape(-1, 1),
            np.array([contact.position for contact in flat]).reshape(-1, 3),
            np.array([contact.normal for contact in flat]).reshape(-1, 3),
            np.array([contact.distance for contact in flat]).reshape(-1, 1),
            counts,
            starts,
        )

    def get_friction_data(self, indices: Indices = None) -> tuple[np.ndarray, ...]:
        """Friction at single contacts, C of them.

        Returns:
            Forces of friction on the prims [N, world] and points [m, world], shape (C, 3) each; numbers of contacts and
            the index of the first one of each prim and partner, shape (M, F), int, each.

        Raises:
            RuntimeError: The simulation is stopped.
            ValueError: The object was made without partners.
        """
        flat, counts, starts = self._listed(indices)
        return (
            np.array([contact.friction for contact in flat]).reshape(-1, 3),
            np.array([contact.position for contact in flat]).reshape(-1, 3),
            counts,
            starts,
        )

    def _measure_contacts(self) -> None:
        """Let bodies measure their contacts from the next play on, where there are several environments."""
        plan = get_environments()
        if not self._tracks_contacts or plan is None or plan.num_envs == 1:
            return
        for prim in {str(prim.GetPath()): prim for prim in self._places.prims}.values():
            prim.AddAppliedSchema("PhysxContactReportAPI")
            if self.contact_partners:
                request_contact_filters(prim, self._resolved_partners(), MOST_CONTACTS)

    def _resolved_partners(self) -> list[str]:
        return [resolve_expression(expression) for expression in self.contact_partners]

    def _measured(self) -> tuple[BodiesOfPrims, ContactView]:
        """The bodies that the prims are in several environments, and a view of their contacts."""
        bodies = self._require_link()
        assert isinstance(bodies, BodiesOfPrims)
        if not self._tracks_contacts:
            raise ValueError(
                f"'{self.name}' does not measure contacts, which several environments do only where they are asked to: "
                "make it with tracks_contacts=True (track_contact_forces=True in Isaac Sim) before play."
            )
        if len(bodies.prims) < self.count or not bodies.is_body.all():
            raise NotImplementedError(
                f"'{self.name}' holds colliders, whose contacts are told apart in one environment only; "
                "expected rigid bodies."
            )
        return bodies, bodies.contacts

    def _pairs(self, indices: Indices) -> list[list[list[Contact]]]:
        if not self.contact_partners:
            raise ValueError(
                f"'{self.name}' has no partners whose contacts are told apart: set contact_partners, "
                "or ask for get_net_contact_forces."
            )
        return contacts_of_pairs(self.prim_paths, self.contact_partners, self._checked(indices))

    def _listed(self, indices: Indices) -> tuple[list[Contact], np.ndarray, np.ndarray]:
        pairs = self._pairs(indices)
        counts = np.array([[len(contacts) for contacts in row] for row in pairs]).reshape(len(pairs), -1)
        starts = np.concatenate([[0], np.cumsum(counts)[:-1]]).reshape(counts.shape)
        return [contact for row in pairs for contacts in row for contact in contacts], counts, starts


def _has_several_environments() -> bool:
    scene = running_scene()
    return scene is not None and scene.num_envs > 1


def _sum(contacts: Iterable[Contact]) -> np.ndarray:
    return sum((contact.force for contact in contacts), np.zeros(3))


def _is_of(prim_path: str, is_body: bool, side: Side) -> bool:
    """Whether a side of a contact is a body, or lies at or below another prim."""
    return side.body == prim_path if is_body else f"{side.collider}/".startswith(f"{prim_path}/")


def _as_contact(point: ContactPoint, layout: Any) -> Contact:
    """A contact of the engine, whose normal points from its first side to its second."""
    colliders = [re.sub(r":\d+$", "", layout.geom_paths[geom]) for geom in point.geoms]
    sides = [
        Side(layout.body_paths[body] if body else collider, collider)
        for body, collider in zip(point.bodies, colliders, strict=True)
    ]
    friction = -point.force[1:] @ point.tangents  # the engine's force is that on the second side
    return Contact((sides[0], sides[1]), point.position, -point.normal, float(point.force[0]), friction, -point.overlap)
