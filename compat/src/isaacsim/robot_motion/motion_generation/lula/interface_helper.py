"""What interfaces to planners of Lula have in common: a robot, and where its base is."""

from __future__ import annotations

from typing import Any

import numpy as np

import lula
from isaacsim.core.utils.rotations import quat_to_rot_matrix

__all__ = ["LulaInterfaceHelper"]


class LulaInterfaceHelper:
    """A robot of Lula, and where its base is.

    Args:
        robot_description: The robot.
    """

    def __init__(self, robot_description: lula.RobotDescription) -> None:
        self._robot_description = robot_description
        self._kinematics = robot_description.kinematics()
        self._robot_pos, self._robot_rot = np.zeros(3), np.eye(3)
        self._robot_base_moved = False

    def set_robot_base_pose(self, robot_position: Any, robot_orientation: Any) -> bool:
        """Move the base: position [m] and orientation (w, x, y, z) in the world; says whether it was elsewhere."""
        position, rotation = np.asarray(robot_position, dtype=np.float64), quat_to_rot_matrix(robot_orientation)
        moved = not (np.allclose(position, self._robot_pos) and np.allclose(rotation, self._robot_rot))
        self._robot_pos, self._robot_rot = position, rotation
        self._robot_base_moved = self._robot_base_moved or moved
        return moved

    def get_active_joints(self) -> list[str]:
        """Names of the joints that are controlled."""
        count = self._robot_description.num_c_space_coords()
        return [self._robot_description.c_space_coord_name(index) for index in range(count)]

    def get_watched_joints(self) -> list[str]:
        """Names of joints that are only looked at: none."""
        return []

    def get_end_effector_pose(self, joint_positions: Any, frame_name: str) -> tuple[np.ndarray, np.ndarray]:
        """Position of a frame in the world [m], shape (3,), and its rotation matrix, shape (3, 3)."""
        pose = self._kinematics.pose(joint_positions, frame_name)
        return self._robot_pos + self._robot_rot @ pose.translation, self._robot_rot @ pose.rotation.matrix()
