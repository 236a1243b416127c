"""Descriptions of paths: moves in task space, waypoints in c-space, and both one after another.

Poses are anything that NumPy makes (x, y, z, qx, qy, qz, qw) of, positions in [m], in the frame of the robot's base;
orientations are quaternions (x, y, z, w).
"""

from __future__ import annotations

import enum
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from .segments import SAME_WITHIN, ArcSegment, LineSegment, Segment, circle_along, circle_through, shortest_turn

Move = Callable[[np.ndarray, "np.ndarray | None"], Segment]
"""Makes the next segment of a path from the pose so far and the direction of motion there, if there is one."""


class TaskSpacePathSpec:
    """A path of a frame in task space: a pose to begin with, and moves from one pose to the next.

    Every ``add_`` method appends a move and returns True. One that cannot be made is refused with a ValueError and
    leaves the path as it was.

    Args:
        initial_pose: Pose at the beginning, shape (7,).
    """

    def __init__(self, initial_pose: ArrayLike) -> None:
        self._initial_pose = read_pose("initial pose", initial_pose)
        self._moves: list[Move] = []
        self._segments: list[Segment] = []

    @property
    def initial_pose(self) -> np.ndarray:
        """Pose at the beginning, shape (7,)."""
        return self._initial_pose.copy()

    @property
    def num_moves(self) -> int:
        """Number of moves."""
        return len(self._moves)

    def segments(self, initial_pose: np.ndarray | None = None) -> list[Segment]:
        """Geometry of the path, a segment for every move.

        Args:
            initial_pose: Pose to begin with instead of the own one, shape (7,).

        Raises:
            ValueError: From that pose a move cannot be made.
        """
        if initial_pose is None:
            return list(self._segments)
        segments: list[Segment] = []
        for move in self._moves:
            segments.append(_follow(move, initial_pose, segments))
        return segments

    def add_linear_path(self, target_pose: ArrayLike) -> bool:
        """Move straight to a pose, and turn to its orientation evenly on the way.

        Raises:
            ValueError: The frame is there already, or the pose is not one.
        """
        target = read_pose("target pose", target_pose)
        return self._append(lambda pose, _: _line(pose, target))

    def add_translation(self, target_position: ArrayLike) -> bool:
        """Move straight to a position [m], shape (3,), without turning.

        Raises:
            ValueError: The frame is there already, or the position is not one.
        """
        target = read_position("target position", target_position)
        return self._append(lambda pose, _: _line(pose, np.concatenate([target, pose[3:]])))

    def add_rotation(self, target_rotation: ArrayLike) -> bool:
        """Turn on the spot to an orientation, shape (4,), by the shortest way.

        Raises:
            ValueError: The frame has it already, or the orientation is not one.
        """
        target = read_orientation("target rotation", target_rotation)
        return self._append(lambda pose, _: _line(pose, np.concatenate([pose[:3], target])))

    def add_three_point_arc(
        self, target_position: ArrayLike, intermediate_position: ArrayLike, constant_orientation: bool = True
    ) -> bool:
        """Move to a position along the circular arc through another.

        Args:
            target_position: Where the arc ends [m], shape (3,).
            intermediate_position: Point that the arc goes through [m], shape (3,).
            constant_orientation: Whether the frame keeps its orientation; otherwise it turns with the arc, so that it
                keeps its orientation to the direction of motion.

        Raises:
            ValueError: The points lie on a line, or one is not a point.
        """
        target = read_position("target position", target_position)
        middle = read_position("intermediate position", intermediate_position)

        def move(pose: np.ndarray, _: np.ndarray | None) -> Segment:
            center, sweep = circle_through(pose[:3], middle, target)
            return ArcSegment(pose, center, sweep, np.zeros(3) if constant_orientation else sweep)

        return self._append(move)

    def add_three_point_arc_with_orientation_target(
        self, target_pose: ArrayLike, intermediate_position: ArrayLike
    ) -> bool:
        """Move along the circular arc through a position [m], shape (3,), to a pose, to which it turns evenly.

        Raises:
            ValueError: The points lie on a line, or one is not a point.
        """
        target = read_pose("target pose", target_pose)
        middle = read_position("intermediate position", intermediate_position)

        def move(pose: np.ndarray, _: np.ndarray | None) -> Segment:
            center, sweep = circle_through(pose[:3], middle, target[:3])
            return ArcSegment(pose, center, sweep, shortest_turn(pose, target))

        return self._append(move)

    def add_tangent_arc(self, target_position: ArrayLike, constant_orientation: bool = True) -> bool:
        """Move to a position along the circular arc that goes on in the direction of the move before.

        Args:
            target_position: Where the arc ends [m], shape (3,).
            constant_orientation: Whether the frame keeps its orientation; otherwise it turns with the arc.

        Raises:
            ValueError: No move comes before, or it only turned; or the target lies straight ahead or behind.
        """
        target = read_position("target position", target_position)

        def move(pose: np.ndarray, direction: np.ndarray | None) -> Segment:
            center, sweep = circle_along(pose[:3], _require(direction), target)
            return ArcSegment(pose, center, sweep, np.zeros(3) if constant_orientation else sweep)

        return self._append(move)

    def add_tangent_arc_with_orientation_target(self, target_pose: ArrayLike) -> bool:
        """Move along the circular arc that goes on in the direction of the move before to a pose, turning evenly.

        Raises:
            ValueError: No move comes before, or it only turned; or the target lies straight ahead or behind.
        """
        target = read_pose("target pose", target_pose)

        def move(pose: np.ndarray, direction: np.ndarray | None) -> Segment:
            center, sweep = circle_along(pose[:3], _require(direction), target[:3])
            return ArcSegment(pose, center, sweep, shortest_turn(pose, target))

        return self._append(move)

    def _append(self, move: Move) -> bool:
        self._segments.append(_follow(move, self._initial_pose, self._segments))
        self._moves.append(move)
        return True


class CSpacePathSpec:
    """A path in c-space: a configuration to begin with, and further ones.

    Args:
        initial_c_space_position: Configuration at the beginning [m or rad], shape (num_joints,).
    """

    def __init__(self, initial_c_space_position: ArrayLike) -> None:
        self._waypoints = [read_configuration("initial c-space position", initial_c_space_position)]

    @property
    def waypoints(self) -> np.ndarray:
        """All configurations [m or rad], shape (num_waypoints, num_joints)."""
        return np.array(self._waypoints)

    def add_c_space_waypoint(self, waypoint: ArrayLike) -> bool:
        """Append a configuration [m or rad], shape (num_joints,), and return True.

        Raises:
            ValueError: It has another number of joints, is not finite, or is the same as the last.
        """
        configuration = read_configuration("waypoint", waypoint, len(self._waypoints[0]))
        if np.linalg.norm(configuration - self._waypoints[-1]) < SAME_WITHIN:
            raise ValueError(
                f"'waypoint' is {configuration}, where the path already is; expected another configuration."
            )
        self._waypoints.append(configuration)
        return True


class TransitionMode(enum.Enum):
    """How a path that is added to a composite one is reached."""

    SKIP = 0
    """Its first point is left out: its first move begins where the path is."""
    FREE = 1
    """By any motion of the joints."""
    LINEAR_TASK_SPACE = 2
    """By a straight line in task space; only to paths in task space."""


class CompositePathSpec:
    """Paths in task space and in c-space, one after another.

    Args:
        initial_c_space_position: Configuration at the beginning [m or rad], shape (num_joints,).
    """

    TransitionMode = TransitionMode

    def __init__(self, initial_c_space_position: ArrayLike) -> None:
        self._initial = read_configuration("initial c-space position", initial_c_space_position)
        self._parts: list[tuple[TaskSpacePathSpec | CSpacePathSpec, TransitionMode]] = []

    @property
    def initial_c_space_position(self) -> np.ndarray:
        """Configuration at the beginning [m or rad], shape (num_joints,)."""
        return self._initial.copy()

    @property
    def parts(self) -> list[tuple[TaskSpacePathSpec | CSpacePathSpec, TransitionMode]]:
        """Paths, and how each is reached."""
        return list(self._parts)

    def add_task_space_path_spec(self, path_spec: TaskSpacePathSpec, transition_mode: TransitionMode) -> bool:
        """Append a path in task space, and return True.

        Raises:
            ValueError: The path is not one, or the mode is not.
        """
        if not isinstance(path_spec, TaskSpacePathSpec):
            raise ValueError(f"The path should be a TaskSpacePathSpec; it is a {type(path_spec).__name__}.")
        self._parts.append((path_spec, TransitionMode(transition_mode)))
        return True

    def add_c_space_path_spec(self, path_spec: CSpacePathSpec, transition_mode: TransitionMode) -> bool:
        """Append a path in c-space, and return True.

        Raises:
            ValueError: The path is not one, or has other joints, or the mode is not one of these paths.
        """
        if not isinstance(path_spec, CSpacePathSpec):
            raise ValueError(f"The path should be a CSpacePathSpec; it is a {type(path_spec).__name__}.")
        if TransitionMode(transition_mode) is TransitionMode.LINEAR_TASK_SPACE:
            raise ValueError("'transition_mode' is LINEAR_TASK_SPACE; expected SKIP or FREE before a path in c-space.")
        count = path_spec.waypoints.shape[1]
        if count != len(self._initial):
            raise ValueError(f"The path should have {len(self._initial)} joints as the composite one; it has {count}.")
        self._parts.append((path_spec, TransitionMode(transition_mode)))
        return True


def read_pose(name: str, value: ArrayLike) -> np.ndarray:
    """Read a pose, shape (7,); the quaternion is normalised.

    Raises:
        ValueError: It has another shape, is not finite, or the quaternion is zero.
    """
    pose = _read(name, value, 7)
    pose[3:] = read_orientation(name, pose[3:])
    return pose


def read_position(name: str, value: ArrayLike) -> np.ndarray:
    """Read a position [m], shape (3,).

    Raises:
        ValueError: It has another shape or is not finite.
    """
    return _read(name, value, 3)


def read_orientation(name: str, value: ArrayLike) -> np.ndarray:
    """Read a quaternion (x, y, z, w), and normalise it.

    Raises:
        ValueError: It has another shape, is not finite, or is zero.
    """
    quaternion = _read(name, value, 4)
    norm = float(np.linalg.norm(quaternion))
    if norm < 1e-6:
        raise ValueError(f"The {name} should have a unit quaternion; it is {quaternion}.")
    return quaternion / norm


def read_configuration(name: str, value: ArrayLike, count: int | None = None) -> np.ndarray:
    """Read a configuration [m or rad], shape (count,), of any count if that is None.

    Raises:
        ValueError: It has another shape or is not finite.
    """
    return _read(name, value, count)


def _read(name: str, value: ArrayLike, count: int | None) -> np.ndarray:
    array = np.array(value, dtype=np.float64)
    if array.ndim != 1 or len(array) == 0 or (count is not None and len(array) != count):
        expected = "a list of numbers" if count is None else f"{count} numbers"
        raise ValueError(f"The {name} should be {expected}; its shape is {array.shape}.")
    if not np.isfinite(array).all():
        raise ValueError(f"The {name} should be finite; it is {array}.")
    return array


def _follow(move: Move, initial_pose: np.ndarray, segments: list[Segment]) -> Segment:
    """Make the segment that a move adds to those before."""
    if not segments:
        return move(initial_pose, None)
    return move(segments[-1].end, segments[-1].end_direction)


def _line(start: np.ndarray, end: np.ndarray) -> Segment:
    segment = LineSegment(start, end)
    if segment.length < SAME_WITHIN:
        raise ValueError(
            f"The pose {end} is where the path already is; expected another, since there is nothing to move."
        )
    return segment


def _require(direction: np.ndarray | None) -> np.ndarray:
    if direction is None:
        raise ValueError(
            "'add_tangent_arc' has no direction to go on in: expected a move before it that is not a turn."
        )
    return direction
