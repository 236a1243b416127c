"""Configs that all spawners have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING

from pxr import Usd

from pippin.utils import configclass

from .. import schemas

Fragments = Mapping[str, list[schemas.SchemaFragment]] | list[schemas.SchemaFragment] | schemas.SchemaFragment | None
"""Fragments by what is appended to the path of the prim (a regular expression: "" for the prim itself, "/.*" for all
below it), a list of them, or one. Those that are not mapped go on the prim itself, or on all prims of a file that have
what they are properties of."""


@configclass
class SpawnerCfg:
    """What is spawned: a function and, in classes that extend this one, what the function needs to know."""

    func: Callable[..., Usd.Prim] = MISSING
    """Function that spawns: ``func(prim_path, cfg, translation, orientation)`` returns the prim."""

    visible: bool = True
    """Whether it is to be seen."""

    semantic_tags: list[tuple[str, str]] | None = None
    """Labels for segmentation, each as (kind, label), such as ("class", "robot")."""

    copy_from_source: bool = True
    """Where several prims are spawned at once: make each a copy (True), or let all inherit from the first (False)."""


@configclass
class RigidObjectSpawnerCfg(SpawnerCfg):
    """A spawner of one rigid body."""

    mass_props: schemas.MassPropertiesCfg | Fragments = None
    """Mass of the body; None leaves it to the collider and the default density."""

    mass_props_create_if_missing: bool = False
    """Whether bodies of a file get a mass by fragments where the file gives them none. Shapes always do."""

    rigid_props: schemas.RigidBodyPropertiesCfg | Fragments = None
    """Properties of the rigid body; None makes it none: with a collider, it stays where it is."""

    collision_props: schemas.CollisionPropertiesCfg | Fragments = None
    """Properties of the collider; None makes it none."""

    activate_contact_sensors: bool = False
    """Whether the body reports its contacts."""


@configclass
class DeformableObjectSpawnerCfg(SpawnerCfg):
    """A spawner of one soft body."""

    mass_props: schemas.MassPropertiesCfg | Fragments = None
    """Mass of the body; None takes the density of its material, or else 1000 kg/m^3."""

    deformable_props: schemas.DeformableBodyPropertiesCfg | None = None
    """Properties of the soft body; None makes it none."""
