"""Deformable objects: soft bodies of finite elements."""

from .data import DeformableObjectData
from .deformable_object import DeformableObject, DeformableObjectCfg

__all__ = ["DeformableObject", "DeformableObjectCfg", "DeformableObjectData"]
