"""Who collides with whom: from the stage's filters to MuJoCo's bits and excluded pairs of bodies.

Two geometries collide if one's ``contype`` and the other's ``conaffinity`` share a bit. Colliders that are treated
alike (those of one articulation without self-collisions, those in the same collision groups) share a class, and each
class has one bit: its ``contype`` is that bit, its ``conaffinity`` the bits of the classes that it collides with. This
costs nothing in the engine, while excluded pairs, which filtered pairs of moving bodies become, are tested one by one.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass

from pxr import Usd, UsdPhysics

from .colliders import Collider

MAX_CLASSES = 31
"""Bits of an int that are not its sign."""


@dataclass(frozen=True)
class FilteredPair:
    """Two prims whose colliders, and those below them, ignore each other."""

    first: str
    second: str


@dataclass(frozen=True)
class CollisionGroups:
    """Collision groups of the stage.

    Attributes:
        of_collider: Groups of each collider that is in any.
        filtered: Pairs of groups that do not collide; a pair of one group with itself has one element.
    """

    of_collider: Mapping[str, frozenset[str]]
    filtered: frozenset[frozenset[str]]


@dataclass(frozen=True)
class CollisionFilter:
    """What the engine is to collide.

    Attributes:
        categories: ``contype`` and ``conaffinity`` of each collider, by path.
        excluded: Pairs of bodies that do not collide.
    """

    categories: dict[str, tuple[int, int]]
    excluded: list[tuple[str, str]]


@dataclass(frozen=True)
class _Class:
    """What the filters know of a collider."""

    articulation: str | None
    groups: frozenset[str]
    pair_sides: frozenset[tuple[int, int]]


def read_filtered_pairs(prims: list[Usd.Prim]) -> list[FilteredPair]:
    """Read the pairs that prims with the filtered-pairs API name."""
    return [
        FilteredPair(str(prim.GetPath()), str(target))
        for prim in prims
        for target in UsdPhysics.FilteredPairsAPI(prim).GetFilteredPairsRel().GetTargets()
    ]


def read_collision_groups(stage: Usd.Stage, groups: list[Usd.Prim], colliders: list[Collider]) -> CollisionGroups:
    """Read which colliders are in which collision groups, and which groups ignore each other."""
    if not groups:
        return CollisionGroups({}, frozenset())
    members: dict[str, set[str]] = {}
    for prim in groups:
        query = UsdPhysics.CollisionGroup(prim).GetCollidersCollectionAPI().ComputeMembershipQuery()
        for collider in colliders:
            if query.IsPathIncluded(collider.path):
                members.setdefault(collider.path, set()).add(str(prim.GetPath()))
    table = UsdPhysics.CollisionGroup.ComputeCollisionGroupTable(stage)
    paths = [prim.GetPath() for prim in groups]
    filtered = {
        frozenset((str(first), str(second)))
        for first, second in itertools.combinations_with_replacement(paths, 2)
        if not table.IsCollisionEnabled(first, second)
    }
    return CollisionGroups({path: frozenset(of) for path, of in members.items()}, frozenset(filtered))


def filter_collisions(
    colliders: list[Collider],
    articulation_of_body: Mapping[str, str],
    groups: CollisionGroups,
    pairs: list[FilteredPair],
) -> CollisionFilter:
    """Choose bits and excluded pairs such that just those colliders meet that the stage lets meet.

    Args:
        colliders: Colliders of one environment.
        articulation_of_body: Articulation without self-collisions of each body that is a link of one.
        groups: Collision groups.
        pairs: Pairs of prims that ignore each other.

    Raises:
        NotImplementedError: There are more classes of colliders than bits, or authored bits beside them, and single
            colliders of a body are filtered.
    """
    body_pairs, collider_pairs = _split_by_level(colliders, pairs)
    classes = {
        collider.path: _Class(
            articulation=articulation_of_body.get(collider.body) if collider.body else None,
            groups=groups.of_collider.get(collider.path, frozenset()),
            pair_sides=_sides_of(collider, collider_pairs) if collider_pairs else frozenset(),
        )
        for collider in colliders
    }
    distinct = list(dict.fromkeys(classes.values()))
    has_authored_bits = bool([collider for collider in colliders if collider.category is not None])
    if len(distinct) <= MAX_CLASSES and not has_authored_bits:
        bits = _bits(distinct, groups)
        return CollisionFilter({path: bits[kind] for path, kind in classes.items()}, body_pairs)
    categories = {collider.path: collider.category or (1, 1) for collider in colliders}
    return CollisionFilter(categories, body_pairs + _as_body_pairs(colliders, classes, groups))


def _sides_of(collider: Collider, pairs: list[tuple[frozenset[str], frozenset[str]]]) -> frozenset[tuple[int, int]]:
    """Pairs of colliders, by index, that a collider belongs to, and the side that it is on."""
    return frozenset(
        (index, side) for index, sides in enumerate(pairs) for side in (0, 1) if collider.path in sides[side]
    )


def _split_by_level(
    colliders: list[Collider], pairs: list[FilteredPair]
) -> tuple[list[tuple[str, str]], list[tuple[frozenset[str], frozenset[str]]]]:
    """Pairs that hold for whole moving bodies, and the others as two sets of colliders each."""
    of_body: dict[str | None, set[str]] = {}
    for collider in colliders:
        of_body.setdefault(collider.body, set()).add(collider.path)
    body_pairs: list[tuple[str, str]] = []
    collider_pairs: list[tuple[frozenset[str], frozenset[str]]] = []
    for pair in pairs:
        sides = [[c for c in colliders if _is_within(c, path)] for path in (pair.first, pair.second)]
        bodies = [list(dict.fromkeys(c.body for c in side)) for side in sides]
        whole = all(
            None not in names and {c.path for c in side} == set().union(*(of_body[name] for name in names))
            for side, names in zip(sides, bodies, strict=True)
        )
        if whole:
            body_pairs += [(a, b) for a in bodies[0] for b in bodies[1] if a and b and a != b]
        else:
            collider_pairs.append((frozenset(c.path for c in sides[0]), frozenset(c.path for c in sides[1])))
    return list(dict.fromkeys(body_pairs)), collider_pairs


def _is_within(collider: Collider, path: str) -> bool:
    """Whether a collider, or its body, is a prim or lies below it."""
    return any(
        name is not None and (name == path or name.startswith(f"{path}/")) for name in (collider.path, collider.body)
    )


def _collide(first: _Class, second: _Class, groups: CollisionGroups) -> bool:
    """Whether colliders of two classes collide."""
    if first.articulation is not None and first.articulation == second.articulation:
        return False
    if any((index, 1 - side) in second.pair_sides for index, side in first.pair_sides):
        return False
    return not any(frozenset((a, b)) in groups.filtered for a in first.groups for b in second.groups)


def _bits(classes: list[_Class], groups: CollisionGroups) -> dict[_Class, tuple[int, int]]:
    """One bit for each class, and the bits of all classes that it collides with."""
    if len(classes) == 1:
        return {classes[0]: (1, int(_collide(classes[0], classes[0], groups)))}
    return {
        kind: (1 << index, sum(1 << other for other, each in enumerate(classes) if _collide(kind, each, groups)))
        for index, kind in enumerate(classes)
    }


def _as_body_pairs(
    colliders: list[Collider], classes: Mapping[str, _Class], groups: CollisionGroups
) -> list[tuple[str, str]]:
    """Pairs of moving bodies that the classes keep from colliding, where bits cannot."""
    of_body: dict[str | None, list[Collider]] = {}
    for collider in colliders:
        of_body.setdefault(collider.body, []).append(collider)
    excluded = []
    for first, second in itertools.combinations(of_body, 2):
        kinds = itertools.product(
            dict.fromkeys(classes[c.path] for c in of_body[first]),
            dict.fromkeys(classes[c.path] for c in of_body[second]),
        )
        collide = [_collide(a, b, groups) for a, b in kinds]
        if all(collide):
            continue
        if any(collide) or first is None or second is None:
            raise NotImplementedError(
                f"Some colliders of '{first or 'the world'}' and '{second or 'the world'}' are filtered from each "
                f"other. With more than {MAX_CLASSES} kinds of filtered colliders, or authored 'mjc:contype', only "
                "whole moving bodies can be: filter these, or use fewer groups."
            )
        excluded.append((first, second))
    return excluded
