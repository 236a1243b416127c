"""Deformable objects: soft bodies of finite elements."""

from .cfg import DeformableObjectCfg
from .data import DeformableObjectData
from .deformable_object import DeformableObject

__all__ = ["DeformableObject", "DeformableObjectCfg", "DeformableObjectData"]
