"""RMPflow with quaternions (w, x, y, z)."""

from __future__ import annotations

import numpy as np

from pippin.motion.rmpflow import RmpFlow as _RmpFlow

from ..motion_policy_interface import MotionPolicy
from ..orientations import read_world_pose, to_xyzw


class RmpFlow(_RmpFlow, MotionPolicy):
    """:class:`pippin.motion.rmpflow.RmpFlow` with quaternions (w, x, y, z)."""

    read_pose = staticmethod(read_world_pose)

    def set_robot_base_pose(self, robot_position: np.ndarray, robot_orientation: np.ndarray) -> None:
        """Move the base of the robot."""
        super().set_robot_base_pose(robot_position, to_xyzw(robot_orientation))

    def set_end_effector_target(
        self, target_position: np.ndarray | None = None, target_orientation: np.ndarray | None = None
    ) -> None:
        """Set the pose to move the end effector to."""
        orientation = None if target_orientation is None else to_xyzw(target_orientation)
        super().set_end_effector_target(target_position, orientation)
