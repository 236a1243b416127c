"""What plans the ways between subtasks, where a config asks for it (``datagen_config.use_skillgen``)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import torch


class MotionPlannerBase(ABC):
    """A planner of motions for one environment; derive one from it, on :mod:`pippin.motion` for example.

    Args:
        env: The environments.
        robot: The robot in them.
        env_id: Index of the environment.
        debug: Whether it tells what it does.
        **kwargs: What a planner needs besides.
    """

    def __init__(self, env: Any, robot: Any, env_id: int = 0, debug: bool = False, **kwargs: Any) -> None:
        self.env = env
        self.robot = robot
        self.env_id = env_id
        self.debug = debug

    @abstractmethod
    def update_world_and_plan_motion(self, target_pose: torch.Tensor, **kwargs: Any) -> bool:
        """Look where the objects are, and plan a way to a pose of the end effector.

        The pose is in the frame of the environment, shape (4, 4) [m].

        Returns:
            Whether there is a way.
        """

    @abstractmethod
    def has_next_waypoint(self) -> bool:
        """Whether there is more of the way."""

    @abstractmethod
    def get_next_waypoint_ee_pose(self) -> Any:
        """The next pose of the way, which is taken."""

    @abstractmethod
    def reset_plan(self) -> None:
        """Go back to the beginning of the way."""

    def get_planned_poses(self) -> list[Any]:
        """All poses of the way."""
        self.reset_plan()
        poses = []
        while self.has_next_waypoint():
            poses.append(self.get_next_waypoint_ee_pose())
        return poses

    def get_planner_info(self) -> dict[str, Any]:
        """Name of the planner, environment, and whether it tells what it does."""
        return {"name": type(self).__name__, "env_id": self.env_id, "debug": self.debug}
