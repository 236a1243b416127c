"""RRT with quaternions (w, x, y, z)."""

from __future__ import annotations

from typing import Any

from pippin.motion.planning import Rrt

from ..orientations import read_world_pose, to_xyzw
from ..path_planning_interface import PathPlanner
from ..shipped_urdfs import shipped_urdf


class RRT(Rrt, PathPlanner):
    """:class:`pippin.motion.planning.Rrt` with quaternions (w, x, y, z)."""

    read_pose = staticmethod(read_world_pose)

    def __init__(
        self, robot_description_path: str, urdf_path: str, rrt_config_path: str, end_effector_frame_name: str
    ) -> None:
        super().__init__(robot_description_path, shipped_urdf(urdf_path), rrt_config_path, end_effector_frame_name)

    def set_robot_base_pose(self, robot_position: Any, robot_orientation: Any) -> None:
        """Move the base of the robot."""
        super().set_robot_base_pose(robot_position, to_xyzw(robot_orientation))

    def set_end_effector_target(self, target_translation: Any, target_orientation: Any | None = None) -> None:
        """Set the pose to bring the end effector to."""
        orientation = None if target_orientation is None else to_xyzw(target_orientation)
        super().set_end_effector_target(target_translation, orientation)
