"""Orders of the names of an articulation: breadth first as in PhysX, depth first as in MuJoCo Warp."""

from __future__ import annotations

from typing import Any, Literal

from pxr import Usd, UsdPhysics

from pippin.sim import get_current_stage

__all__ = ["get_articulation_name_ordering"]


def get_articulation_name_ordering(
    articulation: Any, convention: Literal["physx", "mjwarp"], kind: Literal["joint", "body"]
) -> list[str]:
    """Names of the joints or bodies of an articulation, in the order of an engine.

    Args:
        articulation: Articulation of a simulation that plays. Its own order is that of PhysX.
        convention: Engine: "physx" goes through the tree level by level, "mjwarp" branch by branch.
        kind: Whether joints or bodies are named.

    Raises:
        ValueError: There is no such engine, or no such kind.
    """
    if convention not in ("physx", "mjwarp") or kind not in ("joint", "body"):
        raise ValueError(
            f"There is no order {convention!r} of {kind!r}; expected 'physx' or 'mjwarp', and 'joint' or 'body'."
        )
    names = list(articulation.joint_names if kind == "joint" else articulation.body_names)
    if convention == "physx":
        return names
    parents = articulation.root_view.shared_metatype.link_parent_indices
    children: dict[int, list[str]] = {}
    for name, parent in parents.items():
        children.setdefault(parent, []).append(name)
    indices = {name: index for index, name in enumerate(parents)}
    ordered: list[str] = []
    waiting = list(reversed(children.get(-1, [])))
    while waiting:
        name = waiting.pop()
        ordered.append(name)
        waiting += reversed(children.get(indices[name], []))
    if kind == "body":
        return ordered
    child_of = _children_of_joints(articulation)
    return sorted(names, key=lambda joint: ordered.index(child_of[joint]))


def _children_of_joints(articulation: Any) -> dict[str, str]:
    """Name of the link that each joint moves."""
    path = articulation.root_view.prim_paths[0]
    top = get_current_stage().GetPrimAtPath(path)
    joints = (UsdPhysics.Joint(prim) for prim in Usd.PrimRange(top) if prim.IsA(UsdPhysics.Joint))
    return {
        joint.GetPrim().GetName(): targets[0].name for joint in joints if (targets := joint.GetBody1Rel().GetTargets())
    }
