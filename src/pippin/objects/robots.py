"""Robots of ready configs, as objects."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from numpy.typing import ArrayLike
from pxr import Sdf, Usd, UsdPhysics

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import ArticulationCfg
from pippin.sim import get_current_stage, get_prim
from pippin.sim.schemas import JointDrivePropertiesCfg, define_joint_drive_properties
from pippin.utils import resolve_matching_names, resolve_matching_names_values

from .single_articulation import SingleArticulation

Parameter = float | Mapping[str, float] | None
"""A value for all joints of a group, or values by regular expressions of their names; None leaves them."""


def add_robot(
    prim_path: str,
    cfg: ArticulationCfg,
    name: str = "robot",
    position: ArrayLike | None = None,
    orientation: ArrayLike | None = None,
) -> SingleArticulation:
    """Put the robot of a config on the stage, such as one of :mod:`pippin.robots`: its prims, drives and initial state.

    Args:
        prim_path: Path of the new prim.
        cfg: The config; its actuators should be implicit ones, which the engine's drives are.
        name: Name of the object.
        position: Position in the world [m], shape (3,); None takes that of the config.
        orientation: Orientation in the world (x, y, z, w), shape (4,); None takes that of the config.

    Raises:
        ValueError: There is a prim at the path already, or an expression of the config matches no joint.
        NotImplementedError: An actuator is none that the engine's drives can be.
        FileNotFoundError: The description of the robot is not there.
    """
    explicit = [group for group, actuator in cfg.actuators.items() if not isinstance(actuator, ImplicitActuatorCfg)]
    if explicit:
        raise NotImplementedError(
            f"The actuators {', '.join(explicit)} are computed outside of the engine, which drives of objects are not:"
            " take the robot as a pippin.assets.Articulation."
        )
    if cfg.spawn is None:
        raise ValueError(f"'spawn' of the config for '{prim_path}' is None; expected a spawner.")
    init = cfg.init_state
    cfg.spawn.func(prim_path, cfg.spawn, translation=init.pos, orientation=init.rot)
    try:
        joints = _joints_below(prim_path)
        for group in cfg.actuators.values():
            assert isinstance(group, ImplicitActuatorCfg)
            _author_drives(group, joints)
        _author_initial_positions(init.joint_pos, joints)
        return SingleArticulation(prim_path, name, position=position, orientation=orientation)
    except Exception:
        get_current_stage().RemovePrim(prim_path)
        raise


ROTATIONS = ("rotX", "rotY", "rotZ")
"""Rotations of a joint with several axes, whose numbers end the names of its degrees of freedom."""


class _Freedom(NamedTuple):
    """A degree of freedom on the stage: its joint, and the axis of that which it is, where the joint has several."""

    joint: Usd.Prim
    axis: str | None

    @property
    def instance(self) -> str:
        """Instance of the schemas of its drive and its state."""
        return self.axis or ("angular" if self.joint.IsA(UsdPhysics.RevoluteJoint) else "linear")


def _joints_below(prim_path: str) -> dict[str, _Freedom]:
    """Degrees of freedom at or below a prim by name: hinges, slides, and rotations of joints with several axes."""
    found = {}
    for prim in Usd.PrimRange(get_prim(prim_path)):
        if prim.IsA(UsdPhysics.RevoluteJoint) or prim.IsA(UsdPhysics.PrismaticJoint):
            found[prim.GetName()] = _Freedom(prim, None)
        elif prim.GetTypeName() == "PhysicsJoint":
            free = [number for number, axis in enumerate(ROTATIONS) if not _is_locked(prim, axis)]
            for number in free:
                name = f"{prim.GetName()}:{number}" if len(free) > 1 else prim.GetName()
                found[name] = _Freedom(prim, ROTATIONS[number])
    return found


def _is_locked(joint: Usd.Prim, axis: str) -> bool:
    """Whether the limits of an axis leave nothing, which USD says by a lower limit above the upper one."""
    limit = UsdPhysics.LimitAPI(joint, axis)
    return bool(joint.HasAPI(UsdPhysics.LimitAPI, axis)) and limit.GetLowAttr().Get() >= limit.GetHighAttr().Get()


def _author_drives(group: ImplicitActuatorCfg, joints: Mapping[str, _Freedom]) -> None:
    _, names = resolve_matching_names(group.joint_names_expr, list(joints))
    fields = {
        "stiffness": _by_name(group.stiffness, names),
        "damping": _by_name(group.damping, names),
        "max_effort": _by_name(group.effort_limit_sim, names),
        "max_velocity": _by_name(group.velocity_limit_sim, names),
    }
    armatures = _by_name(group.armature, names)
    for name in names:
        values = {field: by_name[name] for field, by_name in fields.items() if name in by_name}
        joint, axis = joints[name]
        define_joint_drive_properties(joint.GetPath().pathString, _drive(values), axis=axis)
        if name in armatures:
            _author(joint, f"physxJointAxis:{axis}:armature" if axis else "physxJoint:armature", armatures[name])


def _drive(values: Mapping[str, float]) -> JointDrivePropertiesCfg:
    cfg = JointDrivePropertiesCfg()
    for field, value in values.items():
        setattr(cfg, field, value)
    return cfg


def _author_initial_positions(positions: Mapping[str, float], joints: Mapping[str, _Freedom]) -> None:
    """Let joints begin at positions [m or rad]."""
    _, names, values = resolve_matching_names_values(dict(positions), list(joints))
    for name, value in zip(names, values, strict=True):
        instance = joints[name].instance
        position = value if instance == "linear" else math.degrees(value)
        _author(joints[name].joint, f"state:{instance}:physics:position", position)


def _author(prim: Usd.Prim, attribute: str, value: float) -> None:
    prim.CreateAttribute(attribute, Sdf.ValueTypeNames.Float).Set(float(value))


def _by_name(parameter: Parameter, names: list[str]) -> dict[str, float]:
    """Values of joints by their names, for those that have one."""
    if parameter is None:
        return {}
    if isinstance(parameter, Mapping):
        _, matched, values = resolve_matching_names_values(dict(parameter), names)
        return dict(zip(matched, values, strict=True))
    return dict.fromkeys(names, float(parameter))
