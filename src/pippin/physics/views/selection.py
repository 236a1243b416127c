"""Which bodies and joints of which worlds a view stands for, in the order in which it reports them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import mujoco
import numpy as np
import warp as wp

from ..layout import ArticulationLayout, Layout
from ..worlds import Worlds

Order: TypeAlias = str | Sequence[str] | None
"""An order of joints or links: "physx", "mjwarp", all their names, or None for that of PhysX."""


@dataclass(frozen=True)
class Slot:
    """One instance of an asset within a variant: every world of the variant holds one.

    Attributes:
        path: Prim path of the instance in the variant's template.
        bodies: Its links in the order of the view, shape (num_links,), int.
        joints: Its joints in the order of the view, shape (num_joints,), int.
    """

    path: str
    bodies: np.ndarray
    joints: np.ndarray


@dataclass(frozen=True)
class VariantSelection:
    """The part of a view that lies in one variant, with index tables on the device.

    Attributes:
        worlds: State of the variant's environments.
        variant: Index of the variant in the scene.
        slots: Instances within one world.
        instances: Row of the view of each slot of each world, shape (W, num_slots), int32.
        world_of: World of each row of the view, -1 for rows of other variants, shape (N,), int32.
        slot_of: Slot of each row of the view, -1 for rows of other variants, shape (N,), int32.
        bodies: Links in the model, shape (num_slots, num_links), int32.
        joint_qpos: Position coordinate of each joint, shape (num_slots, num_joints), int32.
        joint_dofs: Degree of freedom of each joint, shape (num_slots, num_joints), int32.
        joint_ids: Joints in the model, shape (num_slots, num_joints), int32.
        actuators: Actuator of each joint or -1, shape (num_slots, num_joints), int32.
        root_qpos: First coordinate of the root's free joint, or -1, shape (num_slots,), int32.
        root_dof: First degree of freedom of the root's free joint, or -1, shape (num_slots,), int32.
        root_mocap: Index of the root among the mocap bodies, or -1, shape (num_slots,), int32.
    """

    worlds: Worlds
    variant: int
    slots: tuple[Slot, ...]
    instances: wp.array
    world_of: wp.array
    slot_of: wp.array
    bodies: wp.array
    joint_qpos: wp.array
    joint_dofs: wp.array
    joint_ids: wp.array
    actuators: wp.array
    root_qpos: wp.array
    root_dof: wp.array
    root_mocap: wp.array


def articulation_slots(
    layout: Layout, expression: str, joint_order: Order = None, body_order: Order = None
) -> list[Slot]:
    """Articulations of a variant at or below prims whose path matches the expression, or that carry its root.

    Args:
        layout: Layout of the variant.
        expression: Regular expression of prim paths.
        joint_order: Order of the joints: None or "physx" level by level from the root, "mjwarp" branch by branch, or
            the names of all of them.
        body_order: Order of the links, of which the root is the first.

    Raises:
        ValueError: There is no such order, or the names are not those of the joints or links.
    """
    pattern = re.compile(rf"({expression})(/.*)?")
    return [
        Slot(
            articulation.path,
            _in_order(articulation.bodies, layout.body_paths, body_order, "body_ordering", articulation.path),
            _in_order(
                _scalar_joints(layout, articulation),
                layout.joint_paths,
                joint_order,
                "joint_ordering",
                articulation.path,
            ),
        )
        for articulation in layout.articulations
        if pattern.fullmatch(articulation.path)
    ]


def _in_order(ids: np.ndarray, paths: tuple[str, ...], order: Order, argument: str, path: str) -> np.ndarray:
    """Links or joints of an articulation, which come level by level, in another order."""
    if order is None or order == "physx":
        return ids
    if order == "mjwarp":
        return np.sort(ids)  # the engine numbers them branch by branch
    names = [paths[i].rsplit("/", 1)[-1] for i in ids]
    if isinstance(order, str):
        raise ValueError(
            f"'{argument}' of '{path}' is {order!r}; expected 'physx', 'mjwarp', or the names of all: {names}."
        )
    if sorted(order) != sorted(names):
        raise ValueError(f"'{argument}' of '{path}' is {list(order)}; expected each of {names} once.")
    if argument == "body_ordering" and order[0] != names[0]:
        raise ValueError(f"'{argument}' of '{path}' begins with '{order[0]}'; expected the root link, '{names[0]}'.")
    return ids[[names.index(name) for name in order]]


def rigid_body_slots(layout: Layout, expression: str) -> list[Slot]:
    """Bodies of a variant whose prim path matches the expression."""
    pattern = re.compile(expression)
    nothing = np.zeros(0, dtype=np.int64)
    return [
        Slot(path, np.array([body]), nothing)
        for body, path in enumerate(layout.body_paths)
        if body and pattern.fullmatch(path)
    ]


def _scalar_joints(layout: Layout, articulation: ArticulationLayout) -> np.ndarray:
    balls = [layout.joint_paths[j] for j in articulation.joints if layout.joint_types[j] == mujoco.mjtJoint.mjJNT_BALL]
    if balls:
        raise NotImplementedError(
            f"Articulation '{articulation.path}' has ball joints ({', '.join(balls)}), which have no single joint "
            "coordinate: model each as three revolute joints."
        )
    return articulation.joints


def select(
    expression: str,
    all_worlds: list[Worlds],
    slots_of: Callable[[Layout, str], list[Slot]],
    device: str,
    kind: str,
) -> list[VariantSelection]:
    """Find an expression's instances in all variants and number them by environment, then by path.

    Raises:
        ValueError: Nothing matches, or the instances differ in their links or joints.
    """
    found = [(variant, worlds, slots_of(worlds.layout, expression)) for variant, worlds in enumerate(all_worlds)]
    found = [entry for entry in found if entry[2]]
    if not found:
        raise ValueError(_nothing_matches(expression, all_worlds, kind))
    _require_same_names(found, expression)
    rows = sorted(
        (int(env_id), slot, variant, world)
        for variant, worlds, slots in found
        for world, env_id in enumerate(worlds.env_ids.numpy())
        for slot in range(len(slots))
    )
    table = np.array(rows, dtype=np.int32).reshape(-1, 4)
    return [_variant_selection(variant, worlds, slots, table, device) for variant, worlds, slots in found]


def _variant_selection(
    variant: int, worlds: Worlds, slots: list[Slot], table: np.ndarray, device: str
) -> VariantSelection:
    mine = table[:, 2] == variant
    world_of = np.where(mine, table[:, 3], -1)
    slot_of = np.where(mine, table[:, 1], -1)
    instances = np.zeros((worlds.num_worlds, len(slots)), dtype=np.int32)
    instances[world_of[mine], slot_of[mine]] = np.flatnonzero(mine)
    layout = worlds.layout
    bodies = np.stack([slot.bodies for slot in slots])
    joints = np.stack([slot.joints for slot in slots]).astype(np.int64)
    dofs = layout.joint_dofs[joints]
    roots = [_root_joint(layout, int(slot.bodies[0])) for slot in slots]

    def upload(values: object) -> wp.array:
        return wp.array(np.asarray(values, dtype=np.int32), dtype=int, device=device)

    return VariantSelection(
        worlds=worlds,
        variant=variant,
        slots=tuple(slots),
        instances=upload(instances),
        world_of=upload(world_of),
        slot_of=upload(slot_of),
        bodies=upload(bodies),
        joint_qpos=upload(layout.joint_qpos[joints]),
        joint_dofs=upload(dofs),
        joint_ids=upload(joints),
        actuators=upload(layout.dof_actuators[dofs]),
        root_qpos=upload([layout.joint_qpos[root] if root >= 0 else -1 for root in roots]),
        root_dof=upload([layout.joint_dofs[root] if root >= 0 else -1 for root in roots]),
        root_mocap=upload([layout.body_mocaps[slot.bodies[0]] for slot in slots]),
    )


def _root_joint(layout: Layout, body: int) -> int:
    """Free joint of a body, or -1."""
    free = (layout.joint_bodies == body) & (layout.joint_types == mujoco.mjtJoint.mjJNT_FREE)
    return int(np.flatnonzero(free)[0]) if free.any() else -1


def relative_names(slot: Slot, paths: tuple[str, ...], ids: np.ndarray) -> list[str]:
    """Names of prims: the last part of their paths."""
    return [paths[i].rsplit("/", 1)[-1] for i in ids]


def _require_same_names(found: list[tuple[int, Worlds, list[Slot]]], expression: str) -> None:
    first: tuple[list[str], list[str]] | None = None
    first_path = ""
    for _, worlds, slots in found:
        for slot in slots:
            links = relative_names(slot, worlds.layout.body_paths, slot.bodies)
            joints = relative_names(slot, worlds.layout.joint_paths, slot.joints)
            # A root link that is the asset's own prim is called as the asset is, which may differ.
            is_asset = len(links) == 1 or worlds.layout.body_paths[slot.bodies[0]] == slot.path
            names = (links[1:] if is_asset else links, joints)
            if first is None:
                first, first_path = names, slot.path
            elif names != first:
                raise ValueError(
                    f"'{expression}' matches assets that differ: '{first_path}' has links {first[0]} and joints "
                    f"{first[1]}, '{slot.path}' has links {names[0]} and joints {names[1]}; expected equal ones."
                )


def _nothing_matches(expression: str, all_worlds: list[Worlds], kind: str) -> str:
    if kind == "articulation":
        there = sorted({a.path for worlds in all_worlds for a in worlds.layout.articulations})
    else:
        there = sorted({path for worlds in all_worlds for path in worlds.layout.body_paths[1:]})
    if not there:
        return f"No {kind} matches the prim path expression '{expression}': there is none on the stage."
    near = difflib.get_close_matches(expression, there, n=5, cutoff=0.3) or there[:5]
    return f"No {kind} matches the prim path expression '{expression}'. There are {len(there)}: {', '.join(near)}."
