"""Motion policies such as RMPflow that drive a robot."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from .action import ArticulationAction, ArticulationSubset, SingleRobot


class MotionPolicy(Protocol):
    """What is asked of a motion policy; :class:`~pippin.motion.rmpflow.RmpFlow` is one."""

    def get_active_joints(self) -> list[str]:
        """Names of the joints that are controlled."""

    def get_watched_joints(self) -> list[str]:
        """Names of the joints that are only looked at."""

    def compute_joint_targets(
        self,
        active_joint_positions: np.ndarray,
        active_joint_velocities: np.ndarray,
        watched_joint_positions: np.ndarray,
        watched_joint_velocities: np.ndarray,
        frame_duration: float,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Targets of positions [rad, m] and velocities [rad/s, m/s] of the active joints, shape (J,), for a frame."""

    def set_end_effector_target(self, target_position: Any, target_orientation: Any = None, /) -> None:
        """Set the pose to move the end effector to."""

    def update_world(self, updated_obstacles: Sequence[Any] | None = None) -> None:
        """Read where obstacles are."""

    def add_obstacle(self, obstacle: Any, static: bool = False) -> bool:
        """Add an obstacle."""

    def remove_obstacle(self, obstacle: Any) -> bool:
        """Forget an obstacle."""

    def reset(self) -> None:
        """Return to the initial state."""


class ArticulationMotionPolicy:
    """A motion policy that drives a robot.

    Args:
        robot_articulation: The robot; it may have more joints than the policy controls, in another order.
        motion_policy: The motion policy.
        default_physics_dt: Duration of a frame that is given no other one [s].

    Raises:
        ValueError: The duration is not positive, or the robot lacks a joint of the policy.
    """

    def __init__(
        self, robot_articulation: SingleRobot, motion_policy: MotionPolicy, default_physics_dt: float = 1.0 / 60.0
    ) -> None:
        self._robot_articulation = robot_articulation
        self._motion_policy = motion_policy
        self._default_physics_dt = _checked_duration(default_physics_dt)
        self._active = ArticulationSubset(robot_articulation, motion_policy.get_active_joints())
        self._watched = ArticulationSubset(robot_articulation, motion_policy.get_watched_joints())

    def move(self, physics_dt: float | None = None) -> None:
        """Set the targets of the robot for the next frame; see :meth:`get_next_articulation_action`."""
        self._robot_articulation.apply_action(self.get_next_articulation_action(physics_dt))

    def get_next_articulation_action(self, physics_dt: float | None = None) -> ArticulationAction:
        """Compute the targets of the robot for the next frame, from where it is now.

        Args:
            physics_dt: Duration of the frame [s]; None means the default.

        Raises:
            ValueError: The duration is not positive.
        """
        duration = self._default_physics_dt if physics_dt is None else _checked_duration(physics_dt)
        positions, velocities = self._motion_policy.compute_joint_targets(
            self._active.get_joint_positions(),
            self._active.get_joint_velocities(),
            self._watched.get_joint_positions(),
            self._watched.get_joint_velocities(),
            duration,
        )
        return self._active.make_articulation_action(positions, velocities)

    def get_active_joints_subset(self) -> ArticulationSubset:
        """The joints of the robot that are controlled, in the order of the policy."""
        return self._active

    def get_watched_joints_subset(self) -> ArticulationSubset:
        """The joints of the robot that are only looked at, in the order of the policy."""
        return self._watched

    def get_robot_articulation(self) -> SingleRobot:
        """The robot."""
        return self._robot_articulation

    def get_motion_policy(self) -> MotionPolicy:
        """The motion policy."""
        return self._motion_policy

    def get_default_physics_dt(self) -> float:
        """Duration of a frame that is given no other one [s]."""
        return self._default_physics_dt

    def set_default_physics_dt(self, physics_dt: float) -> None:
        """Set the duration of a frame that is given no other one [s].

        Raises:
            ValueError: It is not positive.
        """
        self._default_physics_dt = _checked_duration(physics_dt)


class BaseController:
    """Something with a name that says what a robot is to do, for subclasses to implement.

    Args:
        name: Name of the controller.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def forward(self, *args: Any, **kwargs: Any) -> ArticulationAction:
        """Compute the targets of the robot for the next frame.

        Raises:
            NotImplementedError: The class does not implement it.
        """
        raise NotImplementedError(f"{type(self).__name__} does not implement forward(), which subclasses should.")

    def reset(self) -> None:
        """Return to the initial state; a controller without state has nothing to do."""


class MotionPolicyController(BaseController):
    """Steps a motion policy towards a target.

    Args:
        name: Name of the controller.
        articulation_motion_policy: The motion policy with the robot that it drives.
    """

    def __init__(self, name: str, articulation_motion_policy: ArticulationMotionPolicy) -> None:
        super().__init__(name)
        self._articulation_motion_policy = articulation_motion_policy
        self._motion_policy = articulation_motion_policy.get_motion_policy()

    def forward(  # type: ignore[override]  # each controller has targets of its own
        self, target_end_effector_position: np.ndarray, target_end_effector_orientation: np.ndarray | None = None
    ) -> ArticulationAction:
        """Compute the targets of the robot for the next frame, on its way to a pose of the end effector.

        Args:
            target_end_effector_position: Position in the world [m], shape (3,).
            target_end_effector_orientation: Orientation as the policy takes it; None leaves it free.
        """
        policy = self.get_motion_policy()
        policy.set_end_effector_target(target_end_effector_position, target_end_effector_orientation)
        policy.update_world()
        return self._articulation_motion_policy.get_next_articulation_action()

    def add_obstacle(self, obstacle: Any, static: bool = False) -> None:
        """Add an obstacle."""
        self.get_motion_policy().add_obstacle(obstacle, static)

    def remove_obstacle(self, obstacle: Any) -> None:
        """Forget an obstacle."""
        self.get_motion_policy().remove_obstacle(obstacle)

    def reset(self) -> None:
        """Let the policy forget its state, its targets and all obstacles."""
        self.get_motion_policy().reset()

    def get_articulation_motion_policy(self) -> ArticulationMotionPolicy:
        """The motion policy with the robot that it drives."""
        return self._articulation_motion_policy

    def get_motion_policy(self) -> MotionPolicy:
        """The motion policy."""
        return self._articulation_motion_policy.get_motion_policy()


def _checked_duration(duration: float) -> float:
    if not (math.isfinite(duration) and duration > 0.0):
        raise ValueError(f"The duration of a frame should be a positive time [s], it is {duration}.")
    return duration
