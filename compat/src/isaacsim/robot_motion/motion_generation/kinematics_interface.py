"""The interface of forward and inverse kinematics."""

from __future__ import annotations

from typing import Any

import numpy as np

from .world_interface import WorldInterface


class KinematicsSolver(WorldInterface):
    """Forward and inverse kinematics of a robot, for subclasses to implement."""

    def set_robot_base_pose(self, robot_positions: Any, robot_orientation: Any) -> None:
        """Move the base of the robot: position [m] and orientation (w, x, y, z) in the frame of the stage."""
        raise self._not_implemented("set_robot_base_pose")

    def get_joint_names(self) -> list[str]:
        """Names of the joints, in the order of joint positions."""
        raise self._not_implemented("get_joint_names")

    def get_all_frame_names(self) -> list[str]:
        """Names of all frames, each of which has forward and inverse kinematics."""
        raise self._not_implemented("get_all_frame_names")

    def compute_forward_kinematics(
        self, frame_name: str, joint_positions: Any, position_only: bool | None = False
    ) -> tuple[np.ndarray, np.ndarray]:
        """Compute where a frame is: position [m], shape (3,), and rotation matrix, shape (3, 3)."""
        raise self._not_implemented("compute_forward_kinematics")

    def compute_inverse_kinematics(
        self,
        frame_name: str,
        target_positions: Any,
        target_orientation: Any | None = None,
        warm_start: Any | None = None,
        position_tolerance: float | None = None,
        orientation_tolerance: float | None = None,
    ) -> tuple[np.ndarray, bool]:
        """Compute joint positions that bring a frame to a target, and whether they do."""
        raise self._not_implemented("compute_inverse_kinematics")

    def supports_collision_avoidance(self) -> bool:
        """Whether inverse kinematics avoids the obstacles that were added."""
        raise self._not_implemented("supports_collision_avoidance")

    def _not_implemented(self, method: str) -> NotImplementedError:
        return NotImplementedError(f"{type(self).__name__} does not implement {method}(), which subclasses should.")
