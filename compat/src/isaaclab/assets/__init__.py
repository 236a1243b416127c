"""Names of isaaclab.assets."""

from pippin.assets import (
    Articulation,
    ArticulationCfg,
    ArticulationData,
    AssetBase,
    AssetBaseCfg,
    DeformableObject,
    DeformableObjectCfg,
    DeformableObjectData,
    RigidObject,
    RigidObjectCfg,
    RigidObjectCollection,
    RigidObjectCollectionCfg,
    RigidObjectCollectionData,
    RigidObjectData,
)

__all__ = [
    "Articulation",
    "ArticulationCfg",
    "ArticulationData",
    "AssetBase",
    "AssetBaseCfg",
    "DeformableObject",
    "DeformableObjectCfg",
    "DeformableObjectData",
    "RigidObject",
    "RigidObjectCfg",
    "RigidObjectCollection",
    "RigidObjectCollectionCfg",
    "RigidObjectCollectionData",
    "RigidObjectData",
]
