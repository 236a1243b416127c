"""Fragments of PhysX's schemas. Fields that MuJoCo has no counterpart for are named when the scene is compiled."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from typing import ClassVar

from pxr import Sdf, Usd, UsdPhysics

from pippin.utils import configclass

from ..prims import get_prim
from .articulations import PhysxArticulationFields
from .attributes import applied_schemas, check_fields
from .bodies import PhysxCollisionFields, PhysxRigidBodyFields
from .fragments import (
    ArticulationRootFragment,
    CollisionFragment,
    DeformableBodyFragment,
    FixedTendonFragment,
    JointDriveFragment,
    MeshCollisionFragment,
    RigidBodyFragment,
    SchemaFragment,
    SpatialTendonFragment,
    author,
    camel_case,
)
from .tendons import FixedTendonPropertiesCfg, SpatialTendonPropertiesCfg

Stage = Usd.Stage | None


def apply_physx_joint(cfg: PhysxJointCfg, prim_path: str, stage: Stage = None) -> bool:
    """Write the velocity limit of the joint at a path, in USD's degrees where it turns.

    Raises:
        ValueError: There is no prim at the path, or the limit is negative or no number.
    """
    prim = get_prim(prim_path, stage)
    check_fields(cfg, ["max_joint_velocity"])
    prim.AddAppliedSchema("PhysxJointAPI")
    limit = cfg.max_joint_velocity
    if limit is not None:
        if not limit >= 0.0:
            raise ValueError(f"PhysxJointCfg.max_joint_velocity is {limit!r}: it should be at least 0.")
        factor = math.degrees(1.0) if prim.IsA(UsdPhysics.RevoluteJoint) else 1.0
        author(prim, "physxJoint:maxJointVelocity", limit * factor, "PhysxJointCfg", "float")
    return True


def apply_physx_tendon(cfg: SchemaFragment, prim_path: str, stage: Stage = None) -> bool:
    """Write a fragment on the instances of its schema that the prim at a path has.

    Args:
        cfg: A fragment with ``instance_names``: those to write on; None means all.
        prim_path: Path of the prim.
        stage: Stage; None takes the current one.

    Returns:
        False where there is no such instance.

    Raises:
        ValueError: There is no prim at the path, or ``instance_names`` holds no names.
    """
    prim = get_prim(prim_path, stage)
    check_fields(cfg, ["instance_names", "_usd_applied_schema"])
    names = cfg.instance_names  # type: ignore[attr-defined]
    chosen = [names] if isinstance(names, str) else names
    if chosen is not None and not (chosen and all(isinstance(name, str) and name for name in chosen)):
        raise ValueError(f"{type(cfg).__name__}.instance_names is {names!r}: it should hold names of instances.")
    # the root of a tendon is an axis of it, too
    schemas = {cfg._usd_applied_schema, str(cfg._usd_applied_schema).replace("AxisAPI", "AxisRootAPI")}
    applied = [name.partition(":") for name in applied_schemas(prim)]
    instances = list(dict.fromkeys(instance for schema, _, instance in applied if schema in schemas and instance))
    instances = [name for name in instances if chosen is None or name in chosen]
    for instance in instances:
        for field in dataclasses.fields(cfg):  # type: ignore[arg-type]
            value = getattr(cfg, field.name)
            if value is None or field.name in ("func", "instance_names"):
                continue
            name, owner = f"physxTendon:{instance}:{camel_case(field.name)}", type(cfg).__name__
            if field.name == "joint_axis":
                prim.CreateAttribute(name, Sdf.ValueTypeNames.TokenArray, custom=False).Set(list(value))
            elif isinstance(value, (list, tuple)):
                prim.CreateAttribute(name, Sdf.ValueTypeNames.FloatArray, custom=False).Set(list(value))
            else:
                author(prim, name, value, owner, str(field.type))
    return bool(instances)


@configclass
class PhysxRigidBodyCfg(RigidBodyFragment, PhysxRigidBodyFields):
    """What PhysX says of rigid bodies."""

    _usd_namespace: ClassVar[str | None] = "physxRigidBody"
    _usd_applied_schema: ClassVar[str | None] = "PhysxRigidBodyAPI"


@configclass
class PhysxCollisionCfg(CollisionFragment, PhysxCollisionFields):
    """What PhysX says of colliders."""

    _usd_namespace: ClassVar[str | None] = "physxCollision"
    _usd_applied_schema: ClassVar[str | None] = "PhysxCollisionAPI"


@configclass
class PhysxArticulationCfg(ArticulationRootFragment, PhysxArticulationFields):
    """What PhysX says of articulations."""

    _usd_namespace: ClassVar[str | None] = "physxArticulation"
    _usd_applied_schema: ClassVar[str | None] = "PhysxArticulationAPI"


@configclass
class PhysxJointCfg(JointDriveFragment):
    """What PhysX says of joints."""

    _usd_namespace: ClassVar[str | None] = "physxJoint"
    _usd_applied_schema: ClassVar[str | None] = "PhysxJointAPI"

    func: Callable[..., bool] = apply_physx_joint

    max_joint_velocity: float | None = None
    """Largest velocity of the joint [m/s or rad/s]."""

    max_velocity: float | None = None
    """Older name of ``max_joint_velocity``, which it becomes."""

    def __post_init__(self) -> None:
        if self.max_joint_velocity is None:
            self.max_joint_velocity = self.max_velocity
        self.max_velocity = None


@configclass
class PhysxConvexHullCfg(MeshCollisionFragment):
    """The convex hull of a mesh."""

    _usd_namespace: ClassVar[str | None] = "physxConvexHullCollision"
    _usd_applied_schema: ClassVar[str | None] = "PhysxConvexHullCollisionAPI"

    mesh_approximation_name: str = "convexHull"

    hull_vertex_limit: int | None = None
    """Most vertices of the hull."""

    min_thickness: float | None = None
    """Least thickness of the hull [m]."""


@configclass
class PhysxConvexDecompositionCfg(MeshCollisionFragment):
    """Several convex pieces that together follow a mesh."""

    _usd_namespace: ClassVar[str | None] = "physxConvexDecompositionCollision"
    _usd_applied_schema: ClassVar[str | None] = "PhysxConvexDecompositionCollisionAPI"

    mesh_approximation_name: str = "convexDecomposition"

    hull_vertex_limit: int | None = None
    """Most vertices of a piece."""

    max_convex_hulls: int | None = None
    """Most pieces."""

    min_thickness: float | None = None
    """Least thickness of a piece [m]."""

    voxel_resolution: int | None = None
    """Voxels that the mesh is divided into."""

    error_percentage: float | None = None
    """Volume by which the pieces may differ from the mesh [%]."""

    shrink_wrap: bool | None = None
    """Whether the pieces' vertices are moved onto the mesh."""


@configclass
class PhysxTriangleMeshCfg(MeshCollisionFragment):
    """A mesh itself, triangle by triangle."""

    _usd_namespace: ClassVar[str | None] = "physxTriangleMeshCollision"
    _usd_applied_schema: ClassVar[str | None] = "PhysxTriangleMeshCollisionAPI"

    weld_tolerance: float | None = None
    """Distance within which vertices are one [m]."""


@configclass
class PhysxTriangleMeshSimplificationCfg(MeshCollisionFragment):
    """A mesh with fewer triangles."""

    _usd_namespace: ClassVar[str | None] = "physxTriangleMeshSimplificationCollision"
    _usd_applied_schema: ClassVar[str | None] = "PhysxTriangleMeshSimplificationCollisionAPI"

    mesh_approximation_name: str = "meshSimplification"

    simplification_metric: float | None = None
    """How closely the triangles follow the mesh, from 0 to 1."""

    weld_tolerance: float | None = None
    """Distance within which vertices are one [m]."""


@configclass
class PhysxSDFMeshCfg(MeshCollisionFragment):
    """A grid of signed distances to a mesh."""

    _usd_namespace: ClassVar[str | None] = "physxSDFMeshCollision"
    _usd_applied_schema: ClassVar[str | None] = "PhysxSDFMeshCollisionAPI"

    mesh_approximation_name: str = "sdf"

    sdf_margin: float | None = None
    """Margin around the mesh, as a part of its diagonal."""

    sdf_narrow_band_thickness: float | None = None
    """Thickness of the band with fine cells, as a part of the diagonal."""

    sdf_resolution: int | None = None
    """Cells along the longest side."""

    sdf_subgrid_resolution: int | None = None
    """Cells along the side of a block of fine cells."""


@configclass
class PhysxTendonAxisRootCfg(FixedTendonFragment, FixedTendonPropertiesCfg):
    """A tendon that couples joints, at the joint that it begins with."""

    _usd_applied_schema: ClassVar[str | None] = "PhysxTendonAxisRootAPI"

    func: Callable[..., bool] = apply_physx_tendon

    instance_names: str | list[str] | None = None
    """Names of the tendons; None means all."""

    lower_limit: float | None = None
    """Least length."""

    upper_limit: float | None = None
    """Largest length."""


@configclass
class PhysxTendonAxisCfg(FixedTendonFragment):
    """What one joint adds to a tendon that couples joints."""

    _usd_applied_schema: ClassVar[str | None] = "PhysxTendonAxisAPI"

    func: Callable[..., bool] = apply_physx_tendon

    instance_names: str | list[str] | None = None
    """Names of the tendons; None means all."""

    gearing: list[float] | None = None
    """Length for each unit of the joint's position, by axis."""

    force_coefficient: list[float] | None = None
    """Effort for each unit of the tendon's force, by axis."""

    joint_axis: list[str] | None = None
    """The axes: transX, ..., rotZ."""


@configclass
class PhysxTendonAttachmentRootCfg(SpatialTendonFragment, SpatialTendonPropertiesCfg):
    """A tendon from body to body, at the attachment that it begins with."""

    _usd_applied_schema: ClassVar[str | None] = "PhysxTendonAttachmentRootAPI"

    func: Callable[..., bool] = apply_physx_tendon

    instance_names: str | list[str] | None = None
    """Names of the tendons; None means all."""


@configclass
class PhysxDeformableBodyCfg(DeformableBodyFragment):
    """What PhysX says of soft bodies."""

    _usd_namespace: ClassVar[str | None] = "physxDeformableBody"
    _usd_applied_schema: ClassVar[str | None] = "PhysxBaseDeformableBodyAPI"

    solver_position_iteration_count: int | None = None
    """Iterations of the solver in each of its steps."""

    linear_damping: float | None = None
    """Rate at which velocities of nodes decay [1/s]."""

    max_linear_velocity: float | None = None
    """Largest speed of nodes [m/s]."""

    settling_damping: float | None = None
    """Damping of PhysX on bodies that are about to sleep."""

    settling_threshold: float | None = None
    """Speed below which PhysX begins to let the body sleep [m/s]."""

    sleep_threshold: float | None = None
    """Speed below which PhysX lets the body sleep [m/s]."""

    max_depenetration_velocity: float | None = None
    """Largest speed by which PhysX resolves penetrations [m/s]."""

    self_collision: bool | None = None
    """Whether the surfaces of soft bodies collide, with themselves and with each other."""

    self_collision_filter_distance: float | None = None
    """Distance at which surfaces of soft bodies meet [m]."""

    enable_speculative_c_c_d: bool | None = None
    """Whether PhysX looks ahead for contacts."""

    disable_gravity: bool | None = None
    """Whether gravity passes the body by."""


@configclass
class PhysxSurfaceDeformableBodyCfg(DeformableBodyFragment):
    """What PhysX says of cloth."""

    _usd_namespace: ClassVar[str | None] = "physxDeformableBody"
    _usd_applied_schema: ClassVar[str | None] = "PhysxSurfaceDeformableBodyAPI"
    _deformable_types: ClassVar[tuple[str, ...]] = ("surface",)

    collision_pair_update_frequency: int | None = None
    """Updates of the pairs in each step."""

    collision_iteration_multiplier: float | None = None
    """Iterations of collisions for each of the solver's."""
