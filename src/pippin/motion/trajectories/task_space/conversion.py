"""From paths in task space to waypoints of the c-space."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field

import numpy as np

from pippin.motion.ik.chain import sampling_bounds

from .path_spec import CompositePathSpec, CSpacePathSpec, TaskSpacePathSpec, TransitionMode
from .segments import SAME_WITHIN, LineSegment, Segment
from .tracking import FrameSolver, Step, Tracker

logger = logging.getLogger("pippin")

NUM_STARTS = 32
"""Number of configurations from which ones with the first pose of a path are sought."""

MAX_STARTS = 8
"""Number of configurations with the first pose from which the path is tried to be followed."""

DISTINCT_BEYOND = 0.1
"""Distance [m or rad] beyond which two configurations are distinct ones to start from."""

PROBES_PER_SEGMENT = 5
"""Number of poses of every segment that are looked at first: if one cannot be reached, the path cannot be followed."""


@dataclass
class ConvertedPath:
    """Waypoints of the c-space, and which path in task space runs between neighbours.

    Attributes:
        waypoints: Configurations [m or rad].
        links: For every two neighbours the segment between them, with its parameters at both; None where the joints may
            move as they like.
    """

    waypoints: list[np.ndarray]
    links: list[tuple[Segment, float, float] | None] = field(default_factory=list)

    @property
    def last(self) -> np.ndarray:
        """The last waypoint [rad, m], shape (J,)."""
        return self.waypoints[-1]

    def append(self, waypoint: np.ndarray) -> None:
        """Append a waypoint, shape (J,), that may be reached in any way, unless the path is there already."""
        if np.linalg.norm(waypoint - self.last) >= SAME_WITHIN:
            self.waypoints.append(waypoint)
            self.links.append(None)

    def shorten(self, count: int) -> None:
        """Keep that many waypoints only."""
        del self.waypoints[count:], self.links[count - 1 :]

    def append_steps(self, segment: Segment, steps: list[Step]) -> None:
        """Append waypoints along a segment, unless the joints need not move."""
        s = 0.0
        for step in steps:
            if np.linalg.norm(step.q - self.last) >= SAME_WITHIN:
                self.waypoints.append(step.q)
                self.links.append((segment, s, step.s))
            s = step.s


def convert_task_space_path(tracker: Tracker, segments: list[Segment]) -> ConvertedPath | None:
    """Find waypoints along a path that may begin with any configuration; None if the joints cannot follow it."""
    if not segments or not _is_reachable(tracker.solver, segments):
        return None
    for start in _starts(tracker.solver, segments[0].poses(np.zeros(1))[0], tracker.solver.robot.default_q):
        path = ConvertedPath([start])
        if _follow_all(tracker, path, segments):
            return path
    reason = tracker.solver.describe_stop(tracker.stops[-1]) if tracker.stops else "no joint moves the frame"
    logger.warning("No trajectory: the joints cannot follow the path: %s.", reason)
    return None


def convert_composite_path(tracker: Tracker, spec: CompositePathSpec) -> ConvertedPath | None:
    """Find waypoints along a composite path; None if the joints cannot follow it.

    Raises:
        ValueError: A path that is reached by SKIP has a move that cannot be made from where it begins then.
    """
    path = ConvertedPath([spec.initial_c_space_position])
    for number, (part, mode) in enumerate(spec.parts):
        if isinstance(part, CSpacePathSpec):
            for waypoint in part.waypoints[1 if mode is TransitionMode.SKIP else 0 :]:
                path.append(waypoint)
        elif not _append_task_space_path(tracker, path, part, mode):
            reason = tracker.solver.describe_stop(tracker.stops[-1] if tracker.stops else path.last)
            logger.warning("No trajectory: the joints cannot follow part %d of the composite path: %s.", number, reason)
            return None
    return path


def _append_task_space_path(
    tracker: Tracker, path: ConvertedPath, part: TaskSpacePathSpec, mode: TransitionMode
) -> bool:
    pose = tracker.solver.poses(path.last[None])[0]
    if mode is TransitionMode.SKIP:
        return _follow_all(tracker, path, part.segments(pose))
    if mode is TransitionMode.LINEAR_TASK_SPACE:
        transition = LineSegment(pose, part.initial_pose)
        leading = [transition] if transition.length >= SAME_WITHIN else []
        return _follow_all(tracker, path, leading + part.segments())
    count = len(path.waypoints)
    for start in _starts(tracker.solver, part.initial_pose, path.last):
        path.append(start)
        if _follow_all(tracker, path, part.segments()):
            return True
        path.shorten(count)
    return False


def _follow_all(tracker: Tracker, path: ConvertedPath, segments: list[Segment]) -> bool:
    for segment in segments:
        steps = tracker.follow(segment, path.last)
        if steps is None:
            return False
        path.append_steps(segment, steps)
    return True


def _is_reachable(solver: FrameSolver, segments: list[Segment]) -> bool:
    """Whether the frame can be brought to poses all along a path, each by itself."""
    shares = np.linspace(0.0, 1.0, PROBES_PER_SEGMENT)
    poses = np.concatenate([segment.poses(segment.length * shares) for segment in segments])
    _, found = solver.solve_from(poses, np.tile(solver.robot.default_q, (len(poses), 1)))
    if not found.all():
        pose = poses[int(np.argmin(found))]
        logger.warning(
            "No trajectory: the frame cannot be brought to %s (x, y, z, qx, qy, qz, qw): %s.",
            np.round(pose, 4),
            solver.describe_unreachable(pose),
        )
    return bool(found.all())


def _starts(solver: FrameSolver, pose: np.ndarray, near: np.ndarray) -> list[np.ndarray]:
    """Distinct configurations with a pose, those next to a given configuration first."""
    robot = solver.robot
    generator = np.random.default_rng(0)
    low, high = sampling_bounds(robot.lower_limits, robot.upper_limits)
    seeds = np.tile(near, (NUM_STARTS, 1))
    moving = np.unique(robot.joint_coordinates[robot.joints_to(solver.frame_name)])
    seeds[1:, moving] = generator.uniform(low, high, (NUM_STARTS, robot.num_coordinates))[1:, moving]
    found_q, found = solver.solve_from(np.tile(pose, (NUM_STARTS, 1)), seeds)
    candidates = found_q[found]
    order = np.argsort(np.linalg.norm(candidates - near, axis=1))
    starts: list[np.ndarray] = []
    for q in candidates[order]:
        if all(np.linalg.norm(q - start) > DISTINCT_BEYOND for start in starts):
            starts.append(q)
    return starts[:MAX_STARTS]
