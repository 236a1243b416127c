"""Controllers of robots on wheels."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial.transform import Rotation

from pippin.motion.articulations.action import ArticulationAction
from pippin.motion.articulations.policy import BaseController


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


class HolonomicController(BaseController):
    """Turns a velocity and a rate of turn into velocities of wheels with rollers, which may drive sideways.

    With the roller's axis ``r`` (a unit vector), the wheel's axis ``a``, its radius ``R`` and position ``p``, and ``u``
    up, a wheel rolls without slip at ``((v + w x p) . r) / (R (a x u) . r)``.

    Args:
        name: Name of the controller.
        wheel_radius: Radii of the n wheels [m], shape (n,).
        wheel_positions: Their positions in the frame of the robot [m], shape (n, 3).
        wheel_orientations: Their orientations (x, y, z, w) in it, shape (n, 4).
        mecanum_angles: Angles from the wheels' axes to those of their rollers, about up [deg], shape (n,).
        wheel_axis: Axis about which each wheel turns, in its own frame, shape (3,).
        up_axis: Up in the frame of the robot, shape (3,).
        max_linear_speed: Largest speed [m/s].
        max_angular_speed: Largest rate of turn [rad/s].
        max_wheel_speed: Largest velocity of a wheel [rad/s].

    Raises:
        ValueError: The numbers of wheels differ, or the rollers of a wheel turn as it does, so that it drives nothing.
    """

    def __init__(
        self,
        name: str,
        wheel_radius: ArrayLike,
        wheel_positions: ArrayLike,
        wheel_orientations: ArrayLike,
        mecanum_angles: ArrayLike,
        wheel_axis: ArrayLike = (1.0, 0.0, 0.0),
        up_axis: ArrayLike = (0.0, 0.0, 1.0),
        max_linear_speed: float = 1.0e20,
        max_angular_speed: float = 1.0e20,
        max_wheel_speed: float = 1.0e20,
    ) -> None:
        super().__init__(name)
        radius, angles = (np.asarray(values, dtype=np.float64) for values in (wheel_radius, mecanum_angles))
        positions = np.asarray(wheel_positions, dtype=np.float64)
        orientations = np.asarray(wheel_orientations, dtype=np.float64)
        count = len(radius)
        for what, values, shape in (
            ("wheel_positions", positions, (count, 3)),
            ("wheel_orientations", orientations, (count, 4)),
            ("mecanum_angles", angles, (count,)),
        ):
            if values.shape != shape:
                raise ValueError(f"{what} of '{name}' have the shape {values.shape}; expected {shape}.")
        up = np.asarray(up_axis, dtype=np.float64)
        up = up / np.linalg.norm(up)
        axes = Rotation.from_quat(orientations).apply(np.asarray(wheel_axis, dtype=np.float64))
        rollers = Rotation.from_rotvec(np.radians(angles)[:, None] * up).apply(axes)
        driven = radius * (np.cross(axes, up) * rollers).sum(axis=1)
        if (np.abs(driven) < 1e-6 * np.abs(radius)).any():
            raise ValueError(f"The rollers of a wheel of '{name}' turn about its axis: mecanum_angles is {angles}.")
        self._up = up
        self._from_velocity = rollers / driven[:, None]
        self._from_turn = (np.cross(up, positions) * rollers).sum(axis=1) / driven
        self.max_linear_speed, self.max_angular_speed = max_linear_speed, max_angular_speed
        self.max_wheel_speed = max_wheel_speed

    def forward(self, command: ArrayLike) -> ArticulationAction:
        """Velocities of the wheels for velocities along x and y [m/s] and a rate of turn about up [rad/s].

        All wheels are slowed down by the same share where one would be too fast.

        Raises:
            ValueError: The command is not three numbers.
        """
        command = np.asarray(command, dtype=np.float64)
        if command.shape != (3,):
            raise ValueError(
                f"command has the shape {command.shape}; expected two velocities and a rate of turn, (3,)."
            )
        velocity = np.array([command[0], command[1], 0.0])
        speed = float(np.linalg.norm(velocity))
        velocity *= min(1.0, self.max_linear_speed / speed) if speed > 0.0 else 1.0
        turn = np.clip(command[2], -self.max_angular_speed, self.max_angular_speed)
        wheels = self._from_velocity @ velocity + self._from_turn * turn
        fastest = float(np.abs(wheels).max(initial=0.0))
        return ArticulationAction(joint_velocities=wheels * min(1.0, self.max_wheel_speed / max(fastest, 1e-12)))


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
            start_orientation: Its orientation (x, y, z, w), shape (4,).
            goal_position: Where it should go [m], shape (2,) or (3,).
            lateral_velocity: Speed [m/s].
            yaw_velocity: Rate of turn [rad/s].
            heading_tol: Largest angle between heading and goal at which it drives [rad].
            position_tol: Distance at which it has arrived [m].
        """
        way = np.asarray(goal_position, dtype=np.float64)[:2] - np.asarray(start_position, dtype=np.float64)[:2]
        x, y, z, w = np.asarray(start_orientation, dtype=np.float64)
        heading = np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
        error = (np.arctan2(way[1], way[0]) - heading + np.pi) % (2.0 * np.pi) - np.pi
        if np.linalg.norm(way) < position_tol:
            return self._wheels.forward([0.0, 0.0])
        if abs(error) > heading_tol:
            return self._wheels.forward([0.0, np.copysign(yaw_velocity, error)])
        return self._wheels.forward([lateral_velocity, 0.0])

    def reset(self) -> None:
        """Do nothing: the controller remembers nothing."""
