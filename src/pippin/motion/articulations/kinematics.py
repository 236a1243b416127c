"""Kinematics of a robot in the scene, where it is now."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from pippin.motion.yaml_file import quoted

from .action import ArticulationAction, ArticulationSubset, SingleRobot


class KinematicsSolver(Protocol):
    """What is asked of forward and inverse kinematics."""

    def get_joint_names(self) -> list[str]:
        """Names of the joints, in the order of joint positions."""

    def get_all_frame_names(self) -> list[str]:
        """Names of all frames."""

    def compute_forward_kinematics(
        self, frame_name: str, joint_positions: np.ndarray, position_only: bool | None = False
    ) -> tuple[np.ndarray, np.ndarray]:
        """Compute where a frame is: position [m], shape (3,), and rotation matrix, shape (3, 3)."""

    def compute_inverse_kinematics(
        self,
        frame_name: str,
        target_position: Any,
        target_orientation: Any = None,
        warm_start: np.ndarray | None = None,
        position_tolerance: float | None = None,
        orientation_tolerance: float | None = None,
        /,
    ) -> tuple[np.ndarray, bool]:
        """Compute joint positions [rad, m], shape (J,), that bring a frame to a target, and whether they do.

        The target is a position in the world [m] and an orientation as the solver takes it; None leaves it free.
        """


class ArticulationKinematicsSolver:
    """Kinematics of one frame of a robot, from where the robot is.

    The solver knows the robot's base where its ``set_robot_base_pose`` last put it.

    Args:
        robot_articulation: The robot; it may have more joints than the solver knows, in another order.
        kinematics_solver: Forward and inverse kinematics.
        end_effector_frame_name: Name of the frame.

    Raises:
        ValueError: The solver knows no such frame, or the robot is initialised and lacks a joint of the solver.
    """

    def __init__(
        self, robot_articulation: SingleRobot, kinematics_solver: KinematicsSolver, end_effector_frame_name: str
    ) -> None:
        self._robot = robot_articulation
        self._solver = kinematics_solver
        self.set_end_effector_frame(end_effector_frame_name)
        self._joints = ArticulationSubset(robot_articulation, kinematics_solver.get_joint_names())

    def compute_end_effector_pose(self, position_only: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """Compute where the frame is now: position in the world [m], shape (3,), and rotation matrix, shape (3, 3).

        Args:
            position_only: The rotation is not needed, and may be anything.

        Raises:
            RuntimeError: The robot is not initialised.
        """
        return self._solver.compute_forward_kinematics(self._frame, self._joints.get_joint_positions(), position_only)

    def compute_inverse_kinematics(
        self,
        target_position: Any,
        target_orientation: Any = None,
        position_tolerance: float | None = None,
        orientation_tolerance: float | None = None,
    ) -> tuple[ArticulationAction, bool]:
        """Compute the action that brings the frame to a target, beginning the search where the robot is.

        Args:
            target_position: Position in the world [m], shape (3,).
            target_orientation: Orientation as the solver takes it; None leaves it free.
            position_tolerance: Distance from the target [m]; None takes the solver's default.
            orientation_tolerance: Angle from the target [rad]; None takes the solver's default.

        Returns:
            The action, and whether it reaches the target; if not, it comes as close as was found.

        Raises:
            RuntimeError: The robot is not initialised.
            ValueError: The target is none.
        """
        positions, success = self._solver.compute_inverse_kinematics(
            self._frame,
            target_position,
            target_orientation,
            self._joints.get_joint_positions(),
            position_tolerance,
            orientation_tolerance,
        )
        return self._joints.make_articulation_action(positions), success

    def set_end_effector_frame(self, end_effector_frame_name: str) -> None:
        """Choose the frame.

        Raises:
            ValueError: The solver knows none of that name.
        """
        names = self._solver.get_all_frame_names()
        if end_effector_frame_name not in names:
            raise ValueError(f"There is no frame '{end_effector_frame_name}'; there are: {quoted(names)}.")
        self._frame = end_effector_frame_name

    def get_end_effector_frame(self) -> str:
        """Name of the frame."""
        return self._frame

    def get_joints_subset(self) -> ArticulationSubset:
        """The joints of the robot that the solver knows, in its order."""
        return self._joints

    def get_kinematics_solver(self) -> KinematicsSolver:
        """The solver."""
        return self._solver

    def get_robot_articulation(self) -> SingleRobot:
        """The robot."""
        return self._robot
