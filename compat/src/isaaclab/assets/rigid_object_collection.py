"""Names of isaaclab.assets.rigid_object_collection."""

from pippin.assets import RigidObjectCollection, RigidObjectCollectionCfg, RigidObjectCollectionData

__all__ = ["RigidObjectCollection", "RigidObjectCollectionCfg", "RigidObjectCollectionData"]
