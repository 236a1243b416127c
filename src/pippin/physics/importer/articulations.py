"""Where articulations begin."""

from __future__ import annotations

from collections.abc import Collection

from pxr import Usd, UsdPhysics

from .attributes import authored, note_without_effect
from .notices import Notices
from .prims import owning_body
from .tree import ArticulationRoot


def read_articulation_roots(prims: list[Usd.Prim], bodies: Collection[str], notices: Notices) -> list[ArticulationRoot]:
    """Read the prims that carry the articulation root API, which may be a body, a joint, or a prim above the links.

    Args:
        prims: Prims with the API, in the order of the stage.
        bodies: Paths of all rigid bodies, in the order of the stage.
        notices: Takes the remark that a root within another one is ignored.
    """
    roots: list[ArticulationRoot] = []
    for prim in prims:
        path = str(prim.GetPath())
        if authored(prim, "physxArticulation:articulationEnabled") is False:
            continue
        if any(path.startswith(f"{outer.path}/") for outer in roots):
            notices.warn("This articulation root lies below another one and is ignored", path)
            continue
        note_without_effect(prim, notices)
        self_collisions = [
            authored(prim, name) for name in ("physxArticulation:enabledSelfCollisions", "newton:selfCollisionEnabled")
        ]
        collide = False not in self_collisions
        roots.append(ArticulationRoot(path, _candidates(prim, bodies), collide))
    return roots


def _candidates(prim: Usd.Prim, bodies: Collection[str]) -> tuple[str, ...]:
    """Bodies among which the root link is."""
    path = str(prim.GetPath())
    if path in bodies:
        return (path,)
    if prim.IsA(UsdPhysics.Joint):
        joint = UsdPhysics.Joint(prim)
        targets = [*joint.GetBody0Rel().GetTargets(), *joint.GetBody1Rel().GetTargets()]
        owners = [owner for target in targets if (owner := owning_body(str(target), bodies)) is not None]
        return tuple(owners[:1])
    return tuple([body for body in bodies if body.startswith(f"{path}/")])
