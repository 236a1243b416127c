"""Joints that close loops: as constraints between sites, because each body hangs from one parent only."""

from __future__ import annotations

import mujoco
import numpy as np

from .joints import HINGE, Joint
from .notices import Notices
from .pose import Pose

HINGE_SPAN = 0.1
"""Distance of the two points that a loop-closing hinge holds together on its axis [m]."""


def add_loop(spec: mujoco.MjSpec, joint: Joint, notices: Notices) -> None:
    """Add a joint as an equality constraint, or as a tendon where it bounds a distance.

    A fixed joint becomes a weld, a ball a point that coincides, and a hinge two points on its axis. Limits, drives,
    friction and damping of loop joints have no counterpart.

    Raises:
        NotImplementedError: The joint slides, or turns about more axes than one and fewer than three.
    """
    if joint.type == "distance":
        _add_distance(spec, joint)
        return
    if any(dof.drive_stiffness or dof.drive_damping or np.isfinite([dof.lower, dof.upper]).any() for dof in joint.dofs):
        notices.warn("Limits and drives of a joint that closes a loop have no effect", joint.path)
    if joint.type == "fixed":
        _add_constraint(spec, joint, mujoco.mjtEq.mjEQ_WELD, np.zeros(3), "")
    elif joint.type == "spherical" or _turns(joint, 3):
        _add_constraint(spec, joint, mujoco.mjtEq.mjEQ_CONNECT, np.zeros(3), "")
    elif _turns(joint, 1):
        for end, side in ((":0", -0.5), (":1", 0.5)):
            _add_constraint(spec, joint, mujoco.mjtEq.mjEQ_CONNECT, side * HINGE_SPAN * joint.dofs[0].axis, end)
    else:
        raise NotImplementedError(
            f"Joint '{joint.path}' closes a loop and is {joint.type}; only fixed, revolute and spherical joints can. "
            "Let a joint of one of these types close the loop (physics:excludeFromArticulation)."
        )


def _turns(joint: Joint, axes: int) -> bool:
    """Whether a joint does nothing but turn about so many axes."""
    return len(joint.dofs) == axes and all(dof.kind == HINGE for dof in joint.dofs)


def _add_constraint(spec: mujoco.MjSpec, joint: Joint, kind: mujoco.mjtEq, point: np.ndarray, suffix: str) -> None:
    """Hold together a point of the joint's frame (or the frame) in both bodies."""
    offset = Pose(point, np.eye(3))
    first = _add_site(spec, joint.body0, joint.frame0 @ offset, f"{joint.path}{suffix}:body0")
    second = _add_site(spec, joint.body1, joint.frame1 @ offset, f"{joint.path}{suffix}:body1")
    constraint = spec.add_equality(
        name=joint.path + suffix, type=kind, objtype=mujoco.mjtObj.mjOBJ_SITE, name1=first, name2=second
    )
    if kind == mujoco.mjtEq.mjEQ_WELD:
        constraint.data[10] = joint.torque_scale
    for field, value in joint.engine_fields.items():
        setattr(constraint, field, value)


def _add_site(spec: mujoco.MjSpec, body: str | None, pose: Pose, name: str) -> str:
    parent = spec.worldbody if body is None else spec.body(body)
    parent.add_site(name=name, pos=pose.position, quat=pose.quat_wxyz, group=5)
    return name


def _add_distance(spec: mujoco.MjSpec, joint: Joint) -> None:
    """Bound the distance between the joint's two origins by a tendon."""
    least, largest = joint.distance
    tendon = spec.add_tendon(
        name=joint.path,
        limited=mujoco.mjtLimited.mjLIMITED_TRUE,
        range=[least, min(max(largest, least + 1e-6), 1e10)],
    )
    tendon.wrap_site(_add_site(spec, joint.body0, joint.frame0, f"{joint.path}:body0"))
    tendon.wrap_site(_add_site(spec, joint.body1, joint.frame1, f"{joint.path}:body1"))
