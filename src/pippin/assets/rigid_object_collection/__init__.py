"""Collections of rigid objects: several in every environment, read and written together."""

from .collection import RigidObjectCollection, RigidObjectCollectionCfg
from .data import RigidObjectCollectionData

__all__ = ["RigidObjectCollection", "RigidObjectCollectionCfg", "RigidObjectCollectionData"]
