"""The interface of path planners: algorithms that find collision-free paths to targets."""

from __future__ import annotations

from typing import Any

import numpy as np

from .world_interface import WorldInterface


class PathPlanner(WorldInterface):
    """An algorithm that finds paths in c-space. Orientations are quaternions (w, x, y, z)."""

    def set_robot_base_pose(self, robot_translation: Any, robot_orientation: Any) -> None:
        """Move the base of the robot, which rests while paths are followed."""

    def compute_path(self, active_joint_positions: Any, watched_joint_positions: Any) -> np.ndarray | None:
        """Give waypoints of the active joints, shape (number of waypoints, number of joints); None: no path."""
        return None

    def get_active_joints(self) -> list[str]:
        """Names of the joints that are controlled."""
        return []

    def get_watched_joints(self) -> list[str]:
        """Names of the joints that are only looked at."""
        return []

    def set_cspace_target(self, active_joint_targets: Any) -> None:
        """Set the configuration to go to."""

    def set_end_effector_target(self, target_translation: Any, target_orientation: Any | None = None) -> None:
        """Set the pose to bring the end effector to."""
