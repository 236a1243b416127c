"""Drives of joints."""

from __future__ import annotations

from typing import Literal

from pxr import Usd, UsdPhysics

from pippin.utils import configclass

from ..prims import get_prim
from .attributes import TOKEN, Attribute, applied_schemas, author_properties, check_properties
from .nested import modify_nested


@configclass
class JointDrivePropertiesCfg:
    """Properties of the drives of revolute and prismatic joints, in SI units. None leaves what the prim has."""

    drive_type: Literal["force", "acceleration"] | None = None
    """Whether the drive's output is an effort or the acceleration that it causes."""

    max_effort: float | None = None
    """Largest effort [N or N m]."""

    max_force: float | None = None
    """The same under USD's name, which goes before it."""

    max_velocity: float | None = None
    """Largest velocity of the joint [m/s or rad/s]."""

    max_joint_velocity: float | None = None
    """The same under PhysX's name, which goes before it."""

    stiffness: float | None = None
    """Stiffness [N/m or N m/rad]."""

    damping: float | None = None
    """Damping [N s/m or N m s/rad]."""

    ensure_drives_exist: bool = False
    """Whether a drive without stiffness and damping gets a stiffness of 0.001, by which other programs tell a drive
    from none."""


_DRIVE, _PREFIX = "PhysicsDriveAPI:{instance}", "drive:{instance}:physics"

JOINT_DRIVE_ATTRIBUTES = {
    "drive_type": Attribute(_DRIVE, f"{_PREFIX}:type", TOKEN, choices=("force", "acceleration")),
    "max_effort": Attribute(_DRIVE, f"{_PREFIX}:maxForce", minimum=0.0),
    "max_force": Attribute(_DRIVE, f"{_PREFIX}:maxForce", minimum=0.0),
    "max_velocity": Attribute("PhysxJointAPI", "physxJoint:maxJointVelocity", minimum=0.0, per_angle=1),
    "max_joint_velocity": Attribute("PhysxJointAPI", "physxJoint:maxJointVelocity", minimum=0.0, per_angle=1),
    "stiffness": Attribute(_DRIVE, f"{_PREFIX}:stiffness", minimum=0.0, per_angle=-1),
    "damping": Attribute(_DRIVE, f"{_PREFIX}:damping", minimum=0.0, per_angle=-1),
}

_VELOCITY = Attribute("PhysxJointAxisAPI:{instance}", "physxJointAxis:{instance}:maxJointVelocity", per_angle=1)
OF_ONE_AXIS = JOINT_DRIVE_ATTRIBUTES | {"max_velocity": _VELOCITY, "max_joint_velocity": _VELOCITY}
"""The same for one rotation of a joint with several axes."""


def define_joint_drive_properties(
    prim_path: str, cfg: JointDrivePropertiesCfg, stage: Usd.Stage | None = None, axis: str | None = None
) -> None:
    """Give the joint at a path a drive with the given properties.

    Args:
        prim_path: Path of the joint.
        cfg: The properties.
        stage: Stage with the joint; None takes the current one.
        axis: Rotation of a joint with several axes that the drive is for: "rotX", "rotY" or "rotZ".

    Raises:
        ValueError: There is no prim at the path, it is no joint of the kind, or a value is out of range.
    """
    prim = get_prim(prim_path, stage)
    if axis is not None:
        check_properties(cfg, JOINT_DRIVE_ATTRIBUTES)
        _author(prim, cfg, axis)
        return
    if drive_instance(prim) is None:
        raise ValueError(
            f"The prim '{prim_path}' is of type '{prim.GetTypeName()}'; expected a revolute or prismatic joint."
        )
    check_properties(cfg, JOINT_DRIVE_ATTRIBUTES)
    _author(prim, cfg)


def modify_joint_drive_properties(prim_path: str, cfg: JointDrivePropertiesCfg, stage: Usd.Stage | None = None) -> bool:
    """Change the drives of all revolute and prismatic joints at or below a path; say whether there are any.

    Joints without drive get one, except those that follow another joint.

    Raises:
        ValueError: There is no prim at the path, or a value is out of range.
    """
    check_properties(cfg, JOINT_DRIVE_ATTRIBUTES)
    return modify_nested(prim_path, _can_be_driven, lambda prim: _author(prim, cfg), stage)


def _author(prim: Usd.Prim, cfg: JointDrivePropertiesCfg, axis: str | None = None) -> None:
    """Author the drive of one joint, or of one rotation of a joint with several axes."""
    instance = axis or ("angular" if prim.IsA(UsdPhysics.RevoluteJoint) else "linear")
    is_angular = instance != "linear"
    drive = UsdPhysics.DriveAPI.Apply(prim, instance)
    attributes = JOINT_DRIVE_ATTRIBUTES if axis is None else OF_ONE_AXIS
    author_properties(prim, cfg, attributes, instance, is_angular)
    if cfg.ensure_drives_exist and not (drive.GetStiffnessAttr().Get() or drive.GetDampingAttr().Get()):
        author_properties(prim, JointDrivePropertiesCfg(stiffness=1e-3), attributes, instance, is_angular)


def drive_instance(prim: Usd.Prim) -> str | None:
    """Instance of the drive's schema that a joint with one axis has: "angular" or "linear"; None for other prims."""
    if prim.IsA(UsdPhysics.RevoluteJoint):
        return "angular"
    return "linear" if prim.IsA(UsdPhysics.PrismaticJoint) else None


def _can_be_driven(prim: Usd.Prim) -> bool:
    """Whether a prim is a joint with one axis that moves on its own: it follows no other, by a tendon or itself."""
    schemas = applied_schemas(prim)
    is_pulled = any("PhysxTendonAxisAPI" in schema for schema in schemas)
    is_root = any("PhysxTendonAxisRootAPI" in schema for schema in schemas)
    follows = any("MimicJointAPI" in schema for schema in schemas) or (is_pulled and not is_root)
    return drive_instance(prim) is not None and not follows
