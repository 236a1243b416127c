"""Joints of a URDF as USD prims, with limits, drives and mimics."""

from __future__ import annotations

import logging
import math

import numpy as np
from pxr import Sdf, Usd, UsdPhysics

from pippin.utils.urdf import UrdfJoint, UrdfMimic

from .authoring import ChildNames, add_schema, axis_frame, set_attributes, set_joint_frames, set_relationship
from .cfg import UrdfConverterCfg
from .urdf_drives import DRIVEN_TYPES, Drive, resolve_drives
from .urdf_tree import Link

logger = logging.getLogger("pippin")


def define_joints(
    stage: Usd.Stage, robot: Sdf.Path, links: list[Link], link_paths: dict[str, Sdf.Path], cfg: UrdfConverterCfg
) -> None:
    """Define the joints of a robot below ``joints``.

    Args:
        stage: Stage to author on.
        robot: Prim of the robot.
        links: Links, parents before children.
        link_paths: Prims of the links by name.
        cfg: How to convert.

    Raises:
        ValueError: A regular expression of the config matches no joint, or two match the same one.
    """
    scope = stage.DefinePrim(robot.AppendChild("joints"), "Scope").GetPath()
    names = ChildNames()
    if cfg.fix_base:
        fixed = UsdPhysics.FixedJoint.Define(stage, scope.AppendChild(names.claim("root_joint")))
        set_joint_frames(fixed, None, link_paths[links[0].name], np.eye(4), np.eye(4))
    prims: dict[str, Usd.Prim] = {}
    for link in links:
        if link.joint is not None and link.parent is not None:
            path = scope.AppendChild(names.claim(link.joint.name))
            joint, frame = _define_joint(stage, path, link.joint)
            parent, child = link_paths[link.parent.name], link_paths[link.name]
            set_joint_frames(joint, parent, child, link.joint_pose @ frame, frame)
            if link.joint.type in DRIVEN_TYPES:
                prims[link.joint.name] = joint.GetPrim()
    _set_drives_and_mimics(links, prims, cfg)


def _set_drives_and_mimics(links: list[Link], prims: dict[str, Usd.Prim], cfg: UrdfConverterCfg) -> None:
    """Author for each joint with a degree of freedom its drive or, instead, which other joint it follows."""
    drives = resolve_drives(links, cfg.joint_drive) if cfg.joint_drive else {}
    joints = [link.joint for link in links if link.joint is not None and link.joint.name in prims]
    for joint in joints:
        mimic = None if cfg.convert_mimic_joints_to_normal_joints else joint.mimic
        if mimic is not None and mimic.joint not in prims:
            logger.warning("Joint '%s' mimics '%s', which cannot move: it moves freely.", joint.name, mimic.joint)
            mimic = None
        if mimic is not None:
            _set_mimic(prims[joint.name], joint, mimic, prims[mimic.joint])
        else:
            _set_drive(prims[joint.name], joint, drives.get(joint.name))


def _define_joint(stage: Usd.Stage, path: Sdf.Path, joint: UrdfJoint) -> tuple[UsdPhysics.Joint, np.ndarray]:
    """Define the prim of a joint with its limits and its friction.

    Returns:
        The joint, and the frame in the child link that its axis asks for, homogeneous, shape (4, 4).
    """
    kinds = {
        "revolute": UsdPhysics.RevoluteJoint,
        "continuous": UsdPhysics.RevoluteJoint,
        "prismatic": UsdPhysics.PrismaticJoint,
        "fixed": UsdPhysics.FixedJoint,
        "floating": UsdPhysics.Joint,
        "planar": UsdPhysics.Joint,
        "spherical": UsdPhysics.SphericalJoint,
    }
    usd_joint = kinds[joint.type].Define(stage, path)
    prim = usd_joint.GetPrim()
    if joint.name != path.name:
        prim.SetDisplayName(joint.name)
    frame = np.eye(4)
    if joint.type in (*DRIVEN_TYPES, "planar"):
        axis, frame[:3, :3] = axis_frame(np.array(joint.axis))
        if joint.type == "planar":
            _lock_to_plane(prim, axis)
        else:
            usd_joint.CreateAxisAttr(axis)
            _set_limits(usd_joint, joint)
    return usd_joint, frame


def _set_limits(usd_joint: UsdPhysics.RevoluteJoint | UsdPhysics.PrismaticJoint, joint: UrdfJoint) -> None:
    """Author limits of position and velocity, and the friction."""
    prim, unit = usd_joint.GetPrim(), to_usd_unit(joint)
    if math.isfinite(joint.limit.lower):
        usd_joint.CreateLowerLimitAttr(joint.limit.lower * unit)
    if math.isfinite(joint.limit.upper):
        usd_joint.CreateUpperLimitAttr(joint.limit.upper * unit)
    if 0.0 < joint.limit.velocity < math.inf:  # 0 stands for "not known" in many files
        add_schema(prim, "PhysxJointAPI")
        set_attributes(prim, Sdf.ValueTypeNames.Float, {"physxJoint:maxJointVelocity": joint.limit.velocity * unit})
    if joint.friction > 0.0:
        add_schema(prim, "MjcJointAPI")
        set_attributes(prim, Sdf.ValueTypeNames.Double, {"mjc:frictionloss": joint.friction})


def to_usd_unit(joint: UrdfJoint) -> float:
    """Factor from the unit of a joint's coordinate to USD's: degrees for angles, metres for lengths."""
    return 1.0 if joint.type == "prismatic" else 180.0 / math.pi


def _lock_to_plane(prim: Usd.Prim, normal: str) -> None:
    """Lock all but the two translations across the normal and the rotation about it; low above high is locked."""
    others = [axis for axis in "XYZ" if axis != normal]
    for instance in (f"trans{normal}", f"rot{others[0]}", f"rot{others[1]}"):
        limit = UsdPhysics.LimitAPI.Apply(prim, instance)
        limit.CreateLowAttr(1.0)
        limit.CreateHighAttr(-1.0)


def _set_mimic(prim: Usd.Prim, joint: UrdfJoint, mimic: UrdfMimic, leader: Usd.Prim) -> None:
    """Author that a joint follows another, as PhysX has it: ``q + gearing * q_leader + offset = 0``."""
    instance = f"rot{prim.GetAttribute('physics:axis').Get()}"
    add_schema(prim, f"PhysxMimicJointAPI:{instance}")
    values = {"gearing": -mimic.multiplier, "offset": -mimic.offset * to_usd_unit(joint)}
    set_attributes(
        prim,
        Sdf.ValueTypeNames.Float,
        {f"physxMimicJoint:{instance}:{name}": value for name, value in values.items()},
    )
    set_relationship(prim, f"physxMimicJoint:{instance}:referenceJoint", [leader.GetPath()])


def _set_drive(prim: Usd.Prim, joint: UrdfJoint, drive: Drive | None) -> None:
    """Author a drive and the effort limit, and as passive the damping that the drive does not take over."""
    has_effort_limit = 0.0 < joint.limit.effort < math.inf  # 0 stands for "not known" in many files
    if drive is not None or has_effort_limit:
        api = UsdPhysics.DriveAPI.Apply(prim, "linear" if joint.type == "prismatic" else "angular")
        if has_effort_limit:
            api.CreateMaxForceAttr(joint.limit.effort)
        if drive is not None:
            unit = to_usd_unit(joint)
            api.CreateTypeAttr(drive.type)
            api.CreateStiffnessAttr(drive.stiffness / unit)
            api.CreateDampingAttr((drive.damping or 0.0) / unit)
    if joint.damping > 0.0 and (drive is None or drive.damping is None):
        add_schema(prim, "MjcJointAPI")
        set_attributes(prim, Sdf.ValueTypeNames.Double, {"mjc:damping": joint.damping})
