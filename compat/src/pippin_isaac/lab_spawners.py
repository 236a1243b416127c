"""Functions of ``isaaclab.sim.spawners`` that take fragments or a stage."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from pxr import Usd

from pippin.sim import UsdFileCfg, get_current_stage
from pippin.sim.spawners import FileCfg, PhysicsMaterialCfg, material_fragments

from .lab_stage import use_stage

__all__ = [
    "spawn_from_usd_file",
    "spawn_physics_material",
    "spawn_physics_material_from_fragments",
    "spawn_rigid_body_material_from_fragments",
]


def spawn_from_usd_file(
    prim_path: str,
    usd_path: str,
    cfg: FileCfg,
    translation: Sequence[float] | None = None,
    orientation: Sequence[float] | None = None,
    **kwargs: Any,
) -> Usd.Prim:
    """Spawn a USD file with the properties of a config.

    Args:
        prim_path: Path of the new prim.
        usd_path: The file.
        cfg: Config of anything that is spawned from a file.
        translation: Position in the parent's frame [m], shape (3,).
        orientation: Orientation in the parent's frame (x, y, z, w), shape (4,).
        **kwargs: Options of other simulators, without effect.

    Raises:
        FileNotFoundError: There is no such file.
    """
    shared = {field.name: getattr(cfg, field.name) for field in fields(FileCfg) if field.name != "func"}
    file = UsdFileCfg(usd_path=usd_path, **shared)
    return file.func(prim_path, file, translation=translation, orientation=orientation)


def spawn_physics_material(prim_path: str, material: Any, stage: Usd.Stage | None = None) -> Usd.Prim:
    """Make a physics material, or change the one that is there.

    Args:
        prim_path: Path of the material.
        material: A config of a material, a fragment, or several.
        stage: Stage; None takes the current one.

    Raises:
        TypeError: It is neither a config nor fragments.
        ValueError: A config is to be spawned on another stage than the current one, which it cannot.
    """
    if stage is not None and stage != get_current_stage():
        if isinstance(material, PhysicsMaterialCfg):
            raise ValueError(f"{type(material).__name__} spawns on the current stage; make 'stage' that, or None.")
        with use_stage(stage):
            return material_fragments.spawn_physics_material(prim_path, material)
    return material_fragments.spawn_physics_material(prim_path, material)


def spawn_physics_material_from_fragments(prim_path: str, fragments: Any, stage: Usd.Stage | None = None) -> Usd.Prim:
    """Make a physics material of fragments; see :func:`spawn_physics_material`."""
    return spawn_physics_material(prim_path, fragments, stage)


def spawn_rigid_body_material_from_fragments(
    prim_path: str, fragments: Any, stage: Usd.Stage | None = None
) -> Usd.Prim:
    """Do what :func:`spawn_physics_material_from_fragments` does, whose older name this is."""
    warnings.warn("Use spawn_physics_material_from_fragments.", DeprecationWarning, stacklevel=2)
    return spawn_physics_material_from_fragments(prim_path, fragments, stage)
