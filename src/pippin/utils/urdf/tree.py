"""Checking that links and joints form one tree."""

from __future__ import annotations

from .model import UrdfError, UrdfJoint, UrdfLink


def find_root(links: tuple[UrdfLink, ...], joints: tuple[UrdfJoint, ...], where: str) -> str:
    """Find the link that has no parent, and check that all others descend from it.

    Args:
        links: Links, with names of their own.
        joints: Joints.
        where: File, for messages.

    Raises:
        UrdfError: A joint names a link that is not there, a link has two parents, or there is no root, or several.
    """
    if not links:
        raise UrdfError(f"{where}: the robot has no links.")
    parent_of = _parents({link.name for link in links}, joints, where)
    cycle = find_cycle(parent_of)
    if cycle:
        raise UrdfError(f"{where}: the links form a cycle, {_shortened(cycle[::-1], ' -> ')}; expected a tree.")
    roots = [link.name for link in links if link.name not in parent_of]
    if len(roots) > 1:
        raise UrdfError(f"{where}: one link should have no parent; {len(roots)} have none: {_shortened(roots, ', ')}.")
    return roots[0]


def find_cycle(next_of: dict[str, str]) -> list[str]:
    """Find names that lead back to the first of them, in linear time.

    Args:
        next_of: Where each name leads. Names that it does not list lead nowhere.

    Returns:
        The names of one cycle, the first again at the end; empty where there is none.
    """
    harmless: set[str] = set()
    for name in next_of:
        way: dict[str, None] = {}  # an ordered set
        while name in next_of and name not in harmless:
            if name in way:
                names = list(way)
                return [*names[names.index(name) :], name]
            way[name] = None
            name = next_of[name]
        harmless.update(way)
    return []


def _parents(names: set[str], joints: tuple[UrdfJoint, ...], where: str) -> dict[str, str]:
    """Parent of each link that has one."""
    joint_to: dict[str, UrdfJoint] = {}
    for joint in joints:
        for end, link in (("parent", joint.parent), ("child", joint.child)):
            if link not in names:
                raise UrdfError(f"{where}, joint '{joint.name}': there is no link '{link}' to be its {end}.")
        if joint.child in joint_to:
            raise UrdfError(
                f"{where}: the link '{joint.child}' is the child of two joints, '{joint_to[joint.child].name}' and "
                f"'{joint.name}'; closed loops cannot be described in a URDF."
            )
        joint_to[joint.child] = joint
    return {child: joint.parent for child, joint in joint_to.items()}


def _shortened(names: list[str], separator: str) -> str:
    """At most ten of the names, for a message."""
    return separator.join(names[:10] + ["..."] * (len(names) > 10))
