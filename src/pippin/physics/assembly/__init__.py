"""Environments put together from assets: robots and objects described once, placed many times.

The stage describes whole environments; here the parts are described by themselves, and environments are made of them.
"""

from __future__ import annotations

from .asset import (
    AssetActuator,
    AssetBody,
    AssetDescription,
    AssetDof,
    AssetJoint,
    AssetShape,
    AssetTendon,
    JointKind,
    TendonWrap,
)
from .asset_file import AssetFileSettings, load_asset_file
from .attractors import PlacedAttractor
from .collisions import CollisionClass
from .environment import PlacedAsset, PlacedGround, assemble_environment, place_ground
from .ground import Ground, GroundHeights, GroundMesh, GroundPlane
from .primitives import box_asset, capsule_asset, sphere_asset
from .scaling import scaled_asset

__all__ = [
    "AssetActuator",
    "AssetBody",
    "AssetDescription",
    "AssetDof",
    "AssetFileSettings",
    "AssetJoint",
    "AssetShape",
    "AssetTendon",
    "CollisionClass",
    "Ground",
    "GroundHeights",
    "GroundMesh",
    "GroundPlane",
    "JointKind",
    "PlacedAsset",
    "PlacedAttractor",
    "PlacedGround",
    "TendonWrap",
    "assemble_environment",
    "box_asset",
    "capsule_asset",
    "load_asset_file",
    "place_ground",
    "scaled_asset",
    "sphere_asset",
]
