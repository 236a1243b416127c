"""Collections of rigid objects: several in every environment, read and written together."""

from .cfg import RigidObjectCollectionCfg
from .collection import RigidObjectCollection
from .data import RigidObjectCollectionData

__all__ = ["RigidObjectCollection", "RigidObjectCollectionCfg", "RigidObjectCollectionData"]
