"""Names of isaaclab.assets."""

from pippin.assets import (
    Articulation,
    ArticulationCfg,
    ArticulationData,
    AssetBase,
    AssetBaseCfg,
    RigidObject,
    RigidObjectCfg,
    RigidObjectData,
)

__all__ = [
    "Articulation",
    "ArticulationCfg",
    "ArticulationData",
    "AssetBase",
    "AssetBaseCfg",
    "RigidObject",
    "RigidObjectCfg",
    "RigidObjectData",
]
