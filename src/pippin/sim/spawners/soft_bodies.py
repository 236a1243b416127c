"""Soft bodies of meshes and of files: as a config or by fragments."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np

from .. import schemas
from ..stage import get_current_stage

DEFAULT_REFINEMENT = 4.0
"""``edge_refinement`` of configs that say nothing of it."""

_SLOTS = ("deformable_props", "volume_deformable_props", "surface_deformable_props")


def is_soft(cfg: Any) -> bool:
    """Whether a config of a spawner asks for a soft body."""
    return any(getattr(cfg, name, None) is not None for name in _SLOTS)


def check_soft_body(cfg: Any) -> None:
    """Refuse what contradicts itself in the config of a mesh that is to be soft.

    Raises:
        ValueError: The properties are given in several ways, are those of a rigid body too, or colliders have others
            than fragments.
        NotImplementedError: It asks for cloth, or for a body that collides with nothing.
    """
    _check_one_slot(cfg)
    for field in ("rigid_props", "mesh_collision_props"):
        if getattr(cfg, field) is not None:
            raise ValueError(
                f"{type(cfg).__name__} has both deformable and rigid properties ({field}): a body is soft or rigid, "
                "and a soft one collides by itself."
            )
    if cfg.collision_props is not None and schemas.fragments_of(cfg.collision_props) is None:
        raise ValueError(
            f"{type(cfg).__name__}.collision_props of a soft body is a {type(cfg.collision_props).__name__}; expected "
            "collision fragments, such as PhysxCollisionCfg(contact_offset=0.002): a soft body collides by itself."
        )
    for fragment in _collision_fragments(cfg):
        if getattr(fragment, "collision_enabled", None) is False:
            raise NotImplementedError(
                f"{type(cfg).__name__}.collision_props switch the collisions of a soft body off, which always collides."
            )
    _refuse_cloth(cfg)


def make_soft(mesh_path: str, cfg: Any, extents: np.ndarray) -> None:
    """Make the mesh of a spawner a soft body, with the properties that its config gives.

    Args:
        mesh_path: Path of the mesh.
        cfg: The config, as :func:`check_soft_body` has passed it.
        extents: Lengths of the mesh along its axes [m], shape (3,).

    Raises:
        ValueError: A value is out of range.
    """
    if cfg.deformable_props is not None:
        schemas.define_deformable_body_properties(mesh_path, cfg.deformable_props)
    else:
        given = schemas.fragments_of(cfg.volume_deformable_props) or []
        fragments = [each for part in given.values() for each in part] if isinstance(given, dict) else given
        schemas.apply_volume_deformable_properties(re.escape(mesh_path), fragments, create_if_missing=True)
    own = getattr(cfg.deformable_props, "simulation_hexahedral_resolution", None)
    if cfg.edge_refinement != DEFAULT_REFINEMENT and own is None:
        cells = max(1, math.ceil(cfg.edge_refinement * extents.max() / np.linalg.norm(extents) - 1e-6))
        resolution = schemas.DeformableBodyPropertiesCfg(simulation_hexahedral_resolution=cells)
        schemas.modify_deformable_body_properties(mesh_path, resolution)
    for fragment in _collision_fragments(cfg):
        fragment.func(fragment, mesh_path, get_current_stage())


def write_soft_body_properties(prim_path: str, cfg: Any) -> None:
    """Write the properties of soft bodies that a config of a file gives.

    Args:
        prim_path: Path of the prim that refers to the file.
        cfg: The config.

    Raises:
        ValueError: The config gives them in several ways, or a value is out of range.
        NotImplementedError: It asks for cloth.
    """
    _check_one_slot(cfg)
    _refuse_cloth(cfg)
    if cfg.deformable_props is not None and not schemas.modify_deformable_body_properties(
        prim_path, cfg.deformable_props
    ):
        schemas.warn_no_effect("deformable_props", prim_path, "soft body")
    if cfg.volume_deformable_props is not None:
        fragments = schemas.fragments_of(cfg.volume_deformable_props) or {}
        for pattern, each in (fragments if isinstance(fragments, dict) else {"": fragments}).items():
            path = re.escape(prim_path) + pattern
            schemas.apply_volume_deformable_properties(path, each, create_if_missing=True)


def _check_one_slot(cfg: Any) -> None:
    """Refuse properties of soft bodies that are given in several ways."""
    given = [name for name in _SLOTS if getattr(cfg, name) is not None]
    if len(given) > 1:
        raise ValueError(f"{type(cfg).__name__} has {' and '.join(given)}: give only one deformable slot of them.")


def _refuse_cloth(cfg: Any) -> None:
    """Refuse a surface that deforms."""
    if cfg.surface_deformable_props is not None:
        schemas.apply_surface_deformable_properties(type(cfg).__name__, [])


def _collision_fragments(cfg: Any) -> list[Any]:
    """Fragments of colliders in a config, whatever prims below the body they name: it has one collider, its mesh."""
    fragments = schemas.fragments_of(cfg.collision_props) if cfg.collision_props is not None else None
    if isinstance(fragments, dict):
        return [each for part in fragments.values() for each in (part if isinstance(part, (list, tuple)) else [part])]
    return fragments or []
