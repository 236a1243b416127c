"""Assets: rigid objects and articulations in all environments, with their data and configs."""

from .articulation import Articulation, ArticulationCfg, ArticulationData
from .asset_base import AssetBase
from .asset_base_cfg import AssetBaseCfg
from .rigid_object import RigidObject, RigidObjectCfg, RigidObjectData
from .rigid_object_collection import RigidObjectCollection, RigidObjectCollectionCfg, RigidObjectCollectionData
from .wrench_composer import WrenchComposer

__all__ = [
    "Articulation",
    "ArticulationCfg",
    "ArticulationData",
    "AssetBase",
    "AssetBaseCfg",
    "RigidObject",
    "RigidObjectCfg",
    "RigidObjectCollection",
    "RigidObjectCollectionCfg",
    "RigidObjectCollectionData",
    "RigidObjectData",
    "WrenchComposer",
]
