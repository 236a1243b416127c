"""Rigid objects: single bodies that move freely or are moved."""

from .data import RigidObjectData
from .rigid_object import RigidObject, RigidObjectCfg

__all__ = ["RigidObject", "RigidObjectCfg", "RigidObjectData"]
