"""RMPflow, RRT, trajectories and worlds of Isaac Sim's Lula, with quaternions (w, x, y, z); interfaces of policies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from pxr import Gf, Usd, UsdGeom
from scipy.spatial.transform import Rotation

import lula
from isaacsim.core.assets import shipped_urdf
from isaacsim.core.stage import require_meters
from isaacsim.robot_motion.kinematics import LulaKinematicsSolver, WorldInterface, read_world_pose, to_xyzw
from pippin.motion.planning import Rrt
from pippin.motion.rmpflow import Marker
from pippin.motion.rmpflow import RmpFlow as _RmpFlow
from pippin.motion.robot_description import load_robot
from pippin.motion.trajectories import CSpaceTrajectory as LulaTrajectory
from pippin.motion.trajectories import CSpaceTrajectoryGenerator, TaskSpaceTrajectoryGenerator
from pippin.motion.world.obstacle_interface import ObstacleInterface
from pippin.sim import delete_prim, get_current_stage, get_next_free_path, set_local_pose, set_prim_visibility

__all__ = [
    "MotionPolicy",
    "PathPlanner",
    "COLOR",
    "PRIMS",
    "VisualMarker",
    "LEAST_SPEED",
    "RECOVERY",
    "RmpFlow",
    "RmpFlowSmoothed",
    "RRT",
    "LulaCSpaceTrajectoryGenerator",
    "LulaTaskSpaceTrajectoryGenerator",
    "LulaTrajectory",
    "LulaWorld",
]


COLOR = (0.1, 0.6, 1.0)
"""Colour of markers in linear RGB."""

PRIMS = "/lula"
"""Path below which markers are on the stage."""


class VisualMarker(Marker):
    """:class:`pippin.motion.rmpflow.Marker` that is a prim of the current stage, with quaternions (w, x, y, z).

    Attributes:
        prim_path: Path of the prim.
    """

    def __init__(self, name: str, size: float, shape: str) -> None:
        super().__init__(name, size, shape)
        stage = get_current_stage()
        self.prim_path = get_next_free_path(f"{PRIMS}/{name}")
        self._prim = stage.DefinePrim(self.prim_path, shape)
        self._prim.GetAttribute("radius" if shape == "Sphere" else "size").Set(size)
        UsdGeom.Gprim(self._prim).CreateDisplayColorAttr([Gf.Vec3f(*COLOR)])
        set_prim_visibility(self._prim, False)

    def move_to(self, position: np.ndarray, orientation: np.ndarray | None = None) -> None:
        """Move it to a position [m] and, if there is one, an orientation (x, y, z, w)."""
        super().move_to(position, orientation)
        if self._prim.IsValid():  # stages come and go
            set_local_pose(self._prim, self.position.tolist(), self.orientation.tolist())

    def set_visibility(self, visible: bool) -> None:
        """Show or hide it."""
        super().set_visibility(visible)
        if self._prim.IsValid():
            set_prim_visibility(self._prim, visible)

    def delete(self) -> None:
        """Take it off the stage."""
        super().delete()
        if self._prim.IsValid():
            delete_prim(self.prim_path)

    @property
    def prim(self) -> Usd.Prim:
        """The prim."""
        return self._prim

    def get_world_pose(self) -> tuple[np.ndarray, np.ndarray]:
        """Position [m] and orientation (w, x, y, z)."""
        return self.position.copy(), np.roll(self.orientation, 1)


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
        """Return targets of positions and velocities for the next frame; by default, to stay."""
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
        """Return waypoints of the active joints, shape (number of waypoints, number of joints); None: no path."""
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


LEAST_SPEED = 0.1
"""Smallest part of the asked speed to which :class:`RmpFlowSmoothed` slows down."""

RECOVERY = 0.985
"""Part of a slow-down that is left after a frame."""


FRAME = 1.0 / 60.0
"""Duration of a frame where programs count evaluations of a policy in it [s]."""


class RmpFlow(_RmpFlow, MotionPolicy):
    """:class:`pippin.motion.rmpflow.RmpFlow` with quaternions (w, x, y, z).

    Older programs give ``evaluations_per_frame``, of frames of 1/60 s, in place of the longest substep. Like all that
    plans with these robots, it wants a stage in metres (NotImplementedError).
    """

    read_pose = staticmethod(read_world_pose)
    marker_type = VisualMarker

    def __init__(
        self,
        robot_description_path: str,
        urdf_path: str,
        rmpflow_config_path: str,
        end_effector_frame_name: str,
        maximum_substep_size: float | None = None,
        ignore_robot_state_updates: bool = False,
        evaluations_per_frame: int | None = None,
    ) -> None:
        require_meters(type(self).__name__)
        if maximum_substep_size is None:
            if evaluations_per_frame is None:
                raise ValueError("RmpFlow has no longest substep: give maximum_substep_size [s].")
            maximum_substep_size = FRAME / evaluations_per_frame
        super().__init__(
            robot_description_path,
            shipped_urdf(urdf_path),
            rmpflow_config_path,
            end_effector_frame_name,
            maximum_substep_size,
            ignore_robot_state_updates,
        )

    def set_robot_base_pose(self, robot_position: np.ndarray, robot_orientation: np.ndarray) -> None:
        """Move the base of the robot."""
        super().set_robot_base_pose(robot_position, to_xyzw(robot_orientation))

    def set_end_effector_target(
        self, target_position: np.ndarray | None = None, target_orientation: np.ndarray | None = None
    ) -> None:
        """Set the pose to move the end effector to."""
        orientation = None if target_orientation is None else to_xyzw(target_orientation)
        super().set_end_effector_target(target_position, orientation)

    def get_kinematics_solver(self) -> LulaKinematicsSolver:
        """A new kinematics solver for the same robot, with its base where it is now."""
        solver = LulaKinematicsSolver("", "", robot_description=self.model)
        solver.set_robot_base_pose(self.base_pose[:3], np.roll(self.base_pose[3:], 1))
        return solver


class RmpFlowSmoothed(RmpFlow):
    """RMPflow whose time passes more slowly where accelerations jump, for robots that follow no jumps.

    In each frame the joints move by the frame's duration times a speed. That falls where the acceleration changes by
    more than a jerk limit admits, and comes back to the asked one little by little. The path stays that of RMPflow.

    Attributes:
        desired_speed_scalar: The speed that is asked for, above 0; 1 is that of RMPflow.
        big_jerk_limit: Change of the joints' accelerations per time above which it slows down [rad/s^3, or m/s^3].
        speed_scalar: The speed of the last frame.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.desired_speed_scalar = 1.0
        self.big_jerk_limit = 200.0
        self.speed_scalar = 1.0
        self._velocities: np.ndarray | None = None
        self._accelerations: np.ndarray | None = None

    def compute_joint_targets(
        self,
        active_joint_positions: np.ndarray,
        active_joint_velocities: np.ndarray,
        watched_joint_positions: np.ndarray,
        watched_joint_velocities: np.ndarray,
        frame_duration: float,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return targets of positions and velocities for the next frame; see :class:`RmpFlow`."""
        speed = self.speed_scalar
        if self._velocities is None:  # it begins at rest, or at an even speed
            self._velocities = np.asarray(active_joint_velocities, dtype=float) / speed
            self._accelerations = np.zeros_like(self._velocities)
        positions, velocities = super().compute_joint_targets(
            active_joint_positions,
            np.asarray(active_joint_velocities, dtype=float) / speed,
            watched_joint_positions,
            watched_joint_velocities,
            frame_duration * speed,
        )
        self.speed_scalar = self._next_speed(velocities, frame_duration * speed)
        return positions, velocities * speed

    def reset(self) -> None:
        """Forget the state, all targets, obstacles and markers, and go at the asked speed."""
        super().reset()
        self.speed_scalar = getattr(self, "desired_speed_scalar", 1.0)
        self._velocities = self._accelerations = None

    def _next_speed(self, velocities: np.ndarray, duration: float) -> float:
        """Speed of the next frame: in slower time a change of acceleration is less by the cube of the speed."""
        recovered = self.desired_speed_scalar + RECOVERY * (self.speed_scalar - self.desired_speed_scalar)
        assert self._velocities is not None and self._accelerations is not None
        accelerations = (velocities - self._velocities) / duration
        jerk = float(np.abs(accelerations - self._accelerations).max()) / duration
        self._velocities, self._accelerations = velocities.copy(), accelerations
        admitted = (self.big_jerk_limit / max(jerk, 1e-12)) ** (1.0 / 3.0)
        return max(min(recovered, admitted), LEAST_SPEED * self.desired_speed_scalar)


class RRT(Rrt, PathPlanner):
    """:class:`pippin.motion.planning.Rrt` with quaternions (w, x, y, z)."""

    read_pose = staticmethod(read_world_pose)

    def __init__(
        self, robot_description_path: str, urdf_path: str, rrt_config_path: str, end_effector_frame_name: str
    ) -> None:
        require_meters(type(self).__name__)
        super().__init__(robot_description_path, shipped_urdf(urdf_path), rrt_config_path, end_effector_frame_name)

    def set_robot_base_pose(self, robot_position: Any, robot_orientation: Any) -> None:
        """Move the base of the robot."""
        super().set_robot_base_pose(robot_position, to_xyzw(robot_orientation))

    def set_end_effector_target(self, target_translation: Any, target_orientation: Any | None = None) -> None:
        """Set the pose to bring the end effector to."""
        orientation = None if target_orientation is None else to_xyzw(target_orientation)
        super().set_end_effector_target(target_translation, orientation)


MIN_TIME_SPAN = 0.01
"""Least time between two waypoints [s]: programs put dense ones along paths that are not to be left at 60 Hz."""


class LulaCSpaceTrajectoryGenerator(CSpaceTrajectoryGenerator):
    """:class:`pippin.motion.trajectories.CSpaceTrajectoryGenerator` of a robot that is given by files.

    Waypoints are at least :data:`MIN_TIME_SPAN` apart unless the solver parameter ``min_time_span`` says otherwise.

    Args:
        robot_description_path: Path of the robot description YAML.
        urdf_path: Path of the URDF file.
    """

    def __init__(self, robot_description_path: str, urdf_path: str) -> None:
        super().__init__(load_robot(shipped_urdf(urdf_path), robot_description_path))
        self.set_solver_param("min_time_span", MIN_TIME_SPAN)


class LulaTaskSpaceTrajectoryGenerator(TaskSpaceTrajectoryGenerator):
    """:class:`pippin.motion.trajectories.TaskSpaceTrajectoryGenerator` of a robot that is given by files.

    Args:
        robot_description_path: Path of the robot description YAML.
        urdf_path: Path of the URDF file.
    """

    def __init__(self, robot_description_path: str, urdf_path: str) -> None:
        require_meters(type(self).__name__)
        super().__init__(load_robot(shipped_urdf(urdf_path), robot_description_path))

    def compute_task_space_trajectory_from_points(
        self, positions: Any, orientations: Any, frame_name: str
    ) -> LulaTrajectory | None:
        """Generate a trajectory along which a frame moves through poses, straight from each to the next.

        Args:
            positions: Positions in the frame of the robot's base [m], shape (num_points, 3).
            orientations: Orientations there (w, x, y, z), shape (num_points, 4).
            frame_name: Name of the frame.
        """
        xyzw = np.roll(np.asarray(orientations, dtype=np.float64), -1, axis=-1)
        return super().compute_task_space_trajectory_from_points(positions, xyzw, frame_name)


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
