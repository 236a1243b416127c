"""Properties by fragments: one config for the fields of one schema, of which a prim may be given several.

A fragment knows how it is written (its field ``func``); the writers in :mod:`.fragment_writers` know which prims it
goes on.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal

from pxr import Sdf, Usd, UsdPhysics

from pippin.utils import configclass

from ..prims import get_prim
from .articulations import ARTICULATION_ATTRIBUTES
from .attributes import Attribute, applied_schemas, check_fields, check_value
from .bodies import COLLISION_ATTRIBUTES, MASS_ATTRIBUTES, RIGID_BODY_ATTRIBUTES, CollisionFields, RigidBodyFields
from .joint_drives import JOINT_DRIVE_ATTRIBUTES, drive_instance
from .mesh_collision import APPROXIMATIONS

Stage = Usd.Stage | None

_KNOWN: dict[str, Attribute] = {
    attribute.name: attribute
    for table in (RIGID_BODY_ATTRIBUTES, MASS_ATTRIBUTES, COLLISION_ATTRIBUTES, ARTICULATION_ATTRIBUTES)
    for attribute in table.values()
}
"""What is known of attributes, by their names."""

_NOT_AUTHORED = ("func", "mesh_approximation_name", "instance_names")
"""Fields of fragments that are no attributes."""


def apply_namespaced(cfg: SchemaFragment, prim_path: str, stage: Stage = None) -> bool:
    """Apply a fragment's schema to the prim at a path, and write its fields as ``namespace:fieldInCamelCase``.

    Args:
        cfg: The fragment. Fields that are None are left as the prim has them.
        prim_path: Path of the prim.
        stage: Stage; None takes the current one.

    Returns:
        True.

    Raises:
        ValueError: There is no prim at the path, the class of the fragment names no namespace, or a value is out of
            range.
    """
    prim = get_prim(prim_path, stage)
    check_fields(cfg, ["_usd_namespace", "_usd_applied_schema"])
    namespace = cfg._usd_namespace
    if namespace is None:
        raise ValueError(
            f"The fragment '{type(cfg).__name__}' has no '_usd_namespace'; expected the namespace that its "
            "fields belong to."
        )
    if cfg._usd_applied_schema is not None:
        prim.AddAppliedSchema(cfg._usd_applied_schema)
    for field in dataclasses.fields(cfg):  # type: ignore[arg-type]
        value = getattr(cfg, field.name)
        if value is not None and field.name not in _NOT_AUTHORED:
            author(prim, f"{namespace}:{camel_case(field.name)}", value, type(cfg).__name__, str(field.type))
    return True


def apply_drive(cfg: UsdPhysicsDriveCfg, prim_path: str, stage: Stage = None) -> bool:
    """Return the joint at a path the drive of a fragment, in USD's units of degrees where it turns.

    Returns:
        False where the prim is no revolute or prismatic joint, or follows another joint: nothing is written.

    Raises:
        ValueError: There is no prim at the path, or a value is out of range.
    """
    prim = get_prim(prim_path, stage)
    check_fields(cfg, ["drive_type", "max_force", "stiffness", "damping"])
    instance = drive_instance(prim)
    if instance is None or follows_another_joint(prim):
        return False
    UsdPhysics.DriveAPI.Apply(prim, instance)
    for field in ("drive_type", "max_force", "stiffness", "damping"):
        attribute, value = JOINT_DRIVE_ATTRIBUTES[field], getattr(cfg, field)
        if value is None:
            continue
        check_value(f"{type(cfg).__name__}.{field}", value, attribute)
        factor = math.degrees(1.0) ** attribute.per_angle if instance == "angular" else 1.0
        scaled = value if isinstance(value, str) else value * factor
        prim.CreateAttribute(attribute.name.format(instance=instance), attribute.type, custom=False).Set(scaled)
    return True


def apply_mesh_collision(cfg: MeshCollisionFragment, prim_path: str, stage: Stage = None) -> bool:
    """Write how the mesh at a path is approximated: the fragment's attributes and the name of the approximation.

    The name "none" leaves the one that is there, so that several fragments may describe one mesh.

    Raises:
        ValueError: There is no prim at the path, or there is no such approximation.
    """
    prim = get_prim(prim_path, stage)
    collision = UsdPhysics.MeshCollisionAPI.Apply(prim)
    apply_namespaced(cfg, prim_path, stage)
    name = cfg.mesh_approximation_name
    if name not in APPROXIMATIONS:
        raise ValueError(
            f"{type(cfg).__name__}.mesh_approximation_name is {name!r}; there are: {', '.join(APPROXIMATIONS)}."
        )
    if name != "none":
        collision.CreateApproximationAttr(APPROXIMATIONS[name])
    return True


def camel_case(name: str) -> str:
    """Return the name of an attribute for that of a field: "max_force" becomes "maxForce"."""
    return re.sub(r"_(\w)", lambda match: match[1].upper(), name)


def author(prim: Usd.Prim, name: str, value: Any, owner: str, hint: str = "") -> None:
    """Write an attribute of a prim, of the type that its schema says, or else that of the field.

    Raises:
        ValueError: The value is out of range or no number.
    """
    known = _KNOWN.get(name)
    if known is not None:
        check_value(f"{owner}'s {name}", value, known)
    attribute = prim.GetAttribute(name)
    if not attribute:
        kind = known.type if known is not None else _type_of(value, hint)
        attribute = prim.CreateAttribute(name, kind, custom=False)
    attribute.Set(list(value) if isinstance(value, tuple) else value)


def follows_another_joint(prim: Usd.Prim) -> bool:
    """Whether a joint's position is that of another one, so that no drive acts on it."""
    return any("MimicJointAPI" in schema for schema in applied_schemas(prim))


def _type_of(value: Any, hint: str) -> Sdf.ValueTypeName:
    """Type of an attribute that no schema here knows."""
    types = Sdf.ValueTypeNames
    by_hint: Mapping[str, Sdf.ValueTypeName] = {"bool": types.Bool, "int": types.Int, "float": types.Float}
    word = re.match(r"\w+", hint)
    if word is not None and word[0] in by_hint:
        return by_hint[word[0]]
    if isinstance(value, (tuple, list)):
        return types.DoubleArray
    by_value = {bool: types.Bool, int: types.Int, float: types.Float}
    return by_value.get(type(value), types.Token)


@configclass
class SchemaFragment:
    """Fields of one schema; a class that extends it names the schema and has the fields. None leaves a field be."""

    _usd_namespace: ClassVar[str | None] = None
    """What the names of the attributes begin with."""

    _usd_applied_schema: ClassVar[str | None] = None
    """Schema that is applied with them, or None where the writer of its family does that."""

    func: Callable[..., bool] = apply_namespaced
    """Function that writes it: ``func(fragment, prim_path, stage)`` says whether it did."""


@configclass
class RigidBodyFragment(SchemaFragment):
    """Properties of rigid bodies."""


@configclass
class CollisionFragment(SchemaFragment):
    """Properties of colliders."""


@configclass
class MassFragment(SchemaFragment):
    """Mass of bodies or colliders."""


@configclass
class ArticulationRootFragment(SchemaFragment):
    """Properties of articulations."""


@configclass
class JointDriveFragment(SchemaFragment):
    """Properties of joints and their drives."""


@configclass
class MeshCollisionFragment(SchemaFragment):
    """How colliders approximate meshes."""

    func: Callable[..., bool] = apply_mesh_collision

    mesh_approximation_name: str = "none"
    """Name of the approximation; "none" leaves the one that is there."""


@configclass
class FixedTendonFragment(SchemaFragment):
    """Properties of tendons that couple joints."""


@configclass
class SpatialTendonFragment(SchemaFragment):
    """Properties of tendons that run from body to body."""


@configclass
class DeformableBodyFragment(SchemaFragment):
    """Properties of soft bodies."""

    _deformable_types: ClassVar[tuple[str, ...]] = ("volume", "surface")


@configclass
class UsdPhysicsRigidBodyCfg(RigidBodyFragment, RigidBodyFields):
    """What USD says of rigid bodies."""

    _usd_namespace: ClassVar[str | None] = "physics"


@configclass
class UsdPhysicsCollisionCfg(CollisionFragment, CollisionFields):
    """What USD says of colliders."""

    _usd_namespace: ClassVar[str | None] = "physics"


@configclass
class MassCfg(MassFragment):
    """What USD says of masses."""

    _usd_namespace: ClassVar[str | None] = "physics"

    mass: float | None = None
    """Mass [kg]; 0 stands for not given."""

    density: float | None = None
    """Density [kg/m^3]; 0 stands for not given."""


@configclass
class UsdPhysicsDriveCfg(JointDriveFragment):
    """Drive of a revolute or prismatic joint, in SI units."""

    func: Callable[..., bool] = apply_drive

    drive_type: Literal["force", "acceleration"] | None = None
    """Whether the drive's output is an effort or the acceleration that it causes."""

    max_force: float | None = None
    """Largest effort [N or N m]."""

    max_effort: float | None = None
    """Older name of ``max_force``, which it becomes."""

    stiffness: float | None = None
    """Stiffness [N/m or N m/rad]."""

    damping: float | None = None
    """Damping [N s/m or N m s/rad]."""

    def __post_init__(self) -> None:
        if self.max_force is None:
            self.max_force = self.max_effort
        self.max_effort = None


@configclass
class UsdPhysicsMeshCollisionCfg(MeshCollisionFragment):
    """What USD says of meshes that collide: the name of their approximation."""

    _usd_namespace: ClassVar[str | None] = "physics"


@configclass
class OmniPhysicsDeformableBodyCfg(DeformableBodyFragment):
    """What all engines of soft bodies know."""

    _usd_namespace: ClassVar[str | None] = "omniphysics"

    deformable_body_enabled: bool | None = None
    """Whether the body moves by physics."""

    kinematic_enabled: bool | None = None
    """Whether the body is moved by its nodes' positions alone."""

    mass: float | None = None
    """Mass [kg]; None takes the density of its material."""
