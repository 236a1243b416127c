"""Which prims are roots of articulations, under the names of Isaac Sim."""

from __future__ import annotations

from pxr import Usd, UsdPhysics

from isaacsim.core.stage import get_prim_path
from pippin.sim import get_current_stage
from pippin.sim.schemas import articulations

__all__ = [
    "add_articulation_root",
    "find_all_articulation_base_paths",
    "move_articulation_root",
    "remove_articulation_root",
]

_PHYSX = "PhysxArticulationAPI"


def add_articulation_root(prim: Usd.Prim) -> None:
    """Make a prim the root of an articulation."""
    UsdPhysics.ArticulationRootAPI.Apply(prim)
    prim.AddAppliedSchema(_PHYSX)


def remove_articulation_root(prim: Usd.Prim) -> None:
    """Let a prim be no root of an articulation."""
    prim.RemoveAPI(UsdPhysics.ArticulationRootAPI)
    prim.RemoveAppliedSchema(_PHYSX)


def move_articulation_root(src_prim: Usd.Prim, dst_prim: Usd.Prim) -> None:
    """Make another prim the root of an articulation, with the properties that the first has; it is none afterwards."""
    if src_prim != dst_prim and src_prim.HasAPI(UsdPhysics.ArticulationRootAPI):
        articulations.move_articulation_root(src_prim, dst_prim)


def find_all_articulation_base_paths() -> list[str]:
    """Paths of all prims of the stage that are roots of articulations, also those in instances."""
    prims = Usd.PrimRange(get_current_stage().GetPseudoRoot(), Usd.TraverseInstanceProxies())
    return [get_prim_path(prim) for prim in prims if prim.HasAPI(UsdPhysics.ArticulationRootAPI)]
