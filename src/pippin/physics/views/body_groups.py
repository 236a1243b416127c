"""Views of groups of separate bodies: as many of each as there are groups in every environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..layout import Layout
from .body_view import BodyView, RigidBodyView
from .selection import Slot, rigid_body_slots, select

if TYPE_CHECKING:
    from ..scene import PhysicsScene


def view_groups(scene: PhysicsScene, expressions: Sequence[str]) -> tuple[BodyView, RigidBodyView]:
    """Two views of the same bodies: as groups, and one by one.

    Args:
        scene: The scene that plays.
        expressions: Regular expressions of prim paths. Each has to match as many bodies of an environment as the
            others, usually one: the first ones are a group, the second ones another, and so on.

    Returns:
        View with a row for each group, by environment, whose links are the bodies in the order of the expressions; and
        view with a row for each body, by group and then in that order, through which poses and velocities are written.

    Raises:
        ValueError: An expression matches no body, or not as many as the others, or one that is a link of an
            articulation.
    """

    # Every one of the expressions has to match: what stands for all of them is there for messages alone.
    def one_by_one(layout: Layout, _: str) -> list[Slot]:
        return [slot for group in _groups(layout, expressions) for slot in group]

    def as_group(layout: Layout, _: str) -> list[Slot]:
        nothing = np.zeros(0, dtype=np.int64)
        return [
            Slot(group[0].path, np.concatenate([slot.bodies for slot in group]), nothing)
            for group in _groups(layout, expressions)
        ]

    everything, worlds = "|".join(expressions), scene.backend.worlds
    groups = BodyView(scene, select(everything, worlds, as_group, scene.device, "rigid body"))
    bodies = RigidBodyView(scene, select(everything, worlds, one_by_one, scene.device, "rigid body"))
    if not bodies.has_movable_root:
        raise ValueError(
            f"one of the bodies '{', '.join(bodies.instance_paths)}' is a link of an articulation; expected "
            "bodies on their own."
        )
    return groups, bodies


def _groups(layout: Layout, expressions: Sequence[str]) -> list[tuple[Slot, ...]]:
    """Groups of a variant's bodies, each with one that matches each expression; none where nothing matches any."""
    found = {expression: rigid_body_slots(layout, expression) for expression in expressions}
    if not any(found.values()):
        return []
    for expression, slots in found.items():
        if not slots:
            there_are = ", ".join(layout.body_paths[1:]) or "none"
            raise ValueError(f"'{expression}' matches no body, but there are: {there_are}.")
    if len({len(slots) for slots in found.values()}) > 1:
        numbers = "; ".join(
            f"'{expression}' {', '.join(slot.path for slot in slots)}" for expression, slots in found.items()
        )
        raise ValueError(f"each expression should match as many bodies of an environment as the others: {numbers}.")
    return list(zip(*found.values(), strict=True))
