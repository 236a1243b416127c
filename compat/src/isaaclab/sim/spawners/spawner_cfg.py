"""Base classes of spawners' configs, under Isaac Lab's names."""

from pippin.sim.spawners import DeformableObjectSpawnerCfg, RigidObjectSpawnerCfg, SpawnerCfg

__all__ = [
    "DeformableObjectSpawnerCfg",
    "RigidObjectSpawnerCfg",
    "SpawnerCfg",
]
