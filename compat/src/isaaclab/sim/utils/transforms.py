"""Poses of prims, under Isaac Lab's names."""

from pippin.sim import (
    convert_world_pose_to_local,
    resolve_prim_pose,
    resolve_prim_scale,
)
from pippin.sim import (
    set_local_pose as standardize_xform_ops,
)

__all__ = ["convert_world_pose_to_local", "resolve_prim_pose", "resolve_prim_scale", "standardize_xform_ops"]
