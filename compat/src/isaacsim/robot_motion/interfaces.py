"""Interfaces of motion generation, for subclasses to implement: kinematics, motion policies, path planners, worlds."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import numpy as np

__all__ = [
    "ADDERS",
    "WorldInterface",
    "KinematicsSolver",
    "MotionPolicy",
    "PathPlanner",
]

logger = logging.getLogger("pippin")


ADDERS = {
    "cuboid": "add_cuboid",
    "sphere": "add_sphere",
    "capsule": "add_capsule",
    "cylinder": "add_cylinder",
    "cone": "add_cone",
    "groundplane": "add_ground_plane",
}
"""Methods that add objects, by a word in the name of the class of the object or of one of its bases."""


class WorldInterface:
    """An algorithm that knows obstacles. Methods that it does not implement tell so and return False."""

    def update_world(self, updated_obstacles: Sequence[Any] | None = None) -> None:
        """Read where obstacles are: the given ones, or all that are not static."""

    def add_obstacle(self, obstacle: Any, static: bool | None = False) -> bool:
        """Add an obstacle by the method that is for its type; False where there is none."""
        for base in type(obstacle).__mro__:
            for word, adder in ADDERS.items():
                if word in base.__name__.lower():
                    arguments = {} if word == "groundplane" else {"static": bool(static)}
                    return getattr(self, adder)(obstacle, **arguments)
        logger.warning("A %s is no obstacle that is known; there are: %s.", type(obstacle).__name__, ", ".join(ADDERS))
        return False

    def add_cuboid(self, cuboid: Any, static: bool = False) -> bool:
        """Add a box."""
        return self._cannot("add_cuboid")

    def add_sphere(self, sphere: Any, static: bool = False) -> bool:
        """Add a ball."""
        return self._cannot("add_sphere")

    def add_capsule(self, capsule: Any, static: bool = False) -> bool:
        """Add a capsule."""
        return self._cannot("add_capsule")

    def add_cylinder(self, cylinder: Any, static: bool = False) -> bool:
        """Add a cylinder."""
        return self._cannot("add_cylinder")

    def add_cone(self, cone: Any, static: bool = False) -> bool:
        """Add a cone."""
        return self._cannot("add_cone")

    def add_ground_plane(self, ground_plane: Any) -> bool:
        """Add all that lies below a plane."""
        return self._cannot("add_ground_plane")

    def disable_obstacle(self, obstacle: Any) -> bool:
        """Let an obstacle count no more."""
        return self._cannot("disable_obstacle")

    def enable_obstacle(self, obstacle: Any) -> bool:
        """Let an obstacle count again."""
        return self._cannot("enable_obstacle")

    def remove_obstacle(self, obstacle: Any) -> bool:
        """Forget an obstacle."""
        return self._cannot("remove_obstacle")

    def reset(self) -> None:
        """Return to the initial state."""

    def _cannot(self, method: str) -> bool:
        logger.warning("%s does not implement %s(), so obstacles play no part.", type(self).__name__, method)
        return False


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
