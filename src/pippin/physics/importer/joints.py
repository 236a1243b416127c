"""Joints as the stage describes them: frames, degrees of freedom and their properties."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import mujoco
import numpy as np
from pxr import Usd, UsdPhysics

from .attributes import (
    DOF_ATTRIBUTES,
    ENGINE_EQUALITY_FIELDS,
    ENGINE_JOINT_FIELDS,
    UNLIMITED,
    authored,
    number,
    read_engine_fields,
    read_fields,
    read_numbers,
)
from .mimics import Mimic, read_mimic
from .notices import Notices
from .pose import Frames, Pose, rotation_of_quat
from .prims import owning_body

AXES = {"X": np.array([1.0, 0.0, 0.0]), "Y": np.array([0.0, 1.0, 0.0]), "Z": np.array([0.0, 0.0, 1.0])}
NOT_NEGATIVE = {
    *("armature", "friction", "damping", "stiffness", "max_velocity"),
    *("drive_stiffness", "drive_damping", "drive_max_force"),
}
SUFFIXES = {
    **{f"trans{axis}": f":trans{axis}" for axis in "XYZ"},
    **{f"rot{axis}": f":{index}" for index, axis in enumerate("XYZ")},
}
"""What tells the axes of one joint apart in the names of its degrees of freedom: for rotations as PhysX has it."""
HINGE = mujoco.mjtJoint.mjJNT_HINGE
SLIDE = mujoco.mjtJoint.mjJNT_SLIDE
BALL = mujoco.mjtJoint.mjJNT_BALL


@dataclass(frozen=True)
class Dof:
    """One degree of freedom, in SI units and radians; a ball joint counts as one.

    Attributes:
        name: Path of the joint; with ":" and the axis where the joint has several.
        kind: Hinge, slide or ball.
        axis: Direction in the joint's frame, shape (3,).
        lower: Lower limit of the coordinate [rad or m]; -inf without.
        upper: Upper limit of the coordinate [rad or m]; inf without.
        reference: Coordinate at which the joint's two frames coincide.
        position: Coordinate at which the simulation starts.
        armature: Inertia added by the motor [kg m^2 or kg].
        friction: Dry friction [N m or N].
        damping: Passive damping [N m s/rad or N s/m].
        stiffness: Stiffness of a passive spring [N m/rad or N/m].
        spring_reference: Coordinate at which the spring rests.
        max_velocity: Limit of the velocity [rad/s or m/s], inf without. MuJoCo has none: views and actuators keep it.
        effort_lower: Lower limit of the total actuator effort [N m or N].
        effort_upper: Upper limit of the total actuator effort [N m or N].
        drive_stiffness: Proportional gain of the drive [N m/rad or N/m].
        drive_damping: Derivative gain of the drive [N m s/rad or N s/m].
        drive_max_force: Limit of the drive's effort [N m or N].
        drive_target: Coordinate that the drive aims at [rad or m].
        drive_target_velocity: Velocity that the drive aims at [rad/s or m/s].
        drive_is_acceleration: Whether the gains are to be multiplied by the inertia that the drive moves.
        engine_fields: Further fields of the engine's joint.
    """

    name: str
    kind: mujoco.mjtJoint
    axis: np.ndarray
    lower: float = -math.inf
    upper: float = math.inf
    reference: float = 0.0
    position: float = 0.0
    armature: float = 0.0
    friction: float = 0.0
    damping: float = 0.0
    stiffness: float = 0.0
    spring_reference: float = 0.0
    max_velocity: float = math.inf
    effort_lower: float = -math.inf
    effort_upper: float = math.inf
    drive_stiffness: float = 0.0
    drive_damping: float = 0.0
    drive_max_force: float = math.inf
    drive_target: float = 0.0
    drive_target_velocity: float = 0.0
    drive_is_acceleration: bool = False
    engine_fields: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Joint:
    """One joint between two bodies, or between a body and what does not move.

    Attributes:
        path: Prim path.
        type: "fixed", "revolute", "prismatic", "spherical", "distance" or "generic".
        body0: Path of the first body; None for the world.
        body1: Path of the second body; None for the world.
        frame0: Joint frame in the first body, or in the world.
        frame1: Joint frame in the second body, or in the world.
        dofs: Degrees of freedom in the order in which they act.
        closes_loop: Whether the joint must not be part of a tree.
        collides: Whether the two bodies collide with each other.
        distance: Least and largest distance of the frames' origins [m], of a distance joint.
        mimic: The degree of freedom that this joint follows.
        torque_scale: Weight of rotation against translation [m], should the joint become a weld.
        engine_fields: Fields of the engine's equality constraint, should the joint become one.
    """

    path: str
    type: str
    body0: str | None
    body1: str | None
    frame0: Pose
    frame1: Pose
    dofs: tuple[Dof, ...] = ()
    closes_loop: bool = False
    collides: bool = False
    distance: tuple[float, float] = (0.0, math.inf)
    mimic: Mimic | None = None
    torque_scale: float = 1.0
    engine_fields: dict[str, Any] = field(default_factory=dict)


def read_joint(prim: Usd.Prim, bodies: dict[str, Pose], frames: Frames, notices: Notices) -> Joint | None:
    """Read one joint; None where both of its ends do not move.

    Args:
        prim: Joint prim.
        bodies: Frames of all rigid bodies in the world.
        frames: Frames of prims.
        notices: Takes remarks.

    Raises:
        ValueError: The joint refers to prims that do not exist, to one body twice or to none, or an attribute makes no
            sense.
    """
    joint = UsdPhysics.Joint(prim)
    body0, frame0 = _end(prim, 0, bodies, frames)
    body1, frame1 = _end(prim, 1, bodies, frames)
    if body0 is None and body1 is None:
        notices.info("The joint is left out: none of the prims it joins can move", str(prim.GetPath()))
        return None
    if body0 == body1:
        raise ValueError(f"Joint '{prim.GetPath()}' joins body '{body0}' to itself; expected two bodies.")
    breaking = {"physics:breakForce": math.inf, "physics:breakTorque": math.inf}
    for name, bound in zip(breaking, read_numbers(prim, breaking), strict=True):
        if abs(bound) < UNLIMITED:
            notices.warn(f"'{name}' has no effect: MuJoCo's joints do not break", str(prim.GetPath()))
    kind, dofs = _degrees_of_freedom(prim, notices)
    if None in (body0, body1) and len(dofs) == len(SUFFIXES) and all(map(_is_free, dofs)):
        if not _is_of_articulation(prim):
            notices.info("The joint is left out: it leaves the body free in all directions", str(prim.GetPath()))
            return None
        kind, dofs = "fixed", ()  # in files of older importers, which name no kind of joint, it fixes the robot
    return Joint(
        path=str(prim.GetPath()),
        type=kind,
        body0=body0,
        body1=body1,
        frame0=frame0,
        frame1=frame1,
        dofs=dofs,
        closes_loop=bool(joint.GetExcludeFromArticulationAttr().Get()),
        collides=bool(joint.GetCollisionEnabledAttr().Get()),
        distance=_distance(prim) if kind == "distance" else (0.0, math.inf),
        mimic=read_mimic(prim),
        torque_scale=number(prim, "mjc:torqueScale", 1.0, positive=True),
        engine_fields=read_engine_fields(prim, ENGINE_EQUALITY_FIELDS),
    )


def _end(prim: Usd.Prim, index: int, bodies: dict[str, Pose], frames: Frames) -> tuple[str | None, Pose]:
    """Body at one end of a joint, or None for the world, and the joint's frame in it."""
    joint = UsdPhysics.Joint(prim)
    position = np.array((joint.GetLocalPos1Attr() if index else joint.GetLocalPos0Attr()).Get(), dtype=float)
    quat = (joint.GetLocalRot1Attr() if index else joint.GetLocalRot0Attr()).Get()
    if not np.isfinite(position).all():
        raise ValueError(
            f"'physics:localPos{index}' of joint '{prim.GetPath()}' is {position.tolist()}; expected finite numbers."
        )
    rotation = rotation_of_quat(quat, prim, f"physics:localRot{index}")
    targets = (joint.GetBody1Rel() if index else joint.GetBody0Rel()).GetTargets()
    if not targets:
        return None, Pose(position, rotation)
    if len(targets) > 1:
        raise ValueError(
            f"Joint '{prim.GetPath()}' has {len(targets)} prims as its body {index}; one is expected: "
            f"{', '.join(map(str, targets))}."
        )
    end = prim.GetStage().GetPrimAtPath(targets[0])
    if not end:
        raise ValueError(
            f"Joint '{prim.GetPath()}' refers to '{targets[0]}', which is not on the stage; expected the path "
            "of a prim."
        )
    path = str(targets[0])
    if path in bodies:
        return path, Pose(frames.stretch(end) @ position, rotation)
    in_world = frames.local_frame(end, position, rotation)
    body = owning_body(path, bodies.keys())
    return body, in_world if body is None else bodies[body].inverse() @ in_world


def _degrees_of_freedom(prim: Usd.Prim, notices: Notices) -> tuple[str, tuple[Dof, ...]]:
    """Type of a joint and its degrees of freedom in the order in which they act."""
    path = str(prim.GetPath())
    if prim.IsA(UsdPhysics.FixedJoint):
        return "fixed", ()
    if prim.IsA(UsdPhysics.RevoluteJoint):
        return "revolute", (_dof(prim, path, HINGE, _axis(prim), "angular", notices),)
    if prim.IsA(UsdPhysics.PrismaticJoint):
        return "prismatic", (_dof(prim, path, SLIDE, _axis(prim), "linear", notices),)
    if prim.IsA(UsdPhysics.SphericalJoint):
        return "spherical", (_ball(prim, path),)
    if prim.IsA(UsdPhysics.DistanceJoint):
        return "distance", ()
    dofs = []
    for token in SUFFIXES:
        kind, axis = (SLIDE, token[-1]) if token.startswith("trans") else (HINGE, token[-1])
        if not _is_locked(prim, token):
            dofs.append(_dof(prim, path, kind, AXES[axis], token, notices, suffix=SUFFIXES[token]))
    if len(dofs) == 1:
        dofs = [_renamed(dofs[0], path)]
    return ("generic" if dofs else "fixed"), tuple(dofs)


def _is_of_articulation(prim: Usd.Prim) -> bool:
    """Whether a joint, or the body that it holds, is at or below the root of an articulation."""
    joint = UsdPhysics.Joint(prim)
    held = [*joint.GetBody0Rel().GetTargets(), *joint.GetBody1Rel().GetTargets()]
    paths = [prim.GetPath(), *(target.GetPrimPath() for target in held)]
    above = (ancestor for path in paths for ancestor in path.GetAncestorsRange())
    stage = prim.GetStage()
    return any(stage.GetPrimAtPath(path).HasAPI(UsdPhysics.ArticulationRootAPI) for path in above)


def _is_free(dof: Dof) -> bool:
    """Whether nothing acts along a degree of freedom: no limit, drive, spring, damper, friction or inertia."""
    acting = (dof.drive_stiffness, dof.drive_damping, dof.stiffness, dof.damping, dof.friction, dof.armature)
    return dof.lower == -math.inf and dof.upper == math.inf and not any(acting)


def _renamed(dof: Dof, name: str) -> Dof:
    return Dof(**{**dof.__dict__, "name": name})


def _axis(prim: Usd.Prim) -> np.ndarray:
    token = prim.GetAttribute("physics:axis").Get()
    if token not in AXES:
        raise ValueError(f"'physics:axis' of joint '{prim.GetPath()}' is '{token}'; it must be X, Y or Z.")
    return AXES[token]


def _is_locked(prim: Usd.Prim, token: str) -> bool:
    """Whether a generic joint does not move along an axis: its lower limit lies above the upper one."""
    lower = number(prim, f"limit:{token}:physics:low", -math.inf)
    upper = number(prim, f"limit:{token}:physics:high", math.inf)
    return lower > upper or (lower == upper == 0.0)


def _dof(
    prim: Usd.Prim, path: str, kind: mujoco.mjtJoint, axis: np.ndarray, token: str, notices: Notices, suffix: str = ""
) -> Dof:
    """Read one hinge or slide."""
    fields = read_fields(prim, DOF_ATTRIBUTES, token, angular=kind == HINGE)
    for name, bound in (("lower", -math.inf), ("upper", math.inf), ("max_velocity", math.inf)):
        if abs(fields.get(name, bound)) >= math.radians(UNLIMITED):
            fields[name] = bound
    if fields.get("drive_max_force", math.inf) >= UNLIMITED:
        fields["drive_max_force"] = math.inf
    _require_sense(path, fields)
    fields.setdefault("position", fields.get("reference", 0.0))
    _note_soft_limits(prim, notices)
    return Dof(
        name=path + suffix,
        kind=kind,
        axis=axis,
        drive_is_acceleration=authored(prim, f"drive:{token}:physics:type") == "acceleration",
        engine_fields=read_engine_fields(prim, ENGINE_JOINT_FIELDS),
        **fields,
    )


def _require_sense(path: str, fields: dict[str, float]) -> None:
    """Refuse limits in the wrong order and negative gains, inertias and frictions."""
    lower, upper = fields.get("lower", -math.inf), fields.get("upper", math.inf)
    if lower > upper:
        raise ValueError(
            f"The limits of joint '{path}' are {lower} and {upper} (SI units); expected the lower one "
            "below the upper one."
        )
    for name, value in fields.items():
        if name in NOT_NEGATIVE and value < 0.0:
            raise ValueError(f"The {name.replace('_', ' ')} of joint '{path}' must not be negative, but is {value}.")


def _note_soft_limits(prim: Usd.Prim, notices: Notices) -> None:
    for schema in prim.GetPrimTypeInfo().GetAppliedAPISchemas():
        if schema.startswith("PhysxLimitAPI:") and authored(prim, f"physxLimit:{schema[14:]}:stiffness"):
            notices.info(
                "The stiffness of a soft joint limit ('physxLimit:*') has no effect: limits are hard, or as "
                "'mjc:solreflimit' says",
                str(prim.GetPath()),
            )


def _ball(prim: Usd.Prim, path: str) -> Dof:
    """Read a ball joint, whose one limit bounds the angle of its whole rotation."""
    cones = [number(prim, f"physics:coneAngle{i}Limit", -1.0) for i in (0, 1)]
    limit = number(prim, "mjc:range:max", 0.0) or max(cones)
    fields = read_fields(prim, DOF_ATTRIBUTES, "angular", angular=True)
    _require_sense(path, fields)
    return Dof(
        name=path,
        kind=BALL,
        axis=_axis(prim),
        upper=math.radians(limit) if 0.0 < limit < 180.0 else math.inf,
        armature=fields.get("armature", 0.0),
        friction=fields.get("friction", 0.0),
        damping=fields.get("damping", 0.0),
        stiffness=fields.get("stiffness", 0.0),
        engine_fields=read_engine_fields(prim, ENGINE_JOINT_FIELDS),
    )


def _distance(prim: Usd.Prim) -> tuple[float, float]:
    """Bounds of a distance joint; a negative bound means that there is none."""
    least = number(prim, "physics:minDistance", -1.0)
    largest = number(prim, "physics:maxDistance", -1.0)
    return max(least, 0.0), math.inf if largest < 0.0 else largest
