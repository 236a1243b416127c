"""Kinematics and poses of Isaac Sim's Lula, with quaternions (w, x, y, z); interfaces of kinematics and obstacles."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

import lula
from isaacsim.core.assets import shipped_urdf
from isaacsim.core.rotations import quat_to_rot_matrix
from isaacsim.core.stage import require_meters
from pippin.motion.ik import DescentSettings, DescentSolver
from pippin.motion.kinematics import SingleRobotKinematics
from pippin.motion.robot_description import RobotModel, load_robot

__all__ = [
    "WorldInterface",
    "KinematicsSolver",
    "to_xyzw",
    "read_world_pose",
    "LulaKinematicsSolver",
    "LulaInterfaceHelper",
    "get_pose3",
    "get_pose_rel_robot_base",
    "get_prim_pose_in_meters",
    "get_prim_pose_in_meters_rel_robot_base",
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


def to_xyzw(orientation: Any) -> np.ndarray:
    """Return a quaternion (w, x, y, z) as (x, y, z, w)."""
    return np.roll(np.asarray(orientation, dtype=float).ravel(), -1)


def read_world_pose(thing: Any) -> tuple[Any, np.ndarray]:
    """Return the position of an object and its orientation (x, y, z, w)."""
    position, orientation = thing.get_world_pose()
    return position, to_xyzw(orientation)


def _setting(name: str) -> property:
    """Property that stands for a setting of the inverse kinematics. Numbers may be bools, as Lula takes them."""

    def get(self: LulaKinematicsSolver) -> Any:
        return getattr(self._solver.settings, name)

    def set_(self: LulaKinematicsSolver, value: Any) -> None:
        is_flag = name == "bfgs_cspace_limit_biasing"
        self._set(**{name: int(value) if isinstance(value, (bool, np.bool_)) and not is_flag else value})

    return property(get, set_, doc=f"See ``{name}`` of :class:`pippin.motion.ik.DescentSettings`.")


class LulaKinematicsSolver(KinematicsSolver):
    """Kinematics of a robot from its description and its URDF; it does not avoid obstacles.

    Inverse kinematics descends from many configurations, by cyclic coordinate descent and then by BFGS: see
    :class:`pippin.motion.ik.DescentSolver`. Positions are in metres, quaternions (w, x, y, z).

    Args:
        robot_description_path: Path of the robot description YAML.
        urdf_path: Path of the URDF file.
        robot_description: The robot, already loaded, such as by ``lula.load_robot``; the paths play no part then.
    """

    bfgs_cspace_limit_biasing = _setting("bfgs_cspace_limit_biasing")
    bfgs_cspace_limit_biasing_weight = _setting("bfgs_cspace_limit_biasing_weight")
    bfgs_cspace_limit_penalty_region = _setting("bfgs_cspace_limit_penalty_region")
    bfgs_gradient_norm_termination = _setting("bfgs_gradient_norm_termination")
    bfgs_gradient_norm_termination_coarse_scale_factor = _setting("bfgs_gradient_norm_termination_coarse_scale_factor")
    bfgs_max_iterations = _setting("bfgs_max_iterations")
    bfgs_orientation_weight = _setting("bfgs_orientation_weight")
    bfgs_position_weight = _setting("bfgs_position_weight")
    ccd_bracket_search_num_uniform_samples = _setting("ccd_bracket_search_num_uniform_samples")
    ccd_descent_termination_delta = _setting("ccd_descent_termination_delta")
    ccd_max_iterations = _setting("ccd_max_iterations")
    ccd_orientation_weight = _setting("ccd_orientation_weight")
    ccd_position_weight = _setting("ccd_position_weight")
    irwin_hall_sampling_order = _setting("irwin_hall_sampling_order")
    max_num_descents = _setting("max_num_descents")
    sampling_seed = _setting("sampling_seed")

    def __init__(self, robot_description_path: str, urdf_path: str, robot_description: Any | None = None) -> None:
        require_meters(type(self).__name__)
        self._model: RobotModel = (
            load_robot(shipped_urdf(urdf_path), robot_description_path)
            if robot_description is None
            else getattr(robot_description, "model", robot_description)
        )
        self._solver = DescentSolver(self._model, DescentSettings())
        self._kinematics = SingleRobotKinematics(self._model)
        self._default_seeds: list[Any] = []
        self._seeds_are_new = False

    def set_robot_base_pose(self, robot_position: Any, robot_orientation: Any) -> None:
        """Move the base of the robot: position [m] and orientation (w, x, y, z) in the frame of the stage."""
        orientation = to_xyzw(robot_orientation)
        self._solver.set_base_pose(robot_position, orientation)
        self._kinematics.set_base_pose(robot_position, orientation)

    def get_joint_names(self) -> list[str]:
        """Names of the joints of the c-space, in the order of joint positions."""
        return list(self._model.coordinate_names)

    def get_all_frame_names(self) -> list[str]:
        """Names of all links, each of which has forward and inverse kinematics."""
        return list(self._model.frame_names)

    def compute_forward_kinematics(
        self, frame_name: str, joint_positions: Any, position_only: bool | None = False
    ) -> tuple[np.ndarray, np.ndarray]:
        """Compute where a frame is: position [m], shape (3,), and rotation matrix, shape (3, 3), always both."""
        return self._kinematics.forward(frame_name, joint_positions)

    def compute_inverse_kinematics(
        self,
        frame_name: str,
        target_position: Any,
        target_orientation: Any | None = None,
        warm_start: Any | None = None,
        position_tolerance: float | None = None,
        orientation_tolerance: float | None = None,
    ) -> tuple[np.ndarray, bool]:
        """Compute joint positions that bring a frame to a target, and whether they do; else they come closest.

        Args:
            frame_name: Name of a link.
            target_position: Position in the frame of the stage [m], shape (3,).
            target_orientation: Orientation there (w, x, y, z); None leaves it free.
            warm_start: Joint positions to start from, before the default seeds and random ones.
            position_tolerance: Distance from the target [m]; None takes the default.
            orientation_tolerance: Angle between each of the frame's axes and that of the target [rad], or None.
        """
        if self._seeds_are_new:
            none = np.empty((0, self._model.num_coordinates))
            self._solver.default_seeds = self._default_seeds if len(self._default_seeds) else none
            self._seeds_are_new = False
        result = self._solver.solve(
            frame_name,
            target_position,
            None if target_orientation is None else to_xyzw(target_orientation),
            None if warm_start is None else np.asarray(warm_start, dtype=np.float64).reshape(1, -1),
            position_tolerance,
            orientation_tolerance,
        )
        return result.q, result.success

    def supports_collision_avoidance(self) -> bool:
        """False: obstacles play no part. :class:`pippin.motion.ik.BatchSolver` avoids them."""
        return False

    # Defaults.

    def set_default_orientation_tolerance(self, tolerance: float) -> None:
        """Set the orientation tolerance of queries that name none [rad]."""
        self._set(orientation_tolerance=tolerance)

    def set_default_position_tolerance(self, tolerance: float) -> None:
        """Set the position tolerance of queries that name none [m]."""
        self._set(position_tolerance=tolerance)

    def set_default_cspace_seeds(self, seeds: Any) -> None:
        """Set configurations that every query starts from, shape (number of seeds, number of joints); [] means none.

        They are looked at when a query comes, and seeds of another size are refused by it.
        """
        self._default_seeds = list(seeds)
        self._seeds_are_new = True

    def get_default_orientation_tolerance(self) -> float:
        """Return the orientation tolerance of queries that name none [rad]."""
        return self._solver.settings.orientation_tolerance

    def get_default_position_tolerance(self) -> float:
        """Return the position tolerance of queries that name none [m]."""
        return self._solver.settings.position_tolerance

    def get_default_cspace_seeds(self) -> list[np.ndarray]:
        """Return the configurations that every query starts from, as they were set."""
        return list(self._default_seeds)

    # Limits.

    def get_cspace_position_limits(self) -> tuple[np.ndarray, np.ndarray]:
        """Return lower and upper limits of the joints [m or rad]; infinite where there are none."""
        return self._model.lower_limits.copy(), self._model.upper_limits.copy()

    def get_cspace_velocity_limits(self) -> np.ndarray:
        """Return the limits of velocity [m/s or rad/s]; infinite where there are none."""
        return self._model.velocity_limits.copy()

    def get_cspace_acceleration_limits(self) -> np.ndarray:
        """Return the limits of acceleration [m/s^2 or rad/s^2]; None where the robot description has none."""
        return _with_none(self._model.acceleration_limits)

    def get_cspace_jerk_limits(self) -> np.ndarray:
        """Return the limits of jerk [m/s^3 or rad/s^3]; None where the robot description has none."""
        return _with_none(self._model.jerk_limits)

    def _set(self, **settings: Any) -> None:
        self._solver.settings = replace(self._solver.settings, **settings)


def _with_none(limits: np.ndarray) -> np.ndarray:
    """Limits with None for infinity, of numbers where there is no None among them."""
    if np.isfinite(limits).all():
        return limits.copy()
    return np.array([float(limit) if np.isfinite(limit) else None for limit in limits], dtype=object)


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


def get_prim_pose_in_meters(prim: Any, meters_per_unit: float) -> tuple[np.ndarray, np.ndarray]:
    """Position of an object in the world [m], shape (3,), and its rotation matrix, shape (3, 3)."""
    position, orientation = prim.get_world_pose()
    return np.asarray(position, dtype=np.float64) * meters_per_unit, quat_to_rot_matrix(orientation)


def get_prim_pose_in_meters_rel_robot_base(
    prim: Any, meters_per_unit: float, robot_pos: Any, robot_rot: Any
) -> tuple[np.ndarray, np.ndarray]:
    """The same in the frame of a robot's base, whose position [m] and rotation matrix are given."""
    return get_pose_rel_robot_base(*get_prim_pose_in_meters(prim, meters_per_unit), robot_pos, robot_rot)


def get_pose_rel_robot_base(
    trans: Any | None, rot: Any | None, robot_pos: Any, robot_rot: Any
) -> tuple[np.ndarray | None, np.ndarray | None]:
    """A position [m] and a rotation matrix of the world in the frame of a robot's base; None stays None."""
    to_base = np.asarray(robot_rot, dtype=np.float64).T
    position = None if trans is None else to_base @ (np.asarray(trans, dtype=np.float64) - np.asarray(robot_pos))
    return position, None if rot is None else to_base @ np.asarray(rot, dtype=np.float64)


def get_pose3(trans: Any | None = None, rot_mat: Any | None = None, rot_quat: Any | None = None) -> lula.Pose3:
    """A pose from a position [m] and a rotation matrix or a quaternion (w, x, y, z); None stands for the origin's.

    Raises:
        ValueError: Both a matrix and a quaternion are given.
    """
    if rot_mat is not None and rot_quat is not None:
        raise ValueError("A pose has one rotation: give a matrix or a quaternion, not both.")
    rotation = lula.Rotation3.identity()
    if rot_mat is not None:
        rotation = lula.Rotation3(rot_mat)
    elif rot_quat is not None:
        rotation = lula.Rotation3(*rot_quat)
    return lula.Pose3(rotation, np.zeros(3) if trans is None else trans)
