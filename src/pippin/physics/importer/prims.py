"""The prims of a stage that physics and pictures need, sorted by kind."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field

from pxr import Usd, UsdGeom, UsdLux, UsdPhysics, UsdShade

from ...sim.environments import EnvironmentPlan
from ...sim.schemas.attributes import schemas_of
from ...sim.schemas.deformable_bodies import DEFORMABLE_SCHEMA
from ...sim.schemas.mesh_collision import HEIGHT_FIELD_SPACING
from .deformables import is_soft_body

PLACE_TO_GRIP = ("isaac:forwardAxis", "isaac:clearanceOffset")
"""Attributes of joints that are the attachment points of surface grippers."""


@dataclass
class StagePrims:
    """Prims by kind, each list in the order of the stage.

    Attributes:
        bodies: Enabled rigid bodies.
        joints: Enabled joints.
        colliders: Enabled colliders.
        solids: Colliders that are switched off: they weigh as the others do.
        visuals: Geometry that is seen as it is: it does not collide, or collides as something else.
        articulation_roots: Prims that carry the articulation root API.
        collision_groups: Collision groups.
        filters: Prims that name others which they do not collide with.
        tendons: Tendons of MJCF files.
        actuators: Actuators of MJCF files.
        attachments: Prims to which PhysX's spatial tendons are tied.
        lights: Lights.
        soft_bodies: Meshes that deform.
        others: Prims of kinds that the engine cannot simulate.
    """

    bodies: list[Usd.Prim] = field(default_factory=list)
    joints: list[Usd.Prim] = field(default_factory=list)
    colliders: list[Usd.Prim] = field(default_factory=list)
    solids: list[Usd.Prim] = field(default_factory=list)
    visuals: list[Usd.Prim] = field(default_factory=list)
    articulation_roots: list[Usd.Prim] = field(default_factory=list)
    collision_groups: list[Usd.Prim] = field(default_factory=list)
    filters: list[Usd.Prim] = field(default_factory=list)
    tendons: list[Usd.Prim] = field(default_factory=list)
    actuators: list[Usd.Prim] = field(default_factory=list)
    attachments: list[Usd.Prim] = field(default_factory=list)
    lights: list[Usd.Prim] = field(default_factory=list)
    soft_bodies: list[Usd.Prim] = field(default_factory=list)
    others: list[Usd.Prim] = field(default_factory=list)


def sort_prims(stage: Usd.Stage, environments: EnvironmentPlan | None) -> StagePrims:
    """Walk over the stage, prims within instances included, and sort what is there by kind.

    Environments that are not templates are left out, whether their prims are on the stage or not, and so are the shapes
    that a point instancer copies, which do not stand where they are.
    """
    prims = StagePrims()
    instance: Usd.Prim | None = None
    walk = iter(Usd.PrimRange.Stage(stage, Usd.TraverseInstanceProxies()))
    for prim in walk:
        is_copied = environments is not None and _is_copied_environment(str(prim.GetPath()), environments)
        if is_copied or prim.IsA(UsdGeom.PointInstancer):
            walk.PruneChildren()
            continue
        if instance is not None and not prim.GetPath().HasPrefix(instance.GetPath()):
            instance = None
        if prim.IsInstance() and _makes_all_collide(prim):
            instance = prim
        _sort(prim, prims, instance)
    return prims


def collision_prim(prim: Usd.Prim) -> Usd.Prim:
    """Prim that says how a piece of geometry collides: itself, or else the instance that it is in and that says so.

    What is in an instance cannot be changed, so that importers of robots write it on the instance: in files of Cassie
    these are all the colliders that there are.
    """
    instance = prim
    while not instance.HasAPI(UsdPhysics.CollisionAPI) and instance.IsInstanceProxy():
        instance = instance.GetParent()
    return instance if instance.HasAPI(UsdPhysics.CollisionAPI) else prim


def _makes_all_collide(instance: Usd.Prim) -> bool:
    """Whether an instance is a collider without geometry of its own, and nothing in it is one by itself."""
    if instance.IsA(UsdGeom.Gprim) or not instance.HasAPI(UsdPhysics.CollisionAPI):
        return False
    inside = list(Usd.PrimRange(instance, Usd.TraverseInstanceProxies()))[1:]
    return not any(prim.HasAPI(UsdPhysics.CollisionAPI) for prim in inside)


def _is_copied_environment(path: str, environments: EnvironmentPlan) -> bool:
    """Whether a path is that of an environment which is not a template."""
    is_environment = re.fullmatch(re.escape(environments.namespace) + r"/env_\d+", path)
    return bool(is_environment) and environments.variant_of_path(path) is None


def _sort(prim: Usd.Prim, prims: StagePrims, instance: Usd.Prim | None) -> None:
    """Put a prim to those of its kind; bodies, roots, filters and attachments may be prims of any.

    Args:
        prim: The prim.
        prims: Takes it.
        instance: Instance that the prim is in, where all geometry of that collides.
    """
    schemas = " ".join(schemas_of(prim)) if prim.HasAuthoredMetadata("apiSchemas") else ""
    is_deforming = "Deformable" in schemas or "Particle" in schemas  # which rigid bodies cannot give
    if prim.IsA(UsdPhysics.Joint):
        if UsdPhysics.Joint(prim).GetJointEnabledAttr().Get() and not _is_place_to_grip(prim, schemas):
            prims.joints.append(prim)
    elif prim.IsA(UsdPhysics.CollisionGroup):
        prims.collision_groups.append(prim)
    elif prim.HasAPI(UsdLux.LightAPI):
        prims.lights.append(prim)
    elif DEFORMABLE_SCHEMA in schemas and is_soft_body(prim):
        prims.soft_bodies.append(prim)
    elif prim.IsA(UsdGeom.Gprim):
        says_so = instance if instance is not None else prim
        has_contacts = says_so.HasAPI(UsdPhysics.CollisionAPI)
        is_collider = has_contacts and UsdPhysics.CollisionAPI(says_so).GetCollisionEnabledAttr().Get()
        if has_contacts:
            (prims.colliders if is_collider else prims.solids).append(prim)
        if not is_collider or is_sampled_ground(prim):
            prims.visuals.append(prim)
    elif prim.GetTypeName() == "MjcTendon":
        prims.tendons.append(prim)
    elif prim.GetTypeName() == "MjcActuator":
        prims.actuators.append(prim)
    elif prim.GetTypeName() == "TetMesh" or (is_deforming and not prim.IsA(UsdShade.Material)):
        prims.others.append(prim)
    if prim.HasAPI(UsdPhysics.RigidBodyAPI) and UsdPhysics.RigidBodyAPI(prim).GetRigidBodyEnabledAttr().Get():
        prims.bodies.append(prim)
    if prim.HasAPI(UsdPhysics.ArticulationRootAPI):
        prims.articulation_roots.append(prim)
    if prim.HasAPI(UsdPhysics.FilteredPairsAPI):
        prims.filters.append(prim)
    if "PhysxTendonAttachment" in schemas:
        prims.attachments.append(prim)


def _is_place_to_grip(joint: Usd.Prim, schemas: str) -> bool:
    """Whether a joint says where a surface gripper of Isaac Sim's holds things: it binds nothing by itself.

    It has one body, the gripper's, and would tie that to the world. Programs write its attributes with and without the
    schema that they belong to.
    """
    return "IsaacAttachmentPointAPI" in schemas or any(joint.HasAttribute(name) for name in PLACE_TO_GRIP)


def is_sampled_ground(prim: Usd.Prim) -> bool:
    """Whether a prim collides as heights sampled from it, and so looks otherwise than it collides."""
    attribute = prim.GetAttribute(HEIGHT_FIELD_SPACING)
    return bool(attribute) and attribute.HasAuthoredValue()


def owning_body(path: str, bodies: Collection[str]) -> str | None:
    """Rigid body that a prim moves with: itself or the closest one above it; None where it does not move."""
    while path not in bodies:
        path, _, _ = path.rpartition("/")
        if not path:
            return None
    return path
