"""Who collides with whom in an environment: from groups and filters to MuJoCo's bits.

Two geometries collide if one's ``contype`` and the other's ``conaffinity`` share a bit. Shapes that are treated alike
share a class, and each class has one bit: its ``contype`` is that bit, its ``conaffinity`` the bits of the classes that
it collides with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MAX_CLASSES = 31
"""Bits of an int that are not its sign."""

EVERY_GROUP = -1
"""Group that collides with all groups."""


@dataclass(frozen=True)
class CollisionClass:
    """What filters know of a shape.

    Attributes:
        group: Shapes of different groups do not collide; those of :data:`EVERY_GROUP` do with all.
        filter: Shapes that have a bit in common do not collide.
        aggregate: Number of the set of actors without collisions among them that the shape belongs to, or -1.
        own_bits: MuJoCo's ``contype`` and ``conaffinity`` in the file, which count against shapes that have such too.
    """

    group: int
    filter: int = 0
    aggregate: int = -1
    own_bits: tuple[int, int] | None = None


GROUND = CollisionClass(EVERY_GROUP)
"""Class of what all environments share."""


def collide(first: CollisionClass, second: CollisionClass) -> bool:
    """Whether shapes of two classes collide."""
    if EVERY_GROUP not in (first.group, second.group) and first.group != second.group:
        return False
    if first.filter & second.filter or (first.aggregate >= 0 and first.aggregate == second.aggregate):
        return False
    if first.own_bits is None or second.own_bits is None:
        return True
    return bool(first.own_bits[0] & second.own_bits[1] or second.own_bits[0] & first.own_bits[1])


def collision_bits(classes: Sequence[CollisionClass]) -> dict[CollisionClass, tuple[int, int]]:
    """``contype`` and ``conaffinity`` of each class.

    Raises:
        NotImplementedError: There are more kinds of shapes than bits.
    """
    distinct = list(dict.fromkeys(classes))
    meets = {each: tuple(collide(each, other) for other in distinct) for each in distinct}
    # Classes that meet the same others are one.
    rows = list(dict.fromkeys(meets.values()))
    if len(rows) > MAX_CLASSES:
        raise NotImplementedError(
            f"The collision groups and filters of an environment make {len(rows)} kinds of shapes; there can be "
            f"{MAX_CLASSES}. Use fewer groups or filters."
        )
    bit_of = {each: 1 << rows.index(meets[each]) for each in distinct}
    partners = {
        each: sum({bit_of[other] for other, met in zip(distinct, meets[each], strict=True) if met}) for each in distinct
    }
    return {each: (bit_of[each], partners[each]) for each in distinct}
