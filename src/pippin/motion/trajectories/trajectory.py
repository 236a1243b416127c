"""What a trajectory is: where joints are to be, and how fast they are to move, at every time of a span."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

TIME_TOLERANCE = 1e-9
"""How far [s] a time may lie outside of a trajectory: as far as sums of time steps are off."""


class Trajectory(ABC):
    """Interface of motions of joints over a span of time."""

    @property
    @abstractmethod
    def start_time(self) -> float:
        """Time at which the trajectory begins [s]."""

    @property
    @abstractmethod
    def end_time(self) -> float:
        """Time at which the trajectory ends [s]."""

    @abstractmethod
    def get_active_joints(self) -> list[str]:
        """Names of the joints that the trajectory moves, in the order of its targets."""

    @abstractmethod
    def get_joint_targets(self, time: float) -> tuple[np.ndarray, np.ndarray]:
        """Positions [m or rad] and velocities [m/s or rad/s] at a time, each of shape (num_joints,)."""


class Curve(Protocol):
    """A motion of points of the c-space, each piece of it smooth.

    Attributes:
        start_time: Time at which it begins [s].
        end_time: Time at which it ends [s].
        waypoint_times: Times at which it passes its waypoints [s], shape (num_waypoints,).
    """

    start_time: float
    end_time: float
    waypoint_times: np.ndarray

    def evaluate(self, times: np.ndarray, derivative: int = 0) -> np.ndarray:
        """Positions or a derivative up to the third, shape (num_times, num_joints).

        Args:
            times: Times between start and end [s], shape (num_times,).
            derivative: Which derivative by time; 0 stands for positions.
        """


class CSpaceTrajectory(Trajectory):
    """A curve in the c-space of a robot, with the names of its joints.

    Args:
        trajectory: The curve.
        active_joints: Names of the joints that its coordinates are positions of.
    """

    def __init__(self, trajectory: Curve, active_joints: Sequence[str]) -> None:
        self._curve = trajectory
        self._joint_names = list(active_joints)

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}({self.start_time:g} s to {self.end_time:g} s, {len(self.waypoint_times)} "
            f"waypoints, {len(self._joint_names)} joints)"
        )

    @property
    def start_time(self) -> float:
        """Time at which the trajectory begins [s]."""
        return self._curve.start_time

    @property
    def end_time(self) -> float:
        """Time at which the trajectory ends [s]."""
        return self._curve.end_time

    @property
    def waypoint_times(self) -> np.ndarray:
        """Times at which the trajectory passes its waypoints [s], shape (num_waypoints,)."""
        return self._curve.waypoint_times.copy()

    def get_active_joints(self) -> list[str]:
        """Names of the joints that the trajectory moves, in the order of its targets."""
        return list(self._joint_names)

    def get_joint_targets(self, time: float) -> tuple[np.ndarray, np.ndarray]:
        """Positions [m or rad] and velocities [m/s or rad/s] at a time, each of shape (num_joints,).

        Raises:
            ValueError: The trajectory does not span that time.
        """
        return self.evaluate(time), self.evaluate(time, derivative=1)

    def evaluate(self, times: ArrayLike, derivative: int = 0) -> np.ndarray:
        """Positions, or a derivative of them by time, at one time or many.

        Args:
            times: Times [s], any shape.
            derivative: 0 for positions, 1 for velocities, 2 for accelerations, 3 for jerks.

        Returns:
            Array of shape (..., num_joints). Where a derivative jumps, the value after the jump.

        Raises:
            ValueError: The trajectory does not span one of the times, or there is no such derivative.
        """
        if derivative not in (0, 1, 2, 3):
            raise ValueError(f"The derivative should be 0, 1, 2 or 3, it is {derivative!r}.")
        array = np.asarray(times, dtype=np.float64)
        inside = (array >= self.start_time - TIME_TOLERANCE) & (array <= self.end_time + TIME_TOLERANCE)
        if not inside.all():
            raise ValueError(
                f"The trajectory spans the times from {self.start_time:g} s to {self.end_time:g} s; "
                f"the given is {array[~inside].flat[0]:g} s."
            )
        clipped = np.clip(array.ravel(), self.start_time, self.end_time)
        return self._curve.evaluate(clipped, derivative).reshape(*array.shape, -1)
