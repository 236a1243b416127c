"""Base classes of spawners' configs, under Isaac Lab's names."""

from pippin.sim.spawners import RigidObjectSpawnerCfg, SpawnerCfg

__all__ = ["RigidObjectSpawnerCfg", "SpawnerCfg"]
