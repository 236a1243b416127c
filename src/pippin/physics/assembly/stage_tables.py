"""What a stage says of an asset that the engine's description does not: names, fixed joints, actuators."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter

import mujoco
import numpy as np
from pxr import Usd, UsdPhysics

from ..importer.prims import owning_body
from .asset import AssetActuator, AssetJoint, JointKind

_KINDS: dict[str, JointKind] = {
    "PhysicsFixedJoint": "fixed",
    "PhysicsRevoluteJoint": "revolute",
    "PhysicsPrismaticJoint": "prismatic",
    "PhysicsSphericalJoint": "ball",
}


def names_on_stage(stage: Usd.Stage) -> dict[str, str]:
    """Names in the file that a stage was made from, by path: those that are no names of prims are display names."""
    return {str(prim.GetPath()): prim.GetDisplayName() or prim.GetName() for prim in stage.Traverse()}


def name_of(prim: Usd.Prim) -> str:
    """Name of a prim's element in the file that it was made from."""
    return prim.GetDisplayName() or prim.GetName()


# Joints.


def read_joints(stage: Usd.Stage, model: mujoco.MjModel, names: Mapping[str, str]) -> tuple[AssetJoint, ...]:
    """Joints between the bodies of a compiled asset, by the body that they move.

    Joints to the world, those that close loops, and those of bodies that became part of their parents are left out.
    """
    bodies = {model.body(index).name: index for index in range(1, model.nbody)}
    dofs = {model.joint(joint).name: number for number, joint in enumerate(_scalar_joints(model))}
    found = []
    for prim in stage.Traverse():
        if not prim.IsA(UsdPhysics.Joint) or UsdPhysics.Joint(prim).GetExcludeFromArticulationAttr().Get():
            continue
        child = _child(prim, bodies, model)
        if child is not None:
            path = str(prim.GetPath())
            found.append(AssetJoint(names[path], _kind(prim), child - 1, dofs.get(path, -1)))
    return tuple(sorted(found, key=attrgetter("child")))


def _scalar_joints(model: mujoco.MjModel) -> np.ndarray:
    kinds = (mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE)
    return np.flatnonzero(np.isin(model.jnt_type, [int(kind) for kind in kinds]))


def _child(prim: Usd.Prim, bodies: Mapping[str, int], model: mujoco.MjModel) -> int | None:
    """Body that hangs from the other one that a joint joins; None where neither hangs from the other."""
    joint = UsdPhysics.Joint(prim)
    ends = []
    for relationship in (joint.GetBody0Rel(), joint.GetBody1Rel()):
        targets = relationship.GetTargets()
        path = str(targets[0]) if targets else ""
        owner = path if path in bodies else owning_body(path, bodies)
        if owner is None or owner not in bodies:
            return None
        ends.append(bodies[owner])
    first, second = ends
    if model.body_parentid[second] == first:
        return second
    return first if model.body_parentid[first] == second else None


def _kind(prim: Usd.Prim) -> JointKind:
    """Kind of a joint; generic ones with limits are planar, those without any are floating."""
    if prim.GetTypeName() in _KINDS:
        return _KINDS[prim.GetTypeName()]
    return "planar" if any(name.startswith("PhysicsLimitAPI") for name in prim.GetAppliedSchemas()) else "floating"


# Actuators.


def read_actuators(stage: Usd.Stage) -> tuple[AssetActuator, ...]:
    """Actuators that an MJCF gives."""
    return tuple(_actuator(stage, prim) for prim in stage.Traverse() if prim.GetTypeName() == "MjcActuator")


def _actuator(stage: Usd.Stage, prim: Usd.Prim) -> AssetActuator:
    """Read an actuator; its gains tell of which kind it is."""
    gear = float(_values(prim, "mjc:gear", [1.0])[0])
    gain = float(_values(prim, "mjc:gainPrm", [1.0])[0])
    bias = [*_values(prim, "mjc:biasPrm", []), 0.0, 0.0, 0.0]
    is_affine = prim.GetAttribute("mjc:biasType").Get() == "affine"
    position_gain, velocity_gain = (-float(bias[1]), -float(bias[2])) if is_affine else (0.0, 0.0)
    kind = "motor"
    if is_affine:
        kind = "position" if position_gain == gain else "velocity" if velocity_gain == gain else "general"
    targets = [stage.GetPrimAtPath(path) for path in prim.GetRelationship("mjc:target").GetTargets()]
    joints = [name_of(target) for target in targets if target and target.IsA(UsdPhysics.Joint)]
    return AssetActuator(
        name=name_of(prim),
        joint=joints[0] if joints else "",
        kind=kind,  # type: ignore[arg-type]
        control_range=_range(prim, "ctrl"),
        force_range=_range(prim, "force"),
        position_gain=position_gain,
        velocity_gain=velocity_gain,
        gear=gear * gain if kind == "motor" else gear,
    )


def _values(prim: Usd.Prim, name: str, default: list[float]) -> list[float]:
    value = prim.GetAttribute(name).Get()
    return default if value is None else list(value)


def _range(prim: Usd.Prim, quantity: str) -> tuple[float, float] | None:
    """Bounds of an actuator's input or force."""
    if prim.GetAttribute(f"mjc:{quantity}Limited").Get() != "true":
        return None
    return (
        float(prim.GetAttribute(f"mjc:{quantity}Range:min").Get()),
        float(prim.GetAttribute(f"mjc:{quantity}Range:max").Get()),
    )
