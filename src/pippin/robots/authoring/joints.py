"""Which joints of a robot are coordinates of the c-space, and where the others are held."""

from __future__ import annotations

import math
from collections.abc import Mapping

from pippin.utils.urdf import UrdfJoint, UrdfModel

MOVING = ("revolute", "continuous", "prismatic")
"""Types of joints that can be coordinates."""

SECONDS_TO_FULL_SPEED = 0.2
"""Time from rest to the largest velocity, from which limits of acceleration are made [s]."""

SECONDS_TO_FULL_ACCELERATION = 0.02
"""Time from no acceleration to the largest, from which limits of jerk are made [s]."""

USUAL_SPEED = 2.0
"""Velocity that stands for a missing limit [rad/s or m/s]."""


def chain_joints(urdf: UrdfModel, end_effector: str) -> list[UrdfJoint]:
    """Joints that move a link by themselves, from the root on.

    Raises:
        ValueError: There is no such link, or nothing moves it.
    """
    if end_effector not in urdf.link_of:
        raise ValueError(f"'{urdf.path}' has no link '{end_effector}'; there are: {', '.join(urdf.link_of)}.")
    joint_to = {joint.child: joint for joint in urdf.joints}
    joints = []
    link = end_effector
    while link in joint_to:
        joint = joint_to[link]
        if joint.type in MOVING and joint.mimic is None:
            joints.append(joint)
        link = joint.parent
    if not joints:
        raise ValueError(
            f"No joint of '{urdf.path}' moves the link '{end_effector}'; expected a link below a joint that moves."
        )
    return joints[::-1]


def last_link(urdf: UrdfModel) -> str:
    """The link that most joints move by themselves; of several the first that has no children.

    Of the fingers of a hand, that is the first; the hand itself has to be named.

    Raises:
        ValueError: No joint moves by itself.
    """
    depths = {urdf.root: 0}
    links = [urdf.root]
    for link in links:  # grows while it is gone through
        for joint in urdf.child_joints_of[link]:
            depths[joint.child] = depths[link] + (joint.type in MOVING and joint.mimic is None)
            links.append(joint.child)
    leaves = [link for link in links if not urdf.child_joints_of[link]]
    last = max(leaves, key=depths.__getitem__)
    if depths[last] == 0:
        raise ValueError(f"No joint of '{urdf.path}' moves by itself, so there is nothing to plan for.")
    return last


def held_positions(urdf: UrdfModel, cspace: list[UrdfJoint], positions: Mapping[str, float]) -> dict[str, float]:
    """Positions of the joints that could move but are no coordinates: those that are given, else at rest [m or rad].

    Args:
        urdf: The robot.
        cspace: Joints that are coordinates.
        positions: Positions of some joints, by name.

    Raises:
        ValueError: A joint is not there, does not move, or is a coordinate.
    """
    names = [joint.name for joint in cspace]
    others = [joint for joint in urdf.joints if joint.type in MOVING and joint.name not in names]
    for name in positions:
        if name not in [joint.name for joint in others]:
            free = ", ".join(joint.name for joint in others) or "none"
            raise ValueError(f"The joint '{name}' cannot be held; those that can: {free}.")
    held = {}
    for joint in others:
        if joint.name in positions:
            held[joint.name] = float(positions[joint.name])
        elif joint.mimic is None:  # what mimics a joint goes where that one is
            held[joint.name] = min(max(0.0, joint.limit.lower), joint.limit.upper)
    return held


def acceleration_limits(cspace: list[UrdfJoint]) -> list[float]:
    """Limits of acceleration [m/s^2 or rad/s^2] for want of data: each joint is at its full speed in 0.2 s."""
    speeds = [joint.limit.velocity for joint in cspace]
    return [
        (speed if math.isfinite(speed) and speed > 0.0 else USUAL_SPEED) / SECONDS_TO_FULL_SPEED for speed in speeds
    ]


def jerk_limits(accelerations: list[float]) -> list[float]:
    """Limits of jerk [m/s^3 or rad/s^3] for want of data: full acceleration is there in 0.02 s."""
    return [acceleration / SECONDS_TO_FULL_ACCELERATION for acceleration in accelerations]
