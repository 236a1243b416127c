"""Fragments of Newton's and MuJoCo's schemas."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Literal

from pxr import Usd, UsdPhysics

from pippin.utils import configclass

from ..prims import get_prim
from .attributes import check_fields
from .fragments import (
    ArticulationRootFragment,
    CollisionFragment,
    FixedTendonFragment,
    JointDriveFragment,
    MeshCollisionFragment,
    RigidBodyFragment,
    apply_namespaced,
    author,
)

Stage = Usd.Stage | None


def apply_mujoco_collision(cfg: MujocoCollisionCfg, prim_path: str, stage: Stage = None) -> bool:
    """Write MuJoCo's contact parameters on the collider at a path.

    Raises:
        ValueError: There is no prim at the path, or a value is out of range.
    """
    check_fields(cfg, ["solimp", "solref", "condim", "group", "priority", "solmix"])
    lengths = {"solimp": 5, "solref": 2}
    for name, length in lengths.items():
        value = getattr(cfg, name)
        if value is not None and len(value) != length:
            raise ValueError(f"MujocoCollisionCfg's '{name}' must contain exactly {length} numbers, but is {value!r}.")
    if cfg.condim not in (None, 1, 3, 4, 6):
        raise ValueError(f"MujocoCollisionCfg's 'condim' must be one of 1, 3, 4 and 6, but is {cfg.condim!r}.")
    if cfg.group is not None and not 0 <= cfg.group <= 5:
        raise ValueError(f"MujocoCollisionCfg's 'group' must be between 0 and 5, but is {cfg.group!r}.")
    for name in ("priority", "solmix"):
        value = getattr(cfg, name)
        if value is not None and not value >= 0:
            raise ValueError(f"MujocoCollisionCfg's '{name}' must be non-negative, but is {value!r}.")
    return apply_namespaced(cfg, prim_path, stage)


def apply_mujoco_joint(cfg: MujocoJointCfg, prim_path: str, stage: Stage = None) -> bool:
    """Write MuJoCo's parameters on the joint at a path.

    Where its actuator is to bear the weight, gravity compensation of the body that hangs from it is switched on, unless
    the body says how much it has: without it, nothing would be borne.

    Raises:
        ValueError: There is no prim at the path.
    """
    apply_namespaced(cfg, prim_path, stage)
    joint = UsdPhysics.Joint(get_prim(prim_path, stage))
    for path in joint.GetBody1Rel().GetTargets() if joint and cfg.actuatorgravcomp else []:
        body = joint.GetPrim().GetStage().GetPrimAtPath(path)
        if body and not body.GetAttribute("mjc:gravcomp").Get():
            author(body, "mjc:gravcomp", 1.0, "MujocoJointCfg", "float")
    return True


def apply_mujoco_fixed_tendon(cfg: MujocoFixedTendonCfg, prim_path: str, stage: Stage = None) -> bool:
    """Write MuJoCo's parameters on the tendon at a path; say whether it is one of MuJoCo's.

    Raises:
        ValueError: There is no prim at the path.
    """
    check_fields(cfg, ["_usd_namespace"])
    if get_prim(prim_path, stage).GetTypeName() != "MjcTendon":
        return False
    return apply_namespaced(cfg, prim_path, stage)


@configclass
class MujocoRigidBodyCfg(RigidBodyFragment):
    """What MuJoCo says of rigid bodies."""

    _usd_namespace: ClassVar[str | None] = "mjc"

    gravcomp: float | None = None
    """Part of the weight that is compensated: 1 makes the body weightless."""


@configclass
class MujocoJointCfg(JointDriveFragment):
    """What MuJoCo says of joints."""

    _usd_namespace: ClassVar[str | None] = "mjc"
    _usd_applied_schema: ClassVar[str | None] = "MjcJointAPI"

    func: Callable[..., bool] = apply_mujoco_joint

    actuatorgravcomp: bool | None = None
    """Whether the joint's actuator bears the compensation of gravity, which then counts towards its effort limit."""


@configclass
class MujocoCollisionCfg(CollisionFragment):
    """What MuJoCo says of colliders."""

    _usd_namespace: ClassVar[str | None] = "mjc"

    func: Callable[..., bool] = apply_mujoco_collision

    condim: Literal[1, 3, 4, 6] | None = None
    """Dimensions of contacts: 1 without friction, 3 with sliding, 4 with torsional, 6 with rolling friction."""

    group: int | None = None
    """Group for pictures, 0 to 5."""

    priority: int | None = None
    """Whose parameters a contact has: those of the geometry with the larger priority."""

    solimp: tuple[float, float, float, float, float] | None = None
    """Impedance of contacts."""

    solmix: float | None = None
    """Weight in the mean of two geometries' parameters."""

    solref: tuple[float, float] | None = None
    """Time constant [s] and damping ratio of contacts, or negative stiffness and damping."""


@configclass
class MujocoFixedTendonCfg(FixedTendonFragment):
    """What MuJoCo says of tendons that couple joints."""

    _usd_namespace: ClassVar[str | None] = "mjc"

    func: Callable[..., bool] = apply_mujoco_fixed_tendon

    stiffness: float | None = None
    """Stiffness of its spring."""

    damping: float | None = None
    """Damping."""


@configclass
class NewtonCollisionCfg(CollisionFragment):
    """What Newton says of colliders."""

    _usd_namespace: ClassVar[str | None] = "newton"
    _usd_applied_schema: ClassVar[str | None] = "NewtonCollisionAPI"

    contact_margin: float | None = None
    """Distance at which colliders come to rest [m]."""

    contact_gap: float | None = None
    """Distance beyond it at which contacts are generated [m]."""


@configclass
class NewtonArticulationCfg(ArticulationRootFragment):
    """What Newton says of articulations."""

    _usd_namespace: ClassVar[str | None] = "newton"
    _usd_applied_schema: ClassVar[str | None] = "NewtonArticulationRootAPI"

    self_collision_enabled: bool | None = None
    """Whether links of the articulation collide with one another."""


@configclass
class NewtonMeshCollisionCfg(MeshCollisionFragment):
    """What Newton says of hulls of meshes."""

    _usd_namespace: ClassVar[str | None] = "newton"
    _usd_applied_schema: ClassVar[str | None] = "NewtonMeshCollisionAPI"

    max_hull_vertices: int | None = None
    """Most vertices of a hull; -1 for no limit."""


@configclass
class NewtonSDFCollisionCfg(MeshCollisionFragment):
    """What Newton says of grids of signed distances; the engines here collide the mesh itself."""

    _usd_namespace: ClassVar[str | None] = "newton"
    _usd_applied_schema: ClassVar[str | None] = "NewtonSDFCollisionAPI"

    sdf_max_resolution: int | None = None
    """Cells along the longest side."""

    sdf_narrow_band_inner: float | None = None
    """Inner border of the band with values [m]."""

    sdf_narrow_band_outer: float | None = None
    """Outer border of the band with values [m]."""

    sdf_target_voxel_size: float | None = None
    """Size of cells [m]."""

    sdf_texture_format: Literal["uint8", "uint16", "float32"] | None = None
    """Precision of the values."""

    sdf_padding: float | None = None
    """Room around the mesh [m]."""

    hydroelastic_enabled: bool | None = None
    """Whether contacts are those of soft surfaces."""

    hydroelastic_stiffness: float | None = None
    """Stiffness of these [Pa]."""
