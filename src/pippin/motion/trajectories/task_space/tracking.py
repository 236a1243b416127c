"""Following a segment of a path in task space by inverse kinematics, step by step."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from pippin.motion.ik import BatchSolver
from pippin.motion.kinematics import Kinematics
from pippin.motion.robot_description import RobotModel

from .conversion_config import TaskSpacePathConversionConfig
from .segments import Segment

POSITION_TOLERANCE = 1e-9
"""Distance [m] of waypoints from the path, where inverse kinematics gets so far."""

ORIENTATION_TOLERANCE = 1e-9
"""Angle [rad] of waypoints from the path."""

ADMITTED_SHARE = 0.5
"""Share of the admitted deviation that waypoints may have where it does not: at singularities and joint limits."""

NEXT_TO_LIMIT = 5e-3
"""How near to its limit a joint is that stops the robot there [m or rad]."""

SINGULAR_BELOW = 0.02
"""Least singular value of the Jacobian, in metres, below which a configuration is next to a singularity."""

LIMIT_MARGIN = (1e-3, 1e-2)
"""How far inverse kinematics keeps from limits of positions [m or rad], and at most which share of the range: splines
through waypoints on a limit leave it."""


class FrameSolver:
    """Forward and inverse kinematics of a frame of a robot, near configurations or from anywhere.

    Args:
        robot: The robot.
        frame_name: Name of the frame.
        lower: Lower limits of positions [m or rad], shape (num_joints,).
        upper: Upper limits, in the same form.
        admitted: Distance [m] and angle [rad] that are admitted.
    """

    def __init__(
        self,
        robot: RobotModel,
        frame_name: str,
        lower: np.ndarray,
        upper: np.ndarray,
        admitted: tuple[float, float],
    ) -> None:
        self._lower, self._upper = lower, upper
        self._admitted = ADMITTED_SHARE * admitted[0], ADMITTED_SHARE * admitted[1]
        margin = np.minimum(LIMIT_MARGIN[0], LIMIT_MARGIN[1] * (upper - lower))
        robot = replace(robot, lower_limits=lower + margin, upper_limits=upper - margin)
        self.robot = robot
        self.frame_name = frame_name
        self._kinematics = Kinematics(robot)
        self._near = BatchSolver(robot, frame_name, max_attempts=1)
        self._anywhere = BatchSolver(robot, frame_name)

    def poses(self, q: np.ndarray) -> np.ndarray:
        """Poses of the frame, shape (num_configurations, 7)."""
        return self._kinematics.frame_poses(self.frame_name, q).warp.numpy()

    def solve_near(self, poses: np.ndarray, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Configurations with poses of the frame next to given configurations, and which of them were found."""
        return self._solve(self._near, poses, q)

    def solve_from(self, poses: np.ndarray, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The same, from random configurations too if need be."""
        return self._solve(self._anywhere, poses, q)

    def describe_stop(self, q: np.ndarray) -> str:
        """Say what keeps the frame from going on from a configuration, shape (num_joints,)."""
        model, next_to = self.robot, []
        for i in np.unique(model.joint_coordinates[model.joints_to(self.frame_name)]).tolist():
            for limit in (self._lower[i], self._upper[i]):
                if abs(q[i] - limit) < NEXT_TO_LIMIT:
                    next_to.append(f"'{model.coordinate_names[i]}' gets to its limit of {limit:.4g}")
        if next_to:
            return " and ".join(next_to)
        jacobian = self._kinematics.jacobians(self.frame_name, q[None]).warp.numpy()[0]
        least = float(np.linalg.svd(jacobian, compute_uv=False)[min(jacobian.shape) - 1])
        if least < SINGULAR_BELOW:
            return f"the robot gets next to a singularity, at {np.round(q, 3).tolist()}"
        return f"the robot cannot go on from {np.round(q, 3).tolist()}"

    def describe_unreachable(self, pose: np.ndarray) -> str:
        """Say why no configuration has a pose, shape (7,)."""
        coordinates = np.unique(self.robot.joint_coordinates[self.robot.joints_to(self.frame_name)])
        lower, upper = np.full_like(self._lower, -np.inf), np.full_like(self._upper, np.inf)
        others = np.setdiff1d(np.arange(len(lower)), coordinates)
        lower[others], upper[others] = self._lower[others], self._upper[others]
        unlimited = BatchSolver(replace(self.robot, lower_limits=lower, upper_limits=upper), self.frame_name)
        result = unlimited.solve(pose[None, :3], pose[None, 3:], self.robot.default_q[None], *self._admitted)
        if not result.success.numpy()[0]:
            return "it is out of reach"
        return "joints would have to leave their limits"

    def _solve(self, solver: BatchSolver, poses: np.ndarray, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Solve exactly, and where that fails as closely as is admitted."""
        found_q, found = self._solve_within(solver, poses, q, (POSITION_TOLERANCE, ORIENTATION_TOLERANCE))
        if not found.all():
            missing = np.flatnonzero(~found)
            found_q[missing], found[missing] = self._solve_within(solver, poses[missing], q[missing], self._admitted)
        return found_q, found

    @staticmethod
    def _solve_within(
        solver: BatchSolver, poses: np.ndarray, q: np.ndarray, tolerances: tuple[float, float]
    ) -> tuple[np.ndarray, np.ndarray]:
        result = solver.solve(poses[:, :3].copy(), poses[:, 3:].copy(), q, *tolerances)
        return result.q.warp.numpy().copy(), result.success.warp.numpy().astype(bool)


class Step(NamedTuple):
    """A waypoint on a segment, and the deviation halfway to it as a share of what is admitted."""

    s: float
    q: np.ndarray
    deviation: float


@dataclass(frozen=True)
class Tracker:
    """Follows segments with a frame."""

    solver: FrameSolver
    config: TaskSpacePathConversionConfig
    stops: list[np.ndarray] = field(default_factory=list)
    """Configurations from which joints could not follow on, the latest at the end."""

    def follow(self, segment: Segment, q: np.ndarray) -> list[Step] | None:
        """Find waypoints along a segment.

        Args:
            segment: The segment.
            q: Configuration at its beginning, shape (num_joints,).

        Returns:
            Waypoints after the beginning, the last at the end; None if the joints cannot follow, from where is
            the last of :attr:`stops` then.
        """
        steps = [Step(0.0, q, 0.0)]
        size = self.config.initial_s_step_size
        while steps[-1].s < segment.length:
            step = self._next(segment, steps[-1], size)
            if step is None:
                self.stops.append(steps[-1].q)
                return None
            size = max(step.s - steps[-1].s, self.config.min_s_step_size)
            steps.append(step)
        return steps[1:]

    def _next(self, segment: Segment, last: Step, size: float) -> Step | None:
        """Find the next waypoint, by longer and shorter steps until the deviation is as it should be."""
        config = self.config
        least = config.min_position_deviation / config.max_position_deviation
        change, direction = config.initial_s_step_size_delta, 0
        best: Step | None = None
        for _ in range(config.max_iterations):
            step = self._try(segment, last, size)
            if step is not None and step.deviation <= 1.0:
                best = step if best is None or step.s > best.s else best
                if step.deviation >= least or step.s >= segment.length:
                    break
            new_direction = 1 if step is not None and step.deviation < least else -1
            turned = direction * new_direction < 0
            change = change / config.alpha if turned else change * config.alpha
            if change < config.min_s_step_size_delta or (new_direction < 0 and size <= config.min_s_step_size):
                break
            direction = new_direction
            # A step shrinks by no more than half: the change may have grown beyond it.
            size = size + change if direction > 0 else max(size - change, 0.5 * size, config.min_s_step_size)
        return best

    def _try(self, segment: Segment, last: Step, size: float) -> Step | None:
        """Take a step; None if inverse kinematics fails."""
        s = min(last.s + size, segment.length)
        q, found = self.solver.solve_near(segment.poses(np.array([s])), last.q[None])
        if not found[0]:
            return None
        middle = self.solver.poses(0.5 * (last.q + q))
        _, remaining = segment.project(middle, np.array([0.5 * (last.s + s)]))
        return Step(s, q[0], self.relative_deviations(remaining)[0])

    def relative_deviations(self, remaining: np.ndarray) -> np.ndarray:
        """Distances [m] and angles [rad] from a path, shape (N, 2), as shares of what is admitted, shape (N,)."""
        admitted = np.array([self.config.max_position_deviation, self.config.max_orientation_deviation])
        return np.max(remaining / admitted, axis=1)
