"""Assets: rigid and deformable objects, articulations and multirotors, with their data and configs."""

from .articulation import Articulation, ArticulationCfg, ArticulationData
from .asset_base import AssetBase, AssetBaseCfg
from .deformable_object import DeformableObject, DeformableObjectCfg, DeformableObjectData
from .multirotor import Multirotor, MultirotorCfg, MultirotorData, make_allocation_matrix
from .rigid_object import RigidObject, RigidObjectCfg, RigidObjectData
from .rigid_object_collection import RigidObjectCollection, RigidObjectCollectionCfg, RigidObjectCollectionData
from .wrench_composer import WrenchComposer

__all__ = [
    "Articulation",
    "ArticulationCfg",
    "ArticulationData",
    "AssetBase",
    "AssetBaseCfg",
    "DeformableObject",
    "DeformableObjectCfg",
    "DeformableObjectData",
    "Multirotor",
    "MultirotorCfg",
    "MultirotorData",
    "RigidObject",
    "RigidObjectCfg",
    "RigidObjectCollection",
    "RigidObjectCollectionCfg",
    "RigidObjectCollectionData",
    "RigidObjectData",
    "WrenchComposer",
    "make_allocation_matrix",
]
