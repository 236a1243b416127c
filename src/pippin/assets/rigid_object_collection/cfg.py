"""Config of collections of rigid objects."""

from __future__ import annotations

from dataclasses import MISSING

from pippin.utils import configclass

from ..rigid_object import RigidObjectCfg
from .collection import RigidObjectCollection


@configclass
class RigidObjectCollectionCfg:
    """Which rigid objects belong to a collection."""

    class_type: type[RigidObjectCollection] = RigidObjectCollection
    """Class of the asset."""

    rigid_objects: dict[str, RigidObjectCfg] = MISSING
    """Configs of the objects by name. Their order is that of all arrays."""

    @property
    def prim_path(self) -> str:
        """Expressions of the prims of all objects, side by side: to be read by people."""
        return "|".join(cfg.prim_path for cfg in self.rigid_objects.values())

    @property
    def debug_vis(self) -> bool:
        """False: collections have no debug markers."""
        return False
