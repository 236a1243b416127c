"""What a robot touches, in words."""

from __future__ import annotations

import numpy as np

from pippin.motion.kinematics import Kinematics
from pippin.motion.robot_description import BASE
from pippin.motion.world import CollisionWorld

from ..ik.bodies import RobotBodies

MAX_NAMED = 3
"""Number of contacts that are named."""


def describe_contacts(bodies: RobotBodies, kinematics: Kinematics, world: CollisionWorld, q: np.ndarray) -> str:
    """Say which spheres touch which obstacles, or which links touch each other; the deepest contacts first.

    Args:
        bodies: The robot.
        kinematics: Its kinematics, on the device of the world.
        world: The obstacles, of one world.
        q: Configuration [m or rad], shape (num_coordinates,).

    Returns:
        Text for a message; empty where nothing touches.
    """
    model = bodies.model
    centers = kinematics.sphere_centers(q[None])
    nearest = world.nearest(centers.torch, model.sphere_radii.copy())
    distances, obstacles = nearest.distances.numpy()[0], nearest.obstacles.numpy()[0]
    contacts = []
    for i in np.flatnonzero((distances < 0.0) & (model.sphere_joints != BASE)).tolist():
        name = world.name_of(int(obstacles[i]))
        contacts.append((float(distances[i]), f"{_sphere(bodies, i)} is {-1e3 * distances[i]:.3g} mm inside '{name}'"))
    points = centers.numpy()[0]
    for first, second in bodies.pairs:
        ones, others = np.array(np.meshgrid(bodies.spheres[first], bodies.spheres[second])).reshape(2, -1)
        gaps = np.linalg.norm(points[ones] - points[others], axis=1)
        gaps -= model.sphere_radii[ones] + model.sphere_radii[others]
        k = int(gaps.argmin())
        if gaps[k] < 0.0:
            one, other = _sphere(bodies, int(ones[k])), _sphere(bodies, int(others[k]))
            contacts.append((float(gaps[k]), f"{one} is {-1e3 * gaps[k]:.3g} mm inside {other}"))
    contacts.sort()
    named = [text for _, text in contacts[:MAX_NAMED]]
    if len(contacts) > MAX_NAMED:
        named.append(f"{len(contacts) - MAX_NAMED} more")
    return ", ".join(named)


def _sphere(bodies: RobotBodies, index: int) -> str:
    """A sphere by its link and its number among those of the link, as in the description."""
    frame = bodies.model.sphere_frames[index]
    own = bodies.spheres[bodies.names.index(frame)]
    return f"sphere {int(np.searchsorted(own, index))} of '{frame}'"
