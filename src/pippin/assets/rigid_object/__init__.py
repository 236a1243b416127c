"""Rigid objects: single bodies that move freely or are moved."""

from .cfg import RigidObjectCfg
from .data import RigidObjectData
from .rigid_object import RigidObject

__all__ = ["RigidObject", "RigidObjectCfg", "RigidObjectData"]
