"""Properties in any of the forms that configs of spawners take: a config of a family, or fragments."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pxr import Usd, UsdGeom, UsdPhysics

from ..prims import get_prim
from .articulations import define_articulation_root_properties, modify_articulation_root_properties
from .bodies import (
    define_collision_properties,
    define_mass_properties,
    define_rigid_body_properties,
    modify_collision_properties,
    modify_mass_properties,
    modify_rigid_body_properties,
)
from .fragment_writers import (
    apply_articulation_root_properties,
    apply_collision_properties,
    apply_fixed_tendon_properties,
    apply_joint_drive_properties,
    apply_mass_properties,
    apply_mesh_collision_properties,
    apply_rigid_body_properties,
    apply_spatial_tendon_properties,
    carries_api,
)
from .fragments import SchemaFragment
from .joint_drives import define_joint_drive_properties, modify_joint_drive_properties
from .mesh_collision import (
    MeshCollisionPropertiesCfg,
    define_mesh_collision_properties,
    modify_mesh_collision_properties,
)
from .tendons import modify_fixed_tendon_properties, modify_spatial_tendon_properties

logger = logging.getLogger("pippin")

SUBTREE = "(/.*)?"
"""What is appended to a path to match it and all below it."""


@dataclass(frozen=True)
class _Family:
    """Functions that write the properties of one kind of prim.

    Attributes:
        kind: What the prims are, for messages.
        apply: Writes fragments on what an expression matches.
        modify: Writes a config on all that there are at or below a path.
        define: Writes a config on one prim, and makes it one; None where that makes no sense.
        api: Schema that prims of files are given where a file has none, and only fragments say that it should.
    """

    kind: str
    apply: Callable[..., bool]
    modify: Callable[..., bool]
    define: Callable[..., None] | None = None
    api: type | None = None


_FAMILIES = {
    "rigid_props": _Family(
        "rigid body",
        apply_rigid_body_properties,
        modify_rigid_body_properties,
        define_rigid_body_properties,
        UsdPhysics.RigidBodyAPI,
    ),
    "collision_props": _Family(
        "collider",
        apply_collision_properties,
        modify_collision_properties,
        define_collision_properties,
        UsdPhysics.CollisionAPI,
    ),
    "mass_props": _Family(
        "body with a mass", apply_mass_properties, modify_mass_properties, define_mass_properties, UsdPhysics.MassAPI
    ),
    "articulation_props": _Family(
        "articulation",
        apply_articulation_root_properties,
        modify_articulation_root_properties,
        define_articulation_root_properties,
    ),
    "joint_drive_props": _Family(
        "revolute or prismatic joint",
        apply_joint_drive_properties,
        modify_joint_drive_properties,
        define_joint_drive_properties,
    ),
    "fixed_tendons_props": _Family("fixed tendon", apply_fixed_tendon_properties, modify_fixed_tendon_properties),
    "spatial_tendons_props": _Family(
        "spatial tendon", apply_spatial_tendon_properties, modify_spatial_tendon_properties
    ),
}


def fragments_of(value: Any) -> dict[str, list[Any]] | list[Any] | None:
    """Fragments in a field of a spawner: as a mapping by what is appended to the path, or a list; None for a config."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, SchemaFragment):
        return [value]
    if isinstance(value, (list, tuple)) and all(isinstance(item, SchemaFragment) for item in value):
        return list(value)
    return None


def define_given_properties(field: str, prim_path: str, value: Any, stage: Usd.Stage | None = None) -> None:
    """Write properties on a prim that was just made, which becomes what they are properties of.

    Args:
        field: Field of the spawner: "rigid_props", ...
        prim_path: Path of the prim.
        value: A config, one fragment, several, or a mapping from what is appended to the path to fragments.
        stage: Stage; None takes the current one.

    Raises:
        ValueError: A value is out of range.
    """
    family, fragments = _FAMILIES[field], fragments_of(value)
    if fragments is None:
        assert family.define is not None, f"{field} belongs to files"
        family.define(prim_path, value, stage)
        return
    for pattern, each in (fragments if isinstance(fragments, dict) else {"": fragments}).items():
        family.apply(re.escape(prim_path) + pattern, each, create_if_missing=True, stage=stage)


def modify_given_properties(
    field: str, prim_path: str, value: Any, stage: Usd.Stage | None = None, **options: bool | None
) -> None:
    """Write properties on all prims of a file, at or below a path, that have them.

    Fragments that are not mapped to expressions make the prim at the path what they are properties of, where the file
    has none at all: that is how a file without physics becomes a body.

    Args:
        field: Field of the spawner: "rigid_props", ...
        prim_path: Path of the prim that refers to the file.
        value: A config, one fragment, several, or a mapping from what is appended to the path to fragments.
        stage: Stage; None takes the current one.
        options: Further arguments of the function that writes the fragments.

    Raises:
        ValueError: A value is out of range.
    """
    family, fragments = _FAMILIES[field], fragments_of(value)
    if fragments is None:
        if not family.modify(prim_path, value, stage):
            warn_no_effect(field, prim_path, family.kind)
        return
    path = re.escape(prim_path)
    if isinstance(fragments, dict):
        for pattern, each in fragments.items():
            family.apply(path + pattern, each, stage=stage, **options)
    elif family.api is not None and not carries_api(prim_path, family.api, stage):
        family.apply(path, fragments, stage=stage, create_if_missing=True)
    else:
        family.apply(path + SUBTREE, fragments, stage=stage, **options)


def define_given_mesh_collision(
    mesh_path: str, given: Any, default: MeshCollisionPropertiesCfg, stage: Usd.Stage | None = None
) -> None:
    """Make a mesh a collider.

    Args:
        mesh_path: Path of the mesh.
        given: A config of an approximation, a fragment, several, or None.
        default: What counts where nothing is given.
        stage: Stage; None takes the current one.

    Raises:
        ValueError: The prim is no mesh, or a value is out of range.
    """
    fragments = fragments_of(given) if given is not None else None
    if fragments is None:
        define_mesh_collision_properties(mesh_path, given or default, stage)
        return
    define_mesh_collision_properties(mesh_path, default, stage)
    for each in fragments.values() if isinstance(fragments, dict) else [fragments]:
        apply_mesh_collision_properties(mesh_path, each, stage)


def modify_given_mesh_collision(prim_path: str, given: Any) -> None:
    """Change how the meshes of a file collide.

    Args:
        prim_path: Path of the prim that refers to the file.
        given: A config of an approximation, a fragment, several, or a mapping from what is appended to the path to
            fragments.

    Raises:
        ValueError: A value is out of range.
    """
    fragments = fragments_of(given)
    if fragments is None:
        if not modify_mesh_collision_properties(prim_path, given):
            warn_no_effect("mesh_collision_props", prim_path, "collider that is a mesh")
        return
    mapping = fragments if isinstance(fragments, dict) else {SUBTREE: fragments}
    for pattern, each in mapping.items():
        expression = re.compile(re.escape(prim_path) + pattern)
        meshes = [
            prim
            for prim in Usd.PrimRange(get_prim(prim_path))
            if prim.IsA(UsdGeom.Mesh) and prim.HasAPI(UsdPhysics.CollisionAPI)
            if expression.fullmatch(prim.GetPath().pathString)
        ]
        if not meshes:
            warn_no_effect("mesh_collision_props", prim_path, "collider that is a mesh")
        for mesh in meshes:
            apply_mesh_collision_properties(mesh.GetPath().pathString, each)


def warn_no_effect(field: str, prim_path: str, kind: str) -> None:
    """Warn that properties of a spawner have nothing to go on."""
    logger.warning("%s has no effect at '%s': there is no %s.", field, prim_path, kind)
