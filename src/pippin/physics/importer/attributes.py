"""Which attribute of which schema fills which field: the tables, and how they are read.

Several schemas speak of the same thing (``mjc:``, ``newton:``, ``physx*:`` and ``physics:``). Of the attributes listed
for a field, the first one that is authored counts; MuJoCo's come first because it is the engine that runs. Angles in
USD are degrees; the number beside an attribute is the power of the degree in its unit, so that limits (1) and gains
per degree (-1) become radians.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from pxr import Usd

from .notices import Notices

UNLIMITED = 1e30
"""Magnitudes from here on mean that there is no limit: writers use inf, FLT_MAX or something close to it."""

DOF_ATTRIBUTES: dict[str, tuple[tuple[str, int], ...]] = {
    "lower": (("limit:{axis}:physics:low", 1), ("physics:lowerLimit", 1)),
    "upper": (("limit:{axis}:physics:high", 1), ("physics:upperLimit", 1)),
    "reference": (("mjc:ref", 1),),
    "position": (("state:{axis}:physics:position", 1), ("newton:{axis}:position", 1)),
    "armature": (
        ("mjc:armature", 0),
        ("newton:armature", 0),
        ("physxJointAxis:{axis}:armature", 0),
        ("physxJoint:armature", 0),
    ),
    "friction": (
        ("mjc:frictionloss", 0),
        ("newton:friction", 0),
        ("physxJointAxis:{axis}:staticFrictionEffort", 0),
        ("physxJoint:jointFriction", 0),
    ),
    "damping": (
        ("mjc:damping", 0),
        ("newton:damping", -1),
        ("physxJointAxis:{axis}:viscousFrictionCoefficient", -1),
    ),
    "stiffness": (("mjc:stiffness", 0),),
    "spring_reference": (("mjc:springref", 1),),
    "max_velocity": (
        ("newton:velocityLimit", 1),
        ("physxJointAxis:{axis}:maxJointVelocity", 1),
        ("physxJoint:maxJointVelocity", 1),
    ),
    "effort_lower": (("mjc:actuatorfrcrange:min", 0),),
    "effort_upper": (("mjc:actuatorfrcrange:max", 0),),
    "drive_stiffness": (("drive:{axis}:physics:stiffness", -1),),
    "drive_damping": (("drive:{axis}:physics:damping", -1),),
    "drive_max_force": (("drive:{axis}:physics:maxForce", 0),),
    "drive_target": (("drive:{axis}:physics:targetPosition", 1),),
    "drive_target_velocity": (("drive:{axis}:physics:targetVelocity", 1),),
}
"""Fields of a degree of freedom; ``{axis}`` is "angular", "linear", "transX", ... "rotZ"."""

ENGINE_JOINT_FIELDS = {
    "mjc:margin": "margin",
    "mjc:solreflimit": "solref_limit",
    "mjc:solimplimit": "solimp_limit",
    "mjc:solreffriction": "solref_friction",
    "mjc:solimpfriction": "solimp_friction",
    "mjc:actuatorgravcomp": "actgravcomp",
}
"""Attributes of a joint that MuJoCo's joints have as they are."""

ENGINE_GEOM_FIELDS = {
    "physxCollision:restOffset": "margin",
    "newton:contactMargin": "margin",
    "mjc:margin": "margin",
    "mjc:gap": "gap",
    "mjc:condim": "condim",
    "mjc:priority": "priority",
    "mjc:solmix": "solmix",
    "mjc:solref": "solref",
    "mjc:solimp": "solimp",
}
"""Attributes of a collider that MuJoCo's geometries have as they are; a later one overrides an earlier one."""

ENGINE_EQUALITY_FIELDS = {"mjc:solref": "solref", "mjc:solimp": "solimp"}
"""Attributes of a loop joint that MuJoCo's equality constraints have as they are."""

WITHOUT_EFFECT: tuple[tuple[str, str], ...] = (
    ("physxRigidBody:lockedPosAxis", "warn"),
    ("physxRigidBody:lockedRotAxis", "warn"),
    ("physxRigidBody:maxLinearVelocity", "info"),
    ("physxRigidBody:maxAngularVelocity", "info"),
    ("physxRigidBody:maxContactImpulse", "info"),
    ("physxRigidBody:sleepThreshold", "info"),
    ("physxRigidBody:stabilizationThreshold", "info"),
    ("physxRigidBody:solverPositionIterationCount", "info"),
    ("physxRigidBody:solverVelocityIterationCount", "info"),
    ("physxRigidBody:enableCCD", "info"),
    ("physxRigidBody:enableGyroscopicForces", "info"),
    ("physxRigidBody:retainAccelerations", "info"),
    ("physxArticulation:sleepThreshold", "info"),
    ("physxArticulation:stabilizationThreshold", "info"),
    ("physxArticulation:solverPositionIterationCount", "info"),
    ("physxArticulation:solverVelocityIterationCount", "info"),
    ("physxCollision:contactOffset", "info"),
    ("physxConvexHullCollision:hullVertexLimit", "info"),
    ("physxCollision:torsionalPatchRadius", "info"),
    ("physxCollision:minTorsionalPatchRadius", "info"),
)
"""Attributes of PhysX that MuJoCo has no counterpart for, and how loudly to say so."""


def authored(prim: Usd.Prim, name: str) -> Any | None:
    """Value of an attribute where one is authored or written by its schema's fallback in a file; else None."""
    attribute = prim.GetAttribute(name)
    return attribute.Get() if attribute and attribute.HasAuthoredValue() else None


def read_numbers(prim: Usd.Prim, defaults: Mapping[str, float], positive: bool = False) -> list[float]:
    """Read attributes that must be numbers, in the order of their defaults, which count where none is authored.

    Raises:
        ValueError: A value is no number, or negative where that makes no sense.
    """
    names = set(prim.GetAuthoredPropertyNames()).intersection(defaults)
    values = dict(defaults)
    for name in names:
        values[name] = number(prim, name, defaults[name], positive)
    return list(values.values())


def number(prim: Usd.Prim, name: str, default: float, positive: bool = False) -> float:
    """Value of an attribute that must be a number; the default where it is not authored.

    Raises:
        ValueError: The value is no number, or negative where that makes no sense.
    """
    attribute = prim.GetAttribute(name)
    value = attribute.Get() if attribute and attribute.HasAuthoredValue() else None
    if value is None:
        return default
    if not isinstance(value, numbers.Real):
        raise ValueError(f"'{name}' of prim '{prim.GetPath()}' must be a number, but is {value!r}.")
    value = float(value)
    if math.isnan(value) or (positive and value < 0.0):
        expected = "a number that is not negative" if positive else "a number"
        raise ValueError(f"'{name}' of prim '{prim.GetPath()}' must be {expected}, but is {value}.")
    return value


def read_fields(
    prim: Usd.Prim, table: Mapping[str, Sequence[tuple[str, int]]], axis: str, angular: bool
) -> dict[str, float]:
    """Read the fields of a table that are authored, in radians; the first authored attribute of a field counts.

    Args:
        prim: Prim to read.
        table: Attributes of each field with the power of the degree in their unit.
        axis: What ``{axis}`` stands for.
        angular: Whether the degree of freedom turns; otherwise its unit holds no angle.

    Raises:
        ValueError: A value is NaN.
    """
    fields = {}
    names = set(prim.GetAuthoredPropertyNames())
    for field, sources in table.items():
        for source, power in sources:
            name = source.format(axis=axis)
            value = number(prim, name, math.nan) if name in names else math.nan
            if not math.isnan(value):
                fields[field] = value * math.radians(1.0) ** power if angular else value
                break
    return fields


def read_engine_fields(prim: Usd.Prim, table: Mapping[str, str]) -> dict[str, Any]:
    """Read authored attributes that the engine has under another name, ready to be set on a spec element.

    Raises:
        ValueError: A value is NaN, or no number.
    """
    fields = {}
    names = set(prim.GetAuthoredPropertyNames())
    for name, field in table.items():
        value = authored(prim, name) if name in names else None
        if value is not None and np.asarray(value).dtype.kind not in "biuf":
            raise ValueError(f"'{name}' of prim '{prim.GetPath()}' is {value!r}; expected numbers.")
        if value is None or (np.ndim(value) == 0 and np.isneginf(value)):  # PhysX writes -inf for its own default
            continue
        if np.isnan(np.asarray(value, dtype=float)).any():
            raise ValueError(f"'{name}' of prim '{prim.GetPath()}' is {value}; expected a finite number.")
        fields[field] = np.array(value, dtype=float) if np.ndim(value) else value
    return fields


def note_without_effect(prim: Usd.Prim, notices: Notices) -> None:
    """Remark on authored attributes that have no counterpart in MuJoCo."""
    names = set(prim.GetAuthoredPropertyNames())
    for name, level in WITHOUT_EFFECT:
        if name in names and authored(prim, name):
            remark = notices.warn if level == "warn" else notices.info
            remark(f"'{name}' has no effect: MuJoCo has no counterpart", str(prim.GetPath()))
