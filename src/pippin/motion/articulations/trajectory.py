"""Trajectories that robots follow."""

from __future__ import annotations

import math

import numpy as np

from ..trajectories import Trajectory
from .action import ArticulationAction, ArticulationSubset, SingleRobot

ROUNDING = 1e-9
"""Share of a time step by which the duration of a trajectory may miss a multiple of it."""


class ArticulationTrajectory:
    """A trajectory as actions of a robot.

    Args:
        robot_articulation: The robot; it may have more joints than the trajectory moves, in another order.
        trajectory: The trajectory.
        physics_dt: Time from one action to the next, where no other is given [s].

    Raises:
        ValueError: The time is not positive, or the robot is initialised and lacks a joint of the trajectory.
    """

    def __init__(self, robot_articulation: SingleRobot, trajectory: Trajectory, physics_dt: float) -> None:
        self._robot = robot_articulation
        self._trajectory = trajectory
        self._physics_dt = _checked_step("physics_dt", physics_dt)
        self._active = ArticulationSubset(robot_articulation, trajectory.get_active_joints())

    def get_action_at_time(self, time: float) -> ArticulationAction:
        """Make the action that sets positions and velocities at a time between start and end of the trajectory [s].

        Raises:
            ValueError: The trajectory does not span that time.
        """
        start, end = self._trajectory.start_time, self._trajectory.end_time
        if not start <= time <= end:
            raise ValueError(f"The trajectory spans the times from {start:g} s to {end:g} s; the given is {time:g} s.")
        return self._active.make_articulation_action(*self._trajectory.get_joint_targets(time))

    def get_action_sequence(self, timestep: float | None = None) -> list[ArticulationAction]:
        """Make the actions for the whole trajectory: from the start on, one every time step before the end.

        Args:
            timestep: Time from one action to the next [s]; None means ``physics_dt``.

        Raises:
            ValueError: The time step is not positive.
        """
        step = self._physics_dt if timestep is None else _checked_step("timestep", timestep)
        count = max(math.ceil(self.get_trajectory_duration() / step - ROUNDING), 1)
        times = np.minimum(self._trajectory.start_time + step * np.arange(count), self._trajectory.end_time)
        return [self.get_action_at_time(float(time)) for time in times]

    def get_trajectory_duration(self) -> float:
        """Duration of the trajectory [s]."""
        return self._trajectory.end_time - self._trajectory.start_time

    def get_active_joints_subset(self) -> ArticulationSubset:
        """The joints of the robot that the trajectory moves, in its order."""
        return self._active

    def get_robot_articulation(self) -> SingleRobot:
        """The robot."""
        return self._robot

    def get_trajectory(self) -> Trajectory:
        """The trajectory."""
        return self._trajectory


def _checked_step(name: str, value: float) -> float:
    if not (math.isfinite(value) and value > 0.0):
        raise ValueError(f"{name} should be a positive time [s]; it is {value}.")
    return value
