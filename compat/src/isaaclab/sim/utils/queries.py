"""Finding prims, under Isaac Lab's names."""

from pippin.sim import (
    find_first_matching_prim,
    find_matching_prim_paths,
    find_matching_prims,
    get_all_matching_child_prims,
    get_first_matching_ancestor_prim,
    get_first_matching_child_prim,
)
from pippin.sim import (
    get_next_free_path as get_next_free_prim_path,
)
from pippin.sim.schemas import find_global_fixed_joint_prim

__all__ = [
    "find_first_matching_prim",
    "find_global_fixed_joint_prim",
    "find_matching_prim_paths",
    "find_matching_prims",
    "get_all_matching_child_prims",
    "get_first_matching_ancestor_prim",
    "get_first_matching_child_prim",
    "get_next_free_prim_path",
]
