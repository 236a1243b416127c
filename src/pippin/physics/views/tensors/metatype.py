"""Names and numbers of the links and joints of an articulation."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco

from ..selection import VariantSelection


@dataclass(frozen=True)
class Metatype:
    """What instances of an articulation have in common. Joints are those that move.

    Attributes:
        link_names: Names of the links.
        joint_names: Names of the joints.
        dof_names: Names of the degrees of freedom: those of the joints, each of which has one.
        dof_types: "rotation" or "translation" for each.
        link_parents: Name of each link's parent; None for the root.
        fixed_base: Whether the root link is fixed to the world.
    """

    link_names: list[str]
    joint_names: list[str]
    dof_names: list[str]
    dof_types: list[str]
    link_parents: list[str | None]
    fixed_base: bool

    @property
    def link_count(self) -> int:
        """Number of links."""
        return len(self.link_names)

    @property
    def joint_count(self) -> int:
        """Number of joints that move."""
        return len(self.joint_names)

    @property
    def dof_count(self) -> int:
        """Number of degrees of freedom."""
        return len(self.dof_names)

    @property
    def link_indices(self) -> dict[str, int]:
        """Index of each link by name."""
        return {name: index for index, name in enumerate(self.link_names)}

    @property
    def joint_indices(self) -> dict[str, int]:
        """Index of each joint by name."""
        return {name: index for index, name in enumerate(self.joint_names)}

    @property
    def dof_indices(self) -> dict[str, int]:
        """Index of each degree of freedom by name."""
        return {name: index for index, name in enumerate(self.dof_names)}

    @property
    def link_parent_indices(self) -> dict[str, int]:
        """Index of each link's parent by the link's name; -1 for the root."""
        return {
            name: -1 if parent is None else self.link_names.index(parent)
            for name, parent in zip(self.link_names, self.link_parents, strict=True)
        }


def metatype_of(part: VariantSelection, link_names: list[str], joint_names: list[str], fixed_base: bool) -> Metatype:
    """Names and numbers of the first instance of a view."""
    layout, slot = part.worlds.layout, part.slots[0]
    names = dict(zip(slot.bodies.tolist(), link_names, strict=True))
    slides = layout.joint_types[slot.joints] == mujoco.mjtJoint.mjJNT_SLIDE
    return Metatype(
        link_names=list(link_names),
        joint_names=list(joint_names),
        dof_names=list(joint_names),
        dof_types=["translation" if slide else "rotation" for slide in slides],
        link_parents=[names.get(int(layout.body_parents[body])) for body in slot.bodies],
        fixed_base=fixed_base,
    )
