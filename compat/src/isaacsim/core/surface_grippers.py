"""Surface grippers as prims, as files and programs of Isaac Sim 5 have them.

A prim of type ``IsaacSurfaceGripper`` names attachment points: joints of which one body is there, the gripper's; the
other is what it holds. They bind nothing until then, and the importer leaves them out.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from pxr import Gf, Sdf, Usd, UsdPhysics
from scipy.spatial.transform import Rotation

from pippin import objects
from pippin.sim import get_current_stage
from pippin.sim.units import meters_of

GRIPPER_TYPE = "IsaacSurfaceGripper"
"""Type of the prims of surface grippers."""

GRIP_DISTANCE = 0.01
"""How far a surface gripper grips where its prim says nothing [m]."""


class AttachmentPoint(NamedTuple):
    """Where a gripper holds: the path of its body, and in its frame the position [m] and the direction, shape (3,)."""

    body: str
    position: np.ndarray
    direction: np.ndarray


def read_surface_gripper(prim_path: str) -> objects.SurfaceGripper | None:
    """Make the gripper that a prim describes; None where there is no such prim.

    The surface is in the middle of its attachment points, and grips along the forward axis of the first. It grips as
    far as ``isaac:maxGripDistance`` says, holds up to the smaller of the limits along and across that axis, and goes on
    trying where it has a retry interval.

    Raises:
        ValueError: It has no attachment point with a body.
    """
    stage = get_current_stage()
    prim = stage.GetPrimAtPath(prim_path) if Sdf.Path.IsValidPathString(prim_path) else None
    if not prim or not prim.HasRelationship("isaac:attachmentPoints"):
        return None
    joints = [stage.GetPrimAtPath(path) for path in prim.GetRelationship("isaac:attachmentPoints").GetTargets()]
    points = [point for joint in joints if joint and (point := read_attachment_point(joint)) is not None]
    if not points:
        raise ValueError(f"Surface gripper '{prim_path}' has no attachment point whose joint names a body.")
    return objects.SurfaceGripper(
        points[0].body,
        "gripper",
        np.mean([point.position for point in points], axis=0),
        points[0].direction,
        *read_limits(prim),
        retry_close=is_retrying(prim),
    )


def read_limits(prim: Usd.Prim) -> tuple[float, float | None]:
    """How far a gripper grips [m], and the force at which its hold breaks [N], None for none."""
    forces = [_number(prim, f"isaac:{kind}ForceLimit") for kind in ("coaxial", "shear")]
    distance = _number(prim, "isaac:maxGripDistance") or GRIP_DISTANCE / meters_of(prim.GetStage())
    return distance, min([force for force in forces if force > 0.0], default=None)


def is_retrying(prim: Usd.Prim) -> bool:
    """Whether a gripper goes on trying to hold something once it was closed."""
    return _number(prim, "isaac:retryInterval") > 0.0


def read_attachment_point(joint: Usd.Prim) -> AttachmentPoint | None:
    """Frame of a joint on the one body that it names; None where it names none."""
    for side in ("0", "1"):
        bodies = joint.GetRelationship(f"physics:body{side}").GetTargets()
        if bodies:
            turn = joint.GetAttribute(f"physics:localRot{side}").Get()
            axis = joint.GetAttribute("isaac:forwardAxis")
            forward = np.eye(3)["XYZ".index((axis.Get() if axis else None) or "X")]
            position = np.array(joint.GetAttribute(f"physics:localPos{side}").Get(), dtype=float)
            turned = Rotation.from_quat([*turn.GetImaginary(), turn.GetReal()]).apply(forward)
            return AttachmentPoint(str(bodies[0]), position, turned)
    return None


def write_surface_gripper(prim_path: str, body_path: str, ahead: float) -> None:
    """Put a gripper on the stage that grips along the x-axis of a body.

    Args:
        prim_path: Path of the gripper.
        body_path: Path of the body.
        ahead: Where its surface is along the axis, from the body's origin [m].
    """
    stage = get_current_stage()
    joint = UsdPhysics.Joint.Define(stage, f"{prim_path}/attachment")
    joint.CreateBody0Rel().SetTargets([body_path])
    joint.CreateLocalPos0Attr(Gf.Vec3f(ahead, 0.0, 0.0))
    joint.CreateLocalRot0Attr(Gf.Quatf(1.0))
    joint.CreateExcludeFromArticulationAttr(True)
    joint.GetPrim().CreateAttribute("isaac:forwardAxis", Sdf.ValueTypeNames.Token).Set("X")
    prim = stage.DefinePrim(prim_path, GRIPPER_TYPE)
    prim.CreateRelationship("isaac:attachmentPoints").SetTargets([joint.GetPath()])
    prim.CreateAttribute("isaac:maxGripDistance", Sdf.ValueTypeNames.Float).Set(GRIP_DISTANCE / meters_of(stage))


def _number(prim: Usd.Prim, name: str) -> float:
    attribute = prim.GetAttribute(name)
    return float((attribute.Get() if attribute else None) or 0.0)
