"""Rigid bodies, their mass and their colliders."""

from __future__ import annotations

from pxr import Usd, UsdGeom, UsdPhysics

from pippin.utils import configclass

from ..prims import get_prim
from .attributes import BOOL, INT, Attribute, author_properties, check_properties
from .mesh_collision import (
    MeshCollisionPropertiesCfg,
    define_mesh_collision_properties,
    modify_mesh_collision_properties,
)
from .nested import modify_nested


@configclass
class RigidBodyFields:
    """What USD says of rigid bodies."""

    rigid_body_enabled: bool | None = None
    """Whether the body moves by physics."""

    kinematic_enabled: bool | None = None
    """Whether the body is moved by its pose alone: it pushes others and nothing pushes it."""


@configclass
class PhysxRigidBodyFields:
    """What PhysX knows of rigid bodies."""

    disable_gravity: bool | None = None
    """Whether gravity passes the body by."""

    linear_damping: float | None = None
    """Damping of the linear velocity [1/s]."""

    angular_damping: float | None = None
    """Damping of the angular velocity [1/s]."""

    max_linear_velocity: float | None = None
    """Largest speed [m/s]."""

    max_angular_velocity: float | None = None
    """Largest angular speed [deg/s]."""

    max_depenetration_velocity: float | None = None
    """Largest speed by which the solver resolves penetrations [m/s]."""

    max_contact_impulse: float | None = None
    """Largest impulse of a contact [N s]."""

    enable_gyroscopic_forces: bool | None = None
    """Whether gyroscopic torques act."""

    retain_accelerations: bool | None = None
    """Whether forces carry over to the next step."""

    solver_position_iteration_count: int | None = None
    """Position iterations of PhysX's solver."""

    solver_velocity_iteration_count: int | None = None
    """Velocity iterations of PhysX's solver."""

    sleep_threshold: float | None = None
    """Kinetic energy per mass below which the body may sleep [J/kg]."""

    stabilization_threshold: float | None = None
    """Kinetic energy per mass below which the body may be stabilised [J/kg]."""


@configclass
class RigidBodyPropertiesCfg(PhysxRigidBodyFields, RigidBodyFields):
    """Properties of rigid bodies. None leaves what the prim has. USD's come first where values have no names."""


@configclass
class MassPropertiesCfg:
    """Mass of bodies or colliders. None leaves what the prim has."""

    mass: float | None = None
    """Mass [kg]; it goes before the density. 0 stands for not given."""

    density: float | None = None
    """Density [kg/m^3]. 0 stands for not given."""


@configclass
class CollisionFields:
    """What USD says of colliders."""

    collision_enabled: bool | None = None
    """Whether the collider collides."""


@configclass
class PhysxCollisionFields:
    """What PhysX knows of colliders."""

    contact_offset: float | None = None
    """Distance at which contacts are generated [m]."""

    rest_offset: float | None = None
    """Distance at which colliders come to rest [m]."""

    torsional_patch_radius: float | None = None
    """Radius of the contact patch for torsional friction [m]."""

    min_torsional_patch_radius: float | None = None
    """Least radius of the contact patch for torsional friction [m]."""

    mesh_collision_property: MeshCollisionPropertiesCfg | None = None
    """How the colliders that are meshes approximate them."""


@configclass
class CollisionPropertiesCfg(PhysxCollisionFields, CollisionFields):
    """Properties of colliders. None leaves what the prim has. USD's come first where values have no names."""


_BODY, _COLLIDER = "PhysxRigidBodyAPI", "PhysxCollisionAPI"

RIGID_BODY_ATTRIBUTES = {
    "rigid_body_enabled": Attribute("PhysicsRigidBodyAPI", "physics:rigidBodyEnabled", BOOL),
    "kinematic_enabled": Attribute("PhysicsRigidBodyAPI", "physics:kinematicEnabled", BOOL),
    "disable_gravity": Attribute(_BODY, "physxRigidBody:disableGravity", BOOL),
    "linear_damping": Attribute(_BODY, "physxRigidBody:linearDamping", minimum=0.0),
    "angular_damping": Attribute(_BODY, "physxRigidBody:angularDamping", minimum=0.0),
    "max_linear_velocity": Attribute(_BODY, "physxRigidBody:maxLinearVelocity", minimum=0.0),
    "max_angular_velocity": Attribute(_BODY, "physxRigidBody:maxAngularVelocity", minimum=0.0),
    "max_depenetration_velocity": Attribute(_BODY, "physxRigidBody:maxDepenetrationVelocity", minimum=0.0),
    "max_contact_impulse": Attribute(_BODY, "physxRigidBody:maxContactImpulse", minimum=0.0),
    "enable_gyroscopic_forces": Attribute(_BODY, "physxRigidBody:enableGyroscopicForces", BOOL),
    "retain_accelerations": Attribute(_BODY, "physxRigidBody:retainAccelerations", BOOL),
    "solver_position_iteration_count": Attribute(_BODY, "physxRigidBody:solverPositionIterationCount", INT, 1),
    "solver_velocity_iteration_count": Attribute(_BODY, "physxRigidBody:solverVelocityIterationCount", INT, 0),
    "sleep_threshold": Attribute(_BODY, "physxRigidBody:sleepThreshold", minimum=0.0),
    "stabilization_threshold": Attribute(_BODY, "physxRigidBody:stabilizationThreshold", minimum=0.0),
}

MASS_ATTRIBUTES = {
    "mass": Attribute("PhysicsMassAPI", "physics:mass", minimum=0.0),
    "density": Attribute("PhysicsMassAPI", "physics:density", minimum=0.0),
}

COLLISION_ATTRIBUTES = {
    "collision_enabled": Attribute("PhysicsCollisionAPI", "physics:collisionEnabled", BOOL),
    "contact_offset": Attribute(_COLLIDER, "physxCollision:contactOffset"),
    "rest_offset": Attribute(_COLLIDER, "physxCollision:restOffset"),
    "torsional_patch_radius": Attribute(_COLLIDER, "physxCollision:torsionalPatchRadius", minimum=0.0),
    "min_torsional_patch_radius": Attribute(_COLLIDER, "physxCollision:minTorsionalPatchRadius", minimum=0.0),
}


def define_rigid_body_properties(prim_path: str, cfg: RigidBodyPropertiesCfg, stage: Usd.Stage | None = None) -> None:
    """Make the prim at a path a rigid body with the given properties.

    Raises:
        ValueError: There is no prim at the path, it has no pose, or a value is out of range.
    """
    prim = get_prim(prim_path, stage)
    if not UsdGeom.Xformable(prim):
        raise ValueError(
            f"The prim '{prim_path}' of type '{prim.GetTypeName()}' cannot be a rigid body: it has no pose."
        )
    check_properties(cfg, RIGID_BODY_ATTRIBUTES)
    UsdPhysics.RigidBodyAPI.Apply(prim)
    author_properties(prim, cfg, RIGID_BODY_ATTRIBUTES)


def modify_rigid_body_properties(prim_path: str, cfg: RigidBodyPropertiesCfg, stage: Usd.Stage | None = None) -> bool:
    """Change properties of all rigid bodies at or below a path; say whether there are any.

    Raises:
        ValueError: There is no prim at the path, or a value is out of range.
    """
    check_properties(cfg, RIGID_BODY_ATTRIBUTES)
    return modify_nested(
        prim_path,
        lambda prim: prim.HasAPI(UsdPhysics.RigidBodyAPI),
        lambda prim: author_properties(prim, cfg, RIGID_BODY_ATTRIBUTES),
        stage,
    )


def define_mass_properties(prim_path: str, cfg: MassPropertiesCfg, stage: Usd.Stage | None = None) -> None:
    """Give the prim at a path a mass, and change that of all below it that have one.

    Raises:
        ValueError: There is no prim at the path, or a value is out of range.
    """
    prim = get_prim(prim_path, stage)
    check_properties(cfg, MASS_ATTRIBUTES)
    UsdPhysics.MassAPI.Apply(prim)
    modify_mass_properties(prim_path, cfg, stage)


def modify_mass_properties(prim_path: str, cfg: MassPropertiesCfg, stage: Usd.Stage | None = None) -> bool:
    """Change the mass of all prims at or below a path that have one; say whether there are any.

    Raises:
        ValueError: There is no prim at the path, or a value is out of range.
    """
    check_properties(cfg, MASS_ATTRIBUTES)
    return modify_nested(
        prim_path,
        lambda prim: prim.HasAPI(UsdPhysics.MassAPI),
        lambda prim: author_properties(prim, cfg, MASS_ATTRIBUTES),
        stage,
    )


def define_collision_properties(prim_path: str, cfg: CollisionPropertiesCfg, stage: Usd.Stage | None = None) -> None:
    """Make the prim at a path a collider with the given properties.

    Raises:
        ValueError: There is no prim at the path, or a value is out of range.
    """
    prim = get_prim(prim_path, stage)
    check_properties(cfg, COLLISION_ATTRIBUTES)
    UsdPhysics.CollisionAPI.Apply(prim)
    author_properties(prim, cfg, COLLISION_ATTRIBUTES)
    if cfg.mesh_collision_property is not None:
        define_mesh_collision_properties(prim_path, cfg.mesh_collision_property, stage)


def modify_collision_properties(prim_path: str, cfg: CollisionPropertiesCfg, stage: Usd.Stage | None = None) -> bool:
    """Change properties of all colliders at or below a path; say whether there are any.

    Raises:
        ValueError: There is no prim at the path, or a value is out of range.
    """
    check_properties(cfg, COLLISION_ATTRIBUTES)
    if cfg.mesh_collision_property is not None:
        modify_mesh_collision_properties(prim_path, cfg.mesh_collision_property, stage)
    return modify_nested(
        prim_path,
        lambda prim: prim.HasAPI(UsdPhysics.CollisionAPI),
        lambda prim: author_properties(prim, cfg, COLLISION_ATTRIBUTES),
        stage,
    )
