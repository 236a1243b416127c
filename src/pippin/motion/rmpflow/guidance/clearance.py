"""How far a robot is from what it must not touch, for kernels."""

from __future__ import annotations

from typing import Any

import warp as wp

from pippin.motion.kinematics.functions import compute_joint_frames
from pippin.motion.rmpflow.policies.avoidance import point_clearance
from pippin.motion.world.distances import FAR


@wp.func
def clearance(robot: Any, body: Any, world: Any, frames: Any, q: Any, env_id: int, enough: Any) -> Any:
    """Least distance [m] of spheres from obstacles and of balls from body cylinders, which RMPflow keeps apart.

    Once it is less than ``enough``, nothing more is looked at. ``frames`` is room for the frames of joints.
    """
    compute_joint_frames(robot, q, frames)
    least = type(enough)(FAR)
    for point in range(body.num_points):
        joint = body.point_joints[point]
        if joint >= 0 and least >= enough:
            center = wp.transform_point(frames[joint], body.point_centers[point])
            least = wp.min(least, point_clearance(body, world, env_id, point, center))
    return least


@wp.func
def segment_is_free(
    robot: Any,
    body: Any,
    world: Any,
    frames: Any,
    looks: Any,
    start: Any,
    end: Any,
    env_id: int,
    margin: Any,
    spacing: Any,
) -> bool:
    """Whether a robot that goes straight from one configuration to another keeps a margin [m] along the way.

    It is looked at every ``spacing`` [rad, or m], at the end first; the start is left out. ``looks`` counts how often.
    """
    num_steps = wp.int32(wp.ceil(wp.length(end - start) / spacing))
    free = wp.bool(True)
    step = wp.int32(num_steps)
    while free and step > 0:
        part = type(margin)(step) / type(margin)(num_steps)
        q = start + part * (end - start)
        free = clearance(robot, body, world, frames, q, env_id, margin) > margin
        step -= 1
    looks[env_id] = looks[env_id] + num_steps - step
    return free
