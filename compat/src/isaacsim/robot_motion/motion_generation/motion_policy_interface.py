"""The interface of motion policies: algorithms that move a robot to targets and avoid obstacles."""

from __future__ import annotations

import numpy as np

from .world_interface import WorldInterface


class MotionPolicy(WorldInterface):
    """An algorithm that says where joints should be after each frame. Orientations are quaternions (w, x, y, z)."""

    def set_robot_base_pose(self, robot_translation: np.ndarray, robot_orientation: np.ndarray) -> None:
        """Move the base of the robot."""

    def compute_joint_targets(
        self,
        active_joint_positions: np.ndarray,
        active_joint_velocities: np.ndarray,
        watched_joint_positions: np.ndarray,
        watched_joint_velocities: np.ndarray,
        frame_duration: float,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Give targets of positions and velocities for the next frame; as long as nobody knows better, to stay."""
        return active_joint_positions, np.zeros_like(active_joint_velocities)

    def get_active_joints(self) -> list[str]:
        """Names of the joints that are controlled."""
        return []

    def get_watched_joints(self) -> list[str]:
        """Names of the joints that are only looked at."""
        return []

    def set_cspace_target(self, active_joint_targets: np.ndarray) -> None:
        """Set the configuration to move to."""

    def set_end_effector_target(
        self, target_translation: np.ndarray | None = None, target_orientation: np.ndarray | None = None
    ) -> None:
        """Set the pose to move the end effector to."""
