"""RMPflow for one robot, with the methods that motion policies of Isaac Sim have."""

from __future__ import annotations

from os import PathLike

import numpy as np
from numpy.typing import ArrayLike

from pippin.motion import poses
from pippin.motion.ik import DescentSolver
from pippin.motion.kinematics import Kinematics
from pippin.motion.robot_description import load_robot
from pippin.motion.world.obstacle_interface import ObstacleInterface
from pippin.utils.checks import check_numbers

from .batch import RmpFlowBatch
from .markers import Marker
from .policies.parameters import read_rmpflow_parameters

END_EFFECTOR_MARKER_SIZE = 0.02
"""Edge of the cube that marks the end effector [m]."""

JointStates = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
"""Positions and velocities of active joints, then of watched joints, of which there are none."""


class RmpFlow(ObstacleInterface):
    """Guides one robot to targets, around obstacles that may move; see :class:`RmpFlowBatch` for many robots.

    Positions are in metres, orientations quaternions (x, y, z, w), both in the frame of the world. Obstacles are
    objects of a scene; see :class:`~pippin.motion.world.scene_obstacles.SceneObstacles` for what is asked of them.

    Args:
        robot_description_path: Robot description YAML.
        urdf_path: URDF of the robot.
        rmpflow_config_path: Parameters; see :func:`~pippin.motion.rmpflow.read_rmpflow_parameters`.
        end_effector_frame_name: Name of the frame that targets are for.
        maximum_substep_size: Largest time that is integrated at once [s].
        ignore_robot_state_updates: Whether the robot is believed to do as it was told, after the first call of
            :meth:`compute_joint_targets`; else each call says where it is.
        guided: Whether the robot is led around what it gets stuck at; see :mod:`pippin.motion.rmpflow.guidance`.

    Attributes:
        model: The robot.
        world: The obstacles; others than objects of a scene, such as meshes, may be added to it by name.
        base_pose: Pose of its base in the world, position [m] and quaternion (x, y, z, w), shape (7,).

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: A file says something that cannot be, or there is no frame of this name.
    """

    marker_type = Marker
    """What marks collision spheres and the end effector."""

    def __init__(
        self,
        robot_description_path: str | PathLike[str],
        urdf_path: str | PathLike[str],
        rmpflow_config_path: str | PathLike[str],
        end_effector_frame_name: str,
        maximum_substep_size: float,
        ignore_robot_state_updates: bool = False,
        guided: bool = True,
    ) -> None:
        self.model = load_robot(urdf_path, robot_description_path)
        parameters = read_rmpflow_parameters(rmpflow_config_path, self.model)
        self._robot = RmpFlowBatch(
            self.model,
            parameters,
            end_effector_frame_name,
            maximum_substep_size=maximum_substep_size,
            guided=guided,
        )
        self._kinematics = Kinematics(self.model)
        self._end_effector = end_effector_frame_name
        self._ignore_state = bool(ignore_robot_state_updates)
        super().__init__(self._robot.world)
        self._sphere_order = np.argsort(np.array(self.model.sphere_frames, dtype=str), kind="stable")
        self._sphere_markers: list[Marker] = []
        self._end_effector_marker: Marker | None = None
        self.reset()

    def reset(self) -> None:
        """Forget the state, all targets, obstacles and markers; the base is at the origin of the world."""
        self._obstacles.clear()
        self.delete_collision_sphere_prims()
        self.delete_end_effector_prim()
        self._robot.reset()
        self._set_base(poses.IDENTITY)
        self._state_is_known = False

    # The robot.

    def get_active_joints(self) -> list[str]:
        """Names of the joints that are controlled, in the order of all arrays of joints."""
        return list(self.model.coordinate_names)

    def get_watched_joints(self) -> list[str]:
        """Names of joints that are only looked at: none."""
        return []

    def get_default_cspace_position_target(self) -> np.ndarray:
        """Configuration that is the c-space target until another one is set [m or rad], shape (num_coordinates,)."""
        return self.model.default_q.copy()

    def get_end_effector_pose(self, active_joint_positions: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
        """Pose of the end effector at a configuration: position [m], shape (3,), and rotation matrix (3, 3).

        Raises:
            ValueError: The configuration has another shape.
        """
        pose = self._end_effector_pose(active_joint_positions)
        columns = [poses.rotate(pose[3:], axis) for axis in np.eye(3)]
        return pose[:3], np.stack(columns, axis=1)

    def get_end_effector_jacobian(self, active_joint_positions: ArrayLike) -> np.ndarray:
        """Velocity (rows 0 to 2) and angular velocity of the end effector per velocity of each joint, shape (6, N).

        Raises:
            ValueError: The configuration has another shape.
        """
        jacobian = self._kinematics.jacobians(self._end_effector, self._row(active_joint_positions)).numpy()[0]
        turned = poses.rotate(self.base_pose[3:], jacobian.reshape(2, 3, -1).transpose(0, 2, 1))
        return turned.transpose(0, 2, 1).reshape(6, -1)

    def get_kinematics_solver(self) -> DescentSolver:
        """A new solver for the same robot, with its base where it is now."""
        solver = DescentSolver(self.model)
        solver.set_base_pose(self.base_pose[:3], self.base_pose[3:])
        return solver

    def set_robot_base_pose(self, robot_position: ArrayLike, robot_orientation: ArrayLike) -> None:
        """Move the base of the robot; at first it is at the origin of the world.

        Raises:
            ValueError: The pose cannot be.
        """
        self._set_base(poses.checked_pose("base", robot_position, robot_orientation))

    # State.

    def set_ignore_state_updates(self, ignore_robot_state_updates: bool) -> None:
        """Set whether the robot is believed to do as it was told, or each call says where it is."""
        self._ignore_state = bool(ignore_robot_state_updates)

    def set_internal_robot_joint_states(
        self,
        active_joint_positions: ArrayLike,
        active_joint_velocities: ArrayLike,
        watched_joint_positions: ArrayLike = (),
        watched_joint_velocities: ArrayLike = (),
    ) -> None:
        """Set where the robot is believed to be, whether or not later calls say so [m or rad, and per s].

        Raises:
            ValueError: The arrays have other shapes.
        """
        self._check_watched(watched_joint_positions, watched_joint_velocities)
        self._robot.set_state(active_joint_positions, active_joint_velocities)
        self._state_is_known = True
        self._update_markers()

    def get_internal_robot_joint_states(self) -> JointStates:
        """Where the robot is believed to be: positions and velocities of active joints, then of watched ones."""
        return *self._state(), np.empty(0), np.empty(0)

    # Targets and motion.

    def set_cspace_target(self, active_joint_targets: ArrayLike) -> None:
        """Set the configuration to move to, or to prefer while there is a target of the end effector [m or rad].

        Raises:
            ValueError: The array has another shape.
        """
        self._robot.set_cspace_target(active_joint_targets)

    def set_end_effector_target(
        self, target_position: ArrayLike | None = None, target_orientation: ArrayLike | None = None
    ) -> None:
        """Set the pose to move the end effector to; what is None is free from now on.

        Raises:
            ValueError: The arrays have other shapes, are not finite, or the quaternion is zero.
        """
        self._robot.set_end_effector_target(target_position, target_orientation)

    def compute_joint_targets(
        self,
        active_joint_positions: ArrayLike,
        active_joint_velocities: ArrayLike,
        watched_joint_positions: ArrayLike,
        watched_joint_velocities: ArrayLike,
        frame_duration: float,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Compute where the joints should be after the next frame.

        Args:
            active_joint_positions: Positions of the active joints now [m or rad], shape (N,).
            active_joint_velocities: Their velocities [m/s or rad/s], shape (N,).
            watched_joint_positions: Empty.
            watched_joint_velocities: Empty.
            frame_duration: Duration of the frame [s].

        Returns:
            Targets of positions and velocities of the active joints, shape (N,) each.

        Raises:
            ValueError: The arrays have other shapes, are not finite, or the duration is not positive.
        """
        self._check_watched(watched_joint_positions, watched_joint_velocities)
        if not (self._ignore_state and self._state_is_known):
            self._robot.set_state(active_joint_positions, active_joint_velocities)
            self._state_is_known = True
        self._robot.step(frame_duration)
        self._update_markers()
        return self._state()

    # Markers.

    def get_collision_spheres_as_prims(self) -> list[Marker]:
        """Markers of the collision spheres, which follow the believed state; invisible unless shown.

        They are sorted by the names of their links, as Lula has them; those of a link stay in the order of the file.
        """
        if not self._sphere_markers:
            self._sphere_markers = [
                self.marker_type(f"collision_sphere_{place}", float(self.model.sphere_radii[index]), "Sphere")
                for place, index in enumerate(self._sphere_order)
            ]
            self._update_markers()
        return self._sphere_markers

    def get_end_effector_as_prim(self) -> Marker:
        """Marker of the end effector, which follows the believed state; invisible unless shown."""
        if self._end_effector_marker is None:
            self._end_effector_marker = self.marker_type("end_effector", END_EFFECTOR_MARKER_SIZE, "Cube")
            self._update_markers()
        return self._end_effector_marker

    def visualize_collision_spheres(self) -> None:
        """Show the collision spheres."""
        for marker in self.get_collision_spheres_as_prims():
            marker.set_visibility(True)

    def visualize_end_effector_position(self) -> None:
        """Show the end effector."""
        self.get_end_effector_as_prim().set_visibility(True)

    def stop_visualizing_collision_spheres(self) -> None:
        """Delete the markers of the collision spheres."""
        self.delete_collision_sphere_prims()

    def stop_visualizing_end_effector(self) -> None:
        """Delete the marker of the end effector."""
        self.delete_end_effector_prim()

    def delete_collision_sphere_prims(self) -> None:
        """Delete the markers of the collision spheres."""
        for marker in self._sphere_markers:
            marker.delete()
        self._sphere_markers = []

    def delete_end_effector_prim(self) -> None:
        """Delete the marker of the end effector."""
        if self._end_effector_marker is not None:
            self._end_effector_marker.delete()
        self._end_effector_marker = None

    # How it is held.

    def _set_base(self, pose: np.ndarray) -> None:
        self._robot.set_base_pose(pose[:3], pose[3:])
        self.base_pose = poses.make_pose(pose[:3], pose[3:])
        self._update_markers()

    def _state(self) -> tuple[np.ndarray, np.ndarray]:
        return self._robot.positions.numpy()[0].copy(), self._robot.velocities.numpy()[0].copy()

    def _row(self, q: ArrayLike) -> np.ndarray:
        return check_numbers("q", q, self.model.num_coordinates).reshape(1, -1)

    def _end_effector_pose(self, q: ArrayLike) -> np.ndarray:
        return poses.compose(self.base_pose, self._kinematics.frame_poses(self._end_effector, self._row(q)).numpy()[0])

    def _update_markers(self) -> None:
        q = self._robot.positions.numpy()[0]
        if self._sphere_markers:
            centers = self._kinematics.sphere_centers(q[None]).numpy()[0]
            centers = self.base_pose[:3] + poses.rotate(self.base_pose[3:], centers)
            for marker, center in zip(self._sphere_markers, centers[self._sphere_order], strict=True):
                marker.move_to(center)
        if self._end_effector_marker is not None:
            pose = self._end_effector_pose(q)
            self._end_effector_marker.move_to(pose[:3], pose[3:])

    @staticmethod
    def _check_watched(positions: ArrayLike, velocities: ArrayLike) -> None:
        watched = ("watched_joint_positions", positions), ("watched_joint_velocities", velocities)
        for name, values in watched:
            count = check_numbers(name, values).size
            if count:
                raise ValueError(f"'{name}' has {count} values; expected none: RMPflow watches no joints.")
