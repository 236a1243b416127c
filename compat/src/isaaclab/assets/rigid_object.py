"""Names of isaaclab.assets.rigid_object."""

from pippin.assets import RigidObject, RigidObjectCfg, RigidObjectData

__all__ = ["RigidObject", "RigidObjectCfg", "RigidObjectData"]
