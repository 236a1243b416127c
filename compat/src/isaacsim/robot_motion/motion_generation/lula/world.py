"""A world of Lula that objects of a scene are put into."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

import lula
from pippin.motion.world.obstacle_interface import ObstacleInterface

from ..orientations import read_world_pose
from ..world_interface import WorldInterface

__all__ = ["LulaWorld"]


class LulaWorld(ObstacleInterface, WorldInterface):
    """Keeps objects of a scene as obstacles of a world of Lula, in the frame of the robot's base."""

    read_pose = staticmethod(read_world_pose)

    def __init__(self) -> None:
        self._lula_world = lula.create_world()
        super().__init__(self._lula_world.obstacles)

    def get_world_view(self) -> lula.WorldView:
        """View of the world, which planners of Lula take."""
        return self._lula_world.add_world_view()

    def update_world(
        self,
        updated_obstacles: Sequence[Any] | None = None,
        robot_pos: Any = (0.0, 0.0, 0.0),
        robot_rot: Any = None,
        robot_base_moved: bool = False,
    ) -> None:
        """Read where obstacles are: the given ones, or all that are not static.

        Args:
            updated_obstacles: The obstacles.
            robot_pos: Position of the robot's base [m], shape (3,).
            robot_rot: Its rotation matrix, shape (3, 3); None means none.
            robot_base_moved: Whether the base is elsewhere than before.
        """
        if robot_base_moved:
            matrix = np.eye(3) if robot_rot is None else np.asarray(robot_rot, dtype=np.float64)
            self.world.set_base_pose(np.asarray(robot_pos, dtype=np.float64), Rotation.from_matrix(matrix).as_quat())
        super().update_world(updated_obstacles)

    def reset(self) -> None:
        """Forget all obstacles."""
        self._obstacles.clear()
