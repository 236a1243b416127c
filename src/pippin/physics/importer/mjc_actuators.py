"""Actuators that a stage has of an MJCF file (``MjcActuator``): servos of tendons are the tendons' springs.

Those of joints are the joints' drives, which converters author beside them. What else there is pulls with a force that
has no commands here, which a warning says.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from pxr import Usd, UsdPhysics

from .attributes import authored, number
from .notices import Notices
from .tendons import Tendon

_INSTEAD = {
    "joint": "An actuator of a joint acts as the joint's drive ('PhysicsDriveAPI'), which this joint has not",
    "fixed": "A motor of a fixed tendon is not simulated: set efforts of its joints instead, weight times tension",
    "spatial": "A motor of a spatial tendon is not simulated: set its stiffness and offset, or wrenches on its bodies",
    "tendon": "The actuator of a tendon is not simulated",
    "other": "Actuators of sites and bodies are not simulated: use wrench composers of the asset, or a Multirotor",
}
"""What to do about actuators, by what they act on."""


@dataclass(frozen=True)
class TendonServo:
    """Something that pulls with ``stiffness * (length - rest) + damping * rate of the length``.

    Attributes:
        stiffness: Stiffness [N/m or N m/rad].
        damping: Damping [N s/m or N m s/rad].
        rest: Length that it holds with a control of 0 [m or rad].
        force_limits: Least and largest force along the tendon [N or N m], negative where it pulls; None without.
    """

    stiffness: float
    damping: float
    rest: float
    force_limits: tuple[float, float] | None


def add_servos(tendons: list[Tendon], actuators: list[Usd.Prim], notices: Notices) -> list[Tendon]:
    """Let the servos of tendons be the tendons' springs; remark on actuators that cannot be had.

    Args:
        tendons: Tendons of MJCF files.
        actuators: Actuators of MJCF files.
        notices: Takes the remarks.
    """
    by_path = {tendon.path: tendon for tendon in tendons}
    servos: dict[str, list[TendonServo]] = {}
    for prim in actuators:
        target = _target(prim)
        tendon = by_path.get(str(target.GetPath())) if target else None
        servo = _read_servo(prim) if tendon else None
        if tendon is None:
            _note_other(prim, target, notices)
        elif servo is None:
            notices.warn(_INSTEAD[tendon.kind], str(prim.GetPath()))
        elif tendon.stiffness and servo.stiffness and (tendon.rest is None or tendon.rest[0] != tendon.rest[1]):
            text = "The servo is left out: its tendon has a spring of its own, which does not rest at one length"
            notices.warn(text, str(prim.GetPath()))
        else:
            servos.setdefault(tendon.path, []).append(servo)
    return [_with_servos(tendon, servos.get(tendon.path, []), notices) for tendon in tendons]


def _target(prim: Usd.Prim) -> Usd.Prim | None:
    """What an actuator acts on; None where it is not on the stage."""
    targets = [prim.GetStage().GetPrimAtPath(path) for path in prim.GetRelationship("mjc:target").GetTargets()]
    return targets[0] if targets and targets[0] else None


def _note_other(prim: Usd.Prim, target: Usd.Prim | None, notices: Notices) -> None:
    """Remark on an actuator that acts on no tendon that is simulated, unless it is the drive of a joint."""
    kind = "other"
    if target is not None and target.IsA(UsdPhysics.Joint):
        if UsdPhysics.DriveAPI.GetAll(target):
            return
        kind = "joint"
    elif target is not None and target.GetTypeName() == "MjcTendon":
        kind = "tendon"
    notices.warn(_INSTEAD[kind], str(prim.GetPath()))


def _read_servo(prim: Usd.Prim) -> TendonServo | None:
    """The spring that an actuator is; None for motors, muscles, and what has a state of its own.

    MuJoCo's tension is ``gear * (gain * control + b0 + gear * (b1 * length + b2 * rate))``.
    """
    kinds = [authored(prim, f"mjc:{name}Type") for name in ("gain", "bias", "dyn")]
    if kinds[0] not in (None, "fixed") or kinds[1] != "affine" or kinds[2] not in (None, "none"):
        return None
    gear = float((authored(prim, "mjc:gear") or [1.0])[0])
    b0, b1, b2 = [*list(authored(prim, "mjc:biasPrm") or []), 0.0, 0.0, 0.0][:3]
    stiffness, damping = -gear * gear * float(b1), -gear * gear * float(b2)
    if not (math.isfinite(stiffness) and math.isfinite(damping)):
        raise ValueError(
            f"'mjc:gear' of prim '{prim.GetPath()}' is {gear:g}, whose square is too large for its gains; "
            "expected less."
        )
    if stiffness < 0.0 or damping < 0.0 or not (stiffness or damping):
        return None
    limits = None
    if authored(prim, "mjc:forceLimited") == "true":
        ends = [gear * number(prim, f"mjc:forceRange:{end}", 0.0) for end in ("min", "max")]
        limits = min(ends), max(ends)
    rest = gear * float(b0) / stiffness if stiffness else 0.0
    return TendonServo(stiffness, damping, rest, limits)


def _with_servos(tendon: Tendon, servos: list[TendonServo], notices: Notices) -> Tendon:
    """The tendon with a spring that pulls as its own and its servos do together."""
    limits = [servo.force_limits for servo in servos if servo.force_limits is not None]
    is_limited = bool(limits) and len(limits) == len(servos) and not tendon.stiffness
    if limits and not is_limited:
        text = "The spring of the tendon has no largest force, since not all of what pulls there has one ('forcerange')"
        notices.warn(text, tendon.path)
    if is_limited:
        tendon = replace(tendon, force_limits=(sum(lower for lower, _ in limits), sum(upper for _, upper in limits)))
    for servo in servos:
        stiffness = tendon.stiffness + servo.stiffness
        rest = tendon.rest
        if servo.stiffness:
            own = tendon.stiffness * rest[0] if tendon.stiffness and rest else 0.0
            length = (own + servo.stiffness * servo.rest) / stiffness
            rest = (length, length)
        tendon = replace(tendon, stiffness=stiffness, damping=tendon.damping + servo.damping, rest=rest)
    return tendon
