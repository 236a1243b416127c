"""Geometry of paths in task space: straight lines and circular arcs, along which a frame also turns.

Poses are (x, y, z, qx, qy, qz, qw) in the frame of the robot's base.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from scipy.spatial.transform import Rotation

SAME_WITHIN = 1e-9
"""Distance [m] or angle [rad] below which two poses are the same."""

PROJECTION_STEPS = 3
"""Number of steps towards the nearest pose of a segment; near the segment one is nearly enough."""


class Segment(ABC):
    """Part of a path: the frame moves evenly along a line or arc, and turns evenly about an axis that stays.

    Its parameter s goes from 0 to the length, which is that of the way [m] or the angle of the turn [rad], whichever is
    the larger number.

    Args:
        start: Pose at the beginning, shape (7,).
        way: Length of the line or arc [m].
        turn: Axis times angle of the turn [rad], in the axes of the base, shape (3,).
    """

    def __init__(self, start: np.ndarray, way: float, turn: np.ndarray) -> None:
        self._orientation = Rotation.from_quat(start[3:])
        self._turn = turn
        self.way = way
        self.length = max(way, float(np.linalg.norm(turn)))

    @property
    def end(self) -> np.ndarray:
        """Pose at the end, shape (7,)."""
        return self.poses(np.array([self.length]))[0]

    @property
    @abstractmethod
    def end_direction(self) -> np.ndarray | None:
        """Direction in which the frame moves at the end, unit vector of shape (3,); None if it only turns."""

    @abstractmethod
    def positions(self, share: np.ndarray) -> np.ndarray:
        """Positions [m] after shares of the way, shape (num_shares, 3)."""

    @abstractmethod
    def velocities(self, share: np.ndarray) -> np.ndarray:
        """Derivatives of the positions by the share [m], shape (num_shares, 3)."""

    def poses(self, s: np.ndarray) -> np.ndarray:
        """Poses at parameters, shape (num_parameters, 7)."""
        share = np.asarray(s) / self.length
        return np.concatenate([self.positions(share), self._orientations(share).as_quat()], axis=1)

    def project(self, poses: np.ndarray, s: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Find the poses of the segment that are nearest to given ones, 1 m counting as 1 rad.

        Args:
            poses: Poses not far from the segment, shape (num_poses, 7).
            s: Parameters near the result, shape (num_poses,).

        Returns:
            Parameters, shape (num_poses,), and distances [m] and angles [rad] that remain, shape (num_poses, 2).
        """
        orientations = Rotation.from_quat(poses[:, 3:])
        share = np.asarray(s) / self.length
        for step in range(PROJECTION_STEPS + 1):
            offset = poses[:, :3] - self.positions(share)
            turn = (orientations * self._orientations(share).inv()).as_rotvec()
            if step < PROJECTION_STEPS:
                velocity = self.velocities(share)
                along = np.sum(velocity * offset, axis=1) + turn @ self._turn
                share = np.clip(share + along / (np.sum(velocity**2, axis=1) + self._turn @ self._turn), 0.0, 1.0)
        remaining = np.stack([np.linalg.norm(offset, axis=1), np.linalg.norm(turn, axis=1)], axis=1)
        return share * self.length, remaining

    def _orientations(self, share: np.ndarray) -> Rotation:
        return Rotation.from_rotvec(share[:, None] * self._turn) * self._orientation


class LineSegment(Segment):
    """Straight line between two poses that differ, or a turn on the spot; orientations by the shortest turn.

    Args:
        start: Pose at the beginning, shape (7,).
        end: Pose at the end, shape (7,).
    """

    def __init__(self, start: np.ndarray, end: np.ndarray) -> None:
        self._start = start[:3]
        self._displacement = end[:3] - start[:3]
        super().__init__(start, float(np.linalg.norm(self._displacement)), shortest_turn(start, end))

    @property
    def end_direction(self) -> np.ndarray | None:
        """Direction of the line, unit vector of shape (3,); None if the frame only turns."""
        return self._displacement / self.way if self.way > SAME_WITHIN else None

    def positions(self, share: np.ndarray) -> np.ndarray:
        """Positions [m] after shares of the way, shape (num_shares, 3)."""
        return self._start + share[:, None] * self._displacement

    def velocities(self, share: np.ndarray) -> np.ndarray:
        """Derivatives of the positions by the share [m], shape (num_shares, 3)."""
        return np.broadcast_to(self._displacement, (len(share), 3))


class ArcSegment(Segment):
    """Circular arc.

    Args:
        start: Pose at the beginning, shape (7,).
        center: Centre of the circle [m], shape (3,).
        sweep: Axis of the circle times the angle of the arc [rad], shape (3,).
        turn: Axis times angle by which the frame turns [rad], shape (3,).
    """

    def __init__(self, start: np.ndarray, center: np.ndarray, sweep: np.ndarray, turn: np.ndarray) -> None:
        self._center = center
        self._sweep = sweep
        self._radius = start[:3] - center
        super().__init__(start, float(np.linalg.norm(self._radius) * np.linalg.norm(sweep)), turn)

    @property
    def end_direction(self) -> np.ndarray | None:
        """Tangent of the circle at the end, unit vector of shape (3,)."""
        velocity = self.velocities(np.ones(1))[0]
        return velocity / np.linalg.norm(velocity)

    def positions(self, share: np.ndarray) -> np.ndarray:
        """Positions [m] after shares of the way, shape (num_shares, 3)."""
        return self._center + Rotation.from_rotvec(share[:, None] * self._sweep).apply(self._radius)

    def velocities(self, share: np.ndarray) -> np.ndarray:
        """Derivatives of the positions by the share [m], shape (num_shares, 3)."""
        return np.cross(self._sweep, self.positions(share) - self._center)


def shortest_turn(start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Axis times angle, at most pi, by which the orientation of one pose turns into that of another, shape (3,)."""
    return (Rotation.from_quat(end[3:]) * Rotation.from_quat(start[3:]).inv()).as_rotvec()


def circle_through(start: np.ndarray, middle: np.ndarray, end: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Centre of the circle through three points, and axis times angle of the arc from the first to the last.

    Points are positions [m], shape (3,), and so is the centre; the axis times angle is [rad], shape (3,).

    Raises:
        ValueError: The points lie on a line, or two are the same.
    """
    first, second = middle - start, end - start
    normal = np.cross(first, second)
    size = float(np.linalg.norm(normal))
    if size <= 1e-9 * max(float(first @ first), float(second @ second), SAME_WITHIN):
        raise ValueError(
            f"There is no circle through the points {start}, {middle} and {end}: they lie on a line, or two are the "
            "same. A straight path is added by add_linear_path or add_translation."
        )
    # The circumcentre of a triangle, from two of its sides.
    to_center = np.cross((first @ first) * second - (second @ second) * first, normal) / (2.0 * size**2)
    return start + to_center, _sweep(normal / size, -to_center, end - start - to_center)


def circle_along(start: np.ndarray, direction: np.ndarray, end: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Centre of the circle through two points, and axis times angle of the arc that leaves the first in a direction.

    Points are positions [m], shape (3,), and so is the centre; the axis times angle is [rad], shape (3,).

    Raises:
        ValueError: The second point lies straight ahead or behind, or is the same.
    """
    chord = end - start
    normal = np.cross(direction, chord)
    size = float(np.linalg.norm(normal))
    if size <= 1e-9 * max(float(np.linalg.norm(chord)), SAME_WITHIN):
        raise ValueError(
            f"There is no arc from {start} in the direction {direction} to {end}, which is on the same line; "
            "expected a point beside it: add a straight path by add_linear_path or add_translation."
        )
    axis = normal / size
    inward = np.cross(axis, direction)
    to_center = inward * (chord @ chord) / (2.0 * chord @ inward)
    return start + to_center, _sweep(axis, -to_center, chord - to_center)


def _sweep(axis: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Axis times angle, between 0 and 2 pi, that turns one vector from the centre of a circle into another."""
    angle = np.arctan2(axis @ np.cross(start, end), start @ end) % (2.0 * np.pi)
    return axis * angle
