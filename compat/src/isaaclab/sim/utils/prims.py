"""Making and changing prims, under Isaac Lab's names."""

from pippin.sim import create_prim, delete_prim, make_uninstanceable, set_prim_visibility
from pippin.sim.spawners import bind_physics_material, bind_visual_material, clone, select_usd_variants

__all__ = [
    "bind_physics_material",
    "bind_visual_material",
    "clone",
    "create_prim",
    "delete_prim",
    "make_uninstanceable",
    "select_usd_variants",
    "set_prim_visibility",
]
