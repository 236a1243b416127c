"""What of a robot collides: links as groups of spheres, how far these move at most, and which links may touch."""

# No postponed annotations here: Warp evaluates those of a struct, which name the precision.

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import warp as wp

from pippin.motion import poses
from pippin.motion.arrays import vector_type
from pippin.motion.ik.chain import sampling_bounds
from pippin.motion.ik.functions import coordinates_type
from pippin.motion.robot_description import BASE, JointKind, RobotModel

NUM_DRAWN = 200
"""Number of random configurations in which distances between links are compared."""

LEAST_CHANGE = 0.01
"""Change of the distance between links below which they are believed never to touch [m]."""


@cache
def bodies_struct(scalar: type, num_coordinates: int) -> Any:
    """Struct of the links of a robot that have spheres, and of the pairs of them that should not touch.

    ``joints`` (num_bodies,) is the joint that moves each body, :data:`~pippin.motion.robot_description.BASE` for none.
    Its balls are ``balls[i]`` up to ``balls[i + 1]`` of ``centers`` and ``radii``, in the frame of the joint: the first
    is around all others, which are its spheres.
    ``reaches`` (num_bodies,) bounds the velocity of its spheres per velocity of each coordinate, ``pair_reaches``
    (num_pairs,) that of the spheres of two bodies towards each other.
    """
    coordinates = coordinates_type(scalar, num_coordinates)

    @wp.struct
    class Bodies:
        num_bodies: wp.int32
        joints: wp.array(dtype=wp.int32)
        balls: wp.array(dtype=wp.int32)
        centers: wp.array(dtype=vector_type(scalar))
        radii: wp.array(dtype=scalar)
        reaches: wp.array(dtype=coordinates)
        num_pairs: wp.int32
        pairs: wp.array(dtype=wp.vec2i)
        pair_reaches: wp.array(dtype=coordinates)

    return Bodies


@dataclass(frozen=True)
class RobotBodies:
    """Links of a robot that have spheres.

    Attributes:
        names: Names of the links.
        spheres: Spheres of the model that each link has.
        joints: Joint that moves each link, or :data:`~pippin.motion.robot_description.BASE`.
        pairs: Pairs of links that should not touch.
    """

    model: RobotModel
    names: list[str]
    spheres: list[np.ndarray]
    joints: list[int]
    pairs: list[tuple[int, int]]

    def struct(self, device: wp.DeviceLike, scalar: type) -> Any:
        """Put them on a device, as a :func:`bodies_struct`."""
        model = self.model
        coordinates = coordinates_type(scalar, model.num_coordinates)
        centers, radii = [np.empty((0, 3))], [np.empty(0)]
        for ids in self.spheres:
            own_centers, own_radii = model.sphere_centers[ids], model.sphere_radii[ids]
            center, radius = _ball_around(own_centers, own_radii)
            centers += [center[None], own_centers]
            radii += [np.array([radius]), own_radii]

        def array(values: Any, dtype: Any, shape: tuple[int, ...]) -> wp.array:
            return wp.array(np.array(values, dtype=float).reshape(shape), dtype=dtype, device=device)

        struct = bodies_struct(scalar, model.num_coordinates)()
        struct.num_bodies, struct.num_pairs = len(self.names), len(self.pairs)
        struct.joints = wp.array(np.array(self.joints, dtype=np.int32), dtype=wp.int32, device=device)
        counts = np.cumsum([0, *(1 + len(ids) for ids in self.spheres)], dtype=np.int32)
        struct.balls = wp.array(counts, dtype=wp.int32, device=device)
        struct.centers = array(np.concatenate(centers), vector_type(scalar), (-1, 3))
        struct.radii = array(np.concatenate(radii), scalar, (-1,))
        count = model.num_coordinates
        struct.reaches = array([self._reach(body, BASE) for body in range(len(self.names))], coordinates, (-1, count))
        struct.pairs = wp.array(np.array(self.pairs, np.int32).reshape(-1, 2), dtype=wp.vec2i, device=device)
        struct.pair_reaches = array([self._pair_reach(*pair) for pair in self.pairs], coordinates, (-1, count))
        return struct

    def _pair_reach(self, first: int, second: int) -> np.ndarray:
        above = set(_joints_above(self.model, self.joints[first]))
        common = next((j for j in _joints_above(self.model, self.joints[second]) if j in above), BASE)
        return self._reach(first, common) + self._reach(second, common)

    def _reach(self, body: int, ancestor: int) -> np.ndarray:
        """Largest velocity of a sphere of a body, seen from an ancestor of its joint, per velocity of coordinates.

        A point moves by no more than its distance from the axis, which is at most the sum of all lengths between.
        """
        model = self.model
        reach = np.zeros(model.num_coordinates)
        distance = float(np.linalg.norm(model.sphere_centers[self.spheres[body]], axis=1).max())
        for joint in _joints_above(model, self.joints[body]):
            if joint == ancestor:
                break
            coordinate, multiplier = model.joint_coordinates[joint], abs(model.joint_multipliers[joint])
            if model.joint_kinds[joint] == JointKind.PRISMATIC:
                reach[coordinate] += multiplier
                distance += multiplier * _largest(model, coordinate) + abs(model.joint_biases[joint])
            else:
                reach[coordinate] += multiplier * distance
            distance += float(np.linalg.norm(model.joint_offsets[joint, :3]))
        return reach


def find_bodies(model: RobotModel, avoid_self_collision: bool = True) -> RobotBodies:
    """Group the spheres of a robot by link, and find the pairs of links that should not touch.

    These are all but

    - those that one joint or none connects,
    - those that touch in the default configuration, where their spheres are larger than they are, and
    - those whose distance hardly changes, which cannot touch: in random configurations by less than
      :data:`LEAST_CHANGE`.

    Args:
        model: The robot.
        avoid_self_collision: False leaves out all pairs.
    """
    names = list(dict.fromkeys(model.sphere_frames))
    spheres = [np.array([i for i, frame in enumerate(model.sphere_frames) if frame == name]) for name in names]
    joints = [int(model.sphere_joints[ids[0]]) for ids in spheres]
    pairs = []
    if avoid_self_collision and names:
        lowest, highest = sampling_bounds(model.lower_limits, model.upper_limits)
        drawn = np.random.default_rng(0).uniform(lowest, highest, (NUM_DRAWN, model.num_coordinates))
        centers = _sphere_centers(model, np.concatenate([model.default_q[None], drawn]))
        for second in range(len(names)):
            for first in range(second):
                if not _adjacent(model, joints[first], joints[second]):
                    gaps = _gaps(model, centers, spheres[first], spheres[second])
                    if gaps[0] > 0.0 and np.ptp(gaps) >= LEAST_CHANGE:
                        pairs.append((first, second))
    return RobotBodies(model, names, spheres, joints, pairs)


def _adjacent(model: RobotModel, first: int, second: int) -> bool:
    """Whether bodies are fixed to the same joint, or to one and to the joint before it."""
    parents = model.joint_parents
    return (
        first == second
        or (first != BASE and int(parents[first]) == second)
        or (second != BASE and int(parents[second]) == first)
    )


def _gaps(model: RobotModel, centers: np.ndarray, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Distance between two links in each configuration [m]."""
    between = np.linalg.norm(centers[:, first, None] - centers[:, None, second], axis=-1)
    return (between - model.sphere_radii[first, None] - model.sphere_radii[second]).min(axis=(1, 2))


def _sphere_centers(model: RobotModel, q: np.ndarray) -> np.ndarray:
    """Centres of the spheres [m], shape (number of configurations, num_spheres, 3), on the host."""
    base = np.tile(poses.IDENTITY, (len(q), 1))
    frames: list[np.ndarray] = []
    for joint in range(model.num_joints):
        position = model.joint_multipliers[joint] * q[:, model.joint_coordinates[joint]] + model.joint_biases[joint]
        motion = base.copy()
        if model.joint_kinds[joint] == JointKind.PRISMATIC:
            motion[:, 2] = position
        else:
            motion[:, 5], motion[:, 6] = np.sin(position / 2.0), np.cos(position / 2.0)
        parent = int(model.joint_parents[joint])
        origin = poses.compose(base if parent == BASE else frames[parent], model.joint_offsets[joint])
        frames.append(poses.compose(origin, motion))
    frames.append(base)  # whose index is -1
    own = np.stack([frames[joint] for joint in model.sphere_joints], axis=1)
    return own[..., :3] + poses.rotate(own[..., 3:], model.sphere_centers)


def _joints_above(model: RobotModel, joint: int) -> list[int]:
    """A joint and those that move it, up to the base."""
    joints = []
    while joint != BASE:
        joints.append(joint)
        joint = int(model.joint_parents[joint])
    return joints


def _largest(model: RobotModel, coordinate: int) -> float:
    """Largest absolute value that planning gives a coordinate."""
    return float(max(abs(bound[coordinate]) for bound in sampling_bounds(model.lower_limits, model.upper_limits)))


def _ball_around(centers: np.ndarray, radii: np.ndarray) -> tuple[np.ndarray, float]:
    """Centre and radius of a ball around balls: not the smallest, but a small one.

    The centre moves towards whatever sticks out most, ever less (Badoiu and Clarkson, 2003).
    """
    center = centers.mean(axis=0)
    for step in range(1, 200):
        away = centers - center
        distances = np.linalg.norm(away, axis=1) + radii
        farthest = int(distances.argmax())
        length = np.linalg.norm(away[farthest])
        if length == 0.0:
            break
        beyond = away[farthest] / length * distances[farthest]  # the farthest point of the farthest ball
        center = center + beyond / (step + 1)
    return center, float((np.linalg.norm(centers - center, axis=1) + radii).max())
