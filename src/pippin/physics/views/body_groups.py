"""Views of groups of separate bodies, one of each in every environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..layout import Layout
from .body_view import BodyView
from .selection import Slot, rigid_body_slots, select
from .tensors import RigidBodyTensorView

if TYPE_CHECKING:
    from ..scene import PhysicsScene


def view_groups(scene: PhysicsScene, expressions: Sequence[str]) -> tuple[BodyView, RigidBodyTensorView]:
    """Two views of the same bodies: as groups, and one by one.

    Args:
        scene: The scene that plays.
        expressions: Regular expressions of prim paths. Each has to match one body in every environment.

    Returns:
        View with a row for each environment, whose links are the bodies in the order of the expressions; and view with
        a row for each body, by environment and then in that order, through which poses and velocities are written.

    Raises:
        ValueError: An expression matches no body or several in an environment, or one that is a link of an
            articulation.
    """

    # Every one of the expressions has to match: what stands for all of them is there for messages alone.
    def one_by_one(layout: Layout, _: str) -> list[Slot]:
        return [_single_body(layout, expression) for expression in expressions]

    def as_group(layout: Layout, _: str) -> list[Slot]:
        bodies = np.concatenate([_single_body(layout, expression).bodies for expression in expressions])
        return [Slot(layout.body_paths[bodies[0]], bodies, np.zeros(0, dtype=np.int64))]

    everything, worlds = "|".join(expressions), scene.backend.worlds
    groups = BodyView(scene, select(everything, worlds, as_group, scene.device, "rigid body"))
    bodies = RigidBodyTensorView(scene, select(everything, worlds, one_by_one, scene.device, "rigid body"))
    if not bodies.has_movable_root:
        raise ValueError(f"one of the bodies {', '.join(bodies.instance_paths)} is a link of an articulation.")
    return groups, bodies


def _single_body(layout: Layout, expression: str) -> Slot:
    slots = rigid_body_slots(layout, expression)
    if len(slots) == 1:
        return slots[0]
    there = [slot.path for slot in slots] or list(layout.body_paths[1:])
    found = "matches several bodies of an environment" if slots else "matches no body, but there are"
    raise ValueError(f"'{expression}' {found}: {', '.join(there) or 'none'}.")
