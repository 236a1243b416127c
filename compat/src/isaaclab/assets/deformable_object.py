"""Names of isaaclab.assets.deformable_object."""

from pippin.assets import DeformableObject, DeformableObjectCfg, DeformableObjectData

__all__ = ["DeformableObject", "DeformableObjectCfg", "DeformableObjectData"]
