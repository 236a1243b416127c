"""Robots on wheels, and the controllers that drive them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from isaacsim.core.objects import Robot
from isaacsim.core.stage import add_reference_to_stage
from pippin.motion.articulations.action import ArticulationAction
from pippin.motion.articulations.policy import BaseController
from pippin.sim import is_prim_path_valid

__all__ = ["DifferentialController", "WheelBasePoseController", "WheeledRobot"]


class WheeledRobot(Robot):
    """A robot whose wheels are commanded by themselves.

    Args:
        prim_path: Path of the robot.
        name: Name of the object.
        robot_path: Path of the articulation below it, such as "/body"; None where it is the robot itself.
        wheel_dof_names: Names of the wheels' joints.
        wheel_dof_indices: Their indices, instead.
        usd_path: File of the robot, where there is none at the path yet.
        create_robot: Whether to put it on the stage.
        position: Position of the root in the world [m], shape (3,); None leaves it.
        orientation: Orientation (w, x, y, z), shape (4,); None leaves it.

    Raises:
        ValueError: Neither names nor indices of wheels are given, or a robot is to be made without a file.
    """

    def __init__(
        self,
        prim_path: str,
        name: str = "wheeled_robot",
        robot_path: str | None = None,
        wheel_dof_names: Sequence[str] | None = None,
        wheel_dof_indices: Sequence[int] | None = None,
        usd_path: str | None = None,
        create_robot: bool | None = False,
        position: ArrayLike | None = None,
        orientation: ArrayLike | None = None,
    ) -> None:
        if wheel_dof_names is None and wheel_dof_indices is None:
            raise ValueError(f"Robot '{name}' has no wheels: give wheel_dof_names or wheel_dof_indices.")
        if create_robot and not is_prim_path_valid(prim_path):
            if usd_path is None:
                raise ValueError(f"Robot '{name}' cannot be made without a file: give usd_path.")
            add_reference_to_stage(usd_path, prim_path)
        super().__init__(prim_path + (robot_path or ""), name, position=position, orientation=orientation)
        self._wheel_names = wheel_dof_names
        self._wheels = None if wheel_dof_indices is None else np.asarray(wheel_dof_indices, dtype=np.int32)

    @property
    def wheel_dof_indices(self) -> np.ndarray:
        """Indices of the wheels' joints, shape (n,)."""
        if self._wheels is None:
            self._wheels = np.array([self.get_dof_index(name) for name in self._wheel_names], dtype=np.int32)
        return self._wheels

    def get_wheel_positions(self) -> np.ndarray:
        """Angles of the wheels [rad], shape (n,)."""
        return self.get_joint_positions()[self.wheel_dof_indices]

    def get_wheel_velocities(self) -> np.ndarray:
        """Velocities of the wheels [rad/s], shape (n,)."""
        return self.get_joint_velocities()[self.wheel_dof_indices]

    def set_wheel_positions(self, positions: ArrayLike) -> None:
        """Set the angles of the wheels [rad], shape (n,)."""
        self.set_joint_positions(np.asarray(positions), joint_indices=self.wheel_dof_indices)

    def set_wheel_velocities(self, velocities: ArrayLike) -> None:
        """Set the velocities of the wheels [rad/s], shape (n,)."""
        self.set_joint_velocities(np.asarray(velocities), joint_indices=self.wheel_dof_indices)

    def apply_wheel_actions(self, actions: ArticulationAction) -> None:
        """Apply an action for the wheels alone.

        Raises:
            ValueError: It has another number of joints.
        """
        wheels = self.wheel_dof_indices
        values = {
            "joint_positions": actions.joint_positions,
            "joint_velocities": actions.joint_velocities,
            "joint_efforts": actions.joint_efforts,
        }
        for what, given in values.items():
            if given is not None and len(given) != len(wheels):
                raise ValueError(
                    f"'{what}' of robot '{self.name}' has {len(given)} values; it has {len(wheels)} wheels."
                )
        self.apply_action(ArticulationAction(**values, joint_indices=wheels))


class DifferentialController(BaseController):
    """Turns a velocity and a rate of turn into velocities of a left and a right wheel.

    Args:
        name: Name of the controller.
        wheel_radius: Radius of the wheels [m].
        wheel_base: Distance between them [m].
        max_linear_speed: Largest speed [m/s].
        max_angular_speed: Largest rate of turn [rad/s].
        max_wheel_speed: Largest velocity of a wheel [rad/s].

    Raises:
        ValueError: A length is not positive.
    """

    def __init__(
        self,
        name: str,
        wheel_radius: float,
        wheel_base: float,
        max_linear_speed: float = 1.0e20,
        max_angular_speed: float = 1.0e20,
        max_wheel_speed: float = 1.0e20,
    ) -> None:
        super().__init__(name)
        if not (wheel_radius > 0.0 and wheel_base > 0.0):
            raise ValueError(
                f"wheel_radius and wheel_base are {wheel_radius} and {wheel_base} m; expected more than 0."
            )
        self.wheel_radius, self.wheel_base = wheel_radius, wheel_base
        self.max_linear_speed, self.max_angular_speed = max_linear_speed, max_angular_speed
        self.max_wheel_speed = max_wheel_speed

    def forward(self, command: ArrayLike) -> ArticulationAction:
        """Velocities of the wheels, left first, for a forward velocity [m/s] and a rate of turn [rad/s].

        Raises:
            ValueError: The command is no pair of numbers.
        """
        command = np.asarray(command, dtype=np.float64)
        if command.shape != (2,):
            raise ValueError(f"command has the shape {command.shape}; expected a velocity and a rate of turn, (2,).")
        forward = np.clip(command[0], -self.max_linear_speed, self.max_linear_speed)
        turn = np.clip(command[1], -self.max_angular_speed, self.max_angular_speed)
        wheels = (forward + np.array([-0.5, 0.5]) * turn * self.wheel_base) / self.wheel_radius
        return ArticulationAction(joint_velocities=np.clip(wheels, -self.max_wheel_speed, self.max_wheel_speed))


class WheelBasePoseController(BaseController):
    """Brings a robot on two wheels to a position: it turns towards it, and drives on while it heads there.

    Args:
        name: Name of the controller.
        open_loop_wheel_controller: What turns a velocity and a rate of turn into an action, such as
            :class:`DifferentialController`.
        is_holonomic: Whether the robot drives sideways.

    Raises:
        NotImplementedError: It does.
    """

    def __init__(self, name: str, open_loop_wheel_controller: BaseController, is_holonomic: bool = False) -> None:
        super().__init__(name)
        if is_holonomic:
            raise NotImplementedError(
                f"Controller '{name}' is for two wheels only: command others by their velocities."
            )
        self._wheels = open_loop_wheel_controller

    def forward(
        self,
        start_position: ArrayLike,
        start_orientation: ArrayLike,
        goal_position: ArrayLike,
        lateral_velocity: float = 0.2,
        yaw_velocity: float = 0.5,
        heading_tol: float = 0.05,
        position_tol: float = 0.04,
    ) -> ArticulationAction:
        """Action of the wheels for the next step.

        Args:
            start_position: Where the robot is [m], shape (3,).
            start_orientation: Its orientation (w, x, y, z), shape (4,).
            goal_position: Where it should go [m], shape (2,) or (3,).
            lateral_velocity: Speed [m/s].
            yaw_velocity: Rate of turn [rad/s].
            heading_tol: Largest angle between heading and goal at which it drives [rad].
            position_tol: Distance at which it has arrived [m].
        """
        way = np.asarray(goal_position, dtype=np.float64)[:2] - np.asarray(start_position, dtype=np.float64)[:2]
        w, x, y, z = np.asarray(start_orientation, dtype=np.float64)
        heading = np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
        error = (np.arctan2(way[1], way[0]) - heading + np.pi) % (2.0 * np.pi) - np.pi
        if np.linalg.norm(way) < position_tol:
            return self._wheels.forward([0.0, 0.0])
        if abs(error) > heading_tol:
            return self._wheels.forward([0.0, np.copysign(yaw_velocity, error)])
        return self._wheels.forward([lateral_velocity, 0.0])

    def reset(self) -> None:
        """Do nothing: the controller remembers nothing."""
