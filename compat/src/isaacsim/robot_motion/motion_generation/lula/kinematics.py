"""Kinematics with quaternions (w, x, y, z)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from pippin.motion.ik import DescentSettings, DescentSolver
from pippin.motion.kinematics import SingleRobotKinematics
from pippin.motion.robot_description import RobotModel, load_robot

from ..kinematics_interface import KinematicsSolver
from ..orientations import to_xyzw
from ..shipped_urdfs import shipped_urdf


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
            orientation_tolerance: Angle between each of the frame's axes and that of the target [rad], likewise.
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
        """Give the orientation tolerance of queries that name none [rad]."""
        return self._solver.settings.orientation_tolerance

    def get_default_position_tolerance(self) -> float:
        """Give the position tolerance of queries that name none [m]."""
        return self._solver.settings.position_tolerance

    def get_default_cspace_seeds(self) -> list[np.ndarray]:
        """Give the configurations that every query starts from, as they were set."""
        return list(self._default_seeds)

    # Limits.

    def get_cspace_position_limits(self) -> tuple[np.ndarray, np.ndarray]:
        """Give lower and upper limits of the joints [m or rad]; infinite where there are none."""
        return self._model.lower_limits.copy(), self._model.upper_limits.copy()

    def get_cspace_velocity_limits(self) -> np.ndarray:
        """Give the limits of velocity [m/s or rad/s]; infinite where there are none."""
        return self._model.velocity_limits.copy()

    def get_cspace_acceleration_limits(self) -> np.ndarray:
        """Give the limits of acceleration [m/s^2 or rad/s^2]; None where the robot description has none."""
        return _with_none(self._model.acceleration_limits)

    def get_cspace_jerk_limits(self) -> np.ndarray:
        """Give the limits of jerk [m/s^3 or rad/s^3]; None where the robot description has none."""
        return _with_none(self._model.jerk_limits)

    def _set(self, **settings: Any) -> None:
        self._solver.settings = replace(self._solver.settings, **settings)


def _with_none(limits: np.ndarray) -> np.ndarray:
    """Limits with None for infinity, of numbers where there is no None among them."""
    if np.isfinite(limits).all():
        return limits.copy()
    return np.array([float(limit) if np.isfinite(limit) else None for limit in limits], dtype=object)
