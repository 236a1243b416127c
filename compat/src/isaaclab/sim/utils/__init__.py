"""Helpers for prims and the stage, under Isaac Lab's names."""

from .prims import (
    bind_physics_material,
    bind_visual_material,
    clone,
    create_prim,
    delete_prim,
    make_uninstanceable,
    select_usd_variants,
    set_prim_visibility,
)
from .queries import (
    find_first_matching_prim,
    find_global_fixed_joint_prim,
    find_matching_prim_paths,
    find_matching_prims,
    get_all_matching_child_prims,
    get_first_matching_ancestor_prim,
    get_first_matching_child_prim,
    get_next_free_prim_path,
)
from .semantics import add_labels, get_labels
from .stage import create_new_stage, create_new_stage_in_memory, get_current_stage, open_stage, save_stage
from .transforms import convert_world_pose_to_local, resolve_prim_pose, resolve_prim_scale, standardize_xform_ops

__all__ = [
    "add_labels",
    "bind_physics_material",
    "bind_visual_material",
    "clone",
    "convert_world_pose_to_local",
    "create_new_stage",
    "create_new_stage_in_memory",
    "create_prim",
    "delete_prim",
    "find_first_matching_prim",
    "find_global_fixed_joint_prim",
    "find_matching_prim_paths",
    "find_matching_prims",
    "get_all_matching_child_prims",
    "get_current_stage",
    "get_first_matching_ancestor_prim",
    "get_first_matching_child_prim",
    "get_labels",
    "get_next_free_prim_path",
    "make_uninstanceable",
    "open_stage",
    "resolve_prim_pose",
    "resolve_prim_scale",
    "save_stage",
    "select_usd_variants",
    "set_prim_visibility",
    "standardize_xform_ops",
]
