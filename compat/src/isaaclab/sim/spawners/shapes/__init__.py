"""Spawners and their configs, under Isaac Lab's names."""

from pippin.sim.spawners import (
    CapsuleCfg,
    ConeCfg,
    CuboidCfg,
    CylinderCfg,
    ShapeCfg,
    SphereCfg,
    spawn_capsule,
    spawn_cone,
    spawn_cuboid,
    spawn_cylinder,
    spawn_sphere,
)

__all__ = [
    "CapsuleCfg",
    "ConeCfg",
    "CuboidCfg",
    "CylinderCfg",
    "ShapeCfg",
    "SphereCfg",
    "spawn_capsule",
    "spawn_cone",
    "spawn_cuboid",
    "spawn_cylinder",
    "spawn_sphere",
]
