"""Limits of position, velocity, acceleration and jerk of the joints that a trajectory moves."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pippin.motion.robot_description import RobotModel
from pippin.motion.yaml_file import quoted

DERIVATIVES = ("velocity", "acceleration", "jerk")
"""Names of the limited derivatives of positions, the first to the third."""


@dataclass(frozen=True, eq=False)
class CSpaceLimits:
    """Limits of the coordinates of a c-space. Arrays are float64, shape (num_joints,), and cannot be written to.

    Attributes:
        joint_names: Names of the joints, for messages.
        lower: Lowest positions [m or rad]; minus infinity means none.
        upper: Highest positions [m or rad]; infinity means none.
        velocity: Highest speeds [m/s or rad/s]; infinity means none.
        acceleration: Highest absolute accelerations [m/s^2 or rad/s^2].
        jerk: Highest absolute jerks [m/s^3 or rad/s^3]; infinity means none.
    """

    joint_names: tuple[str, ...]
    lower: np.ndarray
    upper: np.ndarray
    velocity: np.ndarray
    acceleration: np.ndarray
    jerk: np.ndarray

    def __post_init__(self) -> None:
        for field in fields(self)[1:]:
            getattr(self, field.name).setflags(write=False)

    @classmethod
    def of_robot(cls, robot: RobotModel) -> CSpaceLimits:
        """Limits that the URDF and the description of a robot give."""
        return cls(
            joint_names=robot.coordinate_names,
            lower=robot.lower_limits,
            upper=robot.upper_limits,
            velocity=robot.velocity_limits,
            acceleration=robot.acceleration_limits,
            jerk=robot.jerk_limits,
        )

    @property
    def num_joints(self) -> int:
        """Number of joints."""
        return len(self.joint_names)

    def by_derivative(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Limits in the order of :data:`DERIVATIVES`."""
        return self.velocity, self.acceleration, self.jerk

    def with_positions(self, lower: ArrayLike, upper: ArrayLike) -> CSpaceLimits:
        """Return limits with other positions.

        Raises:
            ValueError: They are not one number per joint, or a lower limit is not below the upper one.
        """
        lower = self._read("lower position limits", lower)
        upper = self._read("upper position limits", upper)
        self._refuse(~(lower < upper), "Lower position limits should be below the upper ones", lower, upper)
        return replace(self, lower=lower, upper=upper)

    def with_derivative(self, name: str, values: ArrayLike) -> CSpaceLimits:
        """Return limits with other ones of a derivative, one of :data:`DERIVATIVES`.

        Raises:
            ValueError: They are not one number per joint, or one is not positive.
        """
        limits = self._read(f"{name} limits", values)
        self._refuse(~(limits > 0.0), f"{name.capitalize()} limits should be positive", limits)
        change: dict[str, Any] = {name: limits}
        return replace(self, **change)

    def require_acceleration(self) -> None:
        """Refuse joints without a limit of acceleration: nothing would bound how fast they start.

        Raises:
            ValueError: There is such a joint.
        """
        free = [name for name, limit in zip(self.joint_names, self.acceleration, strict=True) if np.isinf(limit)]
        if free:
            raise ValueError(
                f"These joints have no acceleration limit: {quoted(free)}. Give them one in the robot description "
                "(acceleration_limits) or by set_c_space_acceleration_limits."
            )

    def _read(self, name: str, values: ArrayLike) -> np.ndarray:
        array = as_numbers(name, values)
        if array.shape != (self.num_joints,):
            raise ValueError(
                f"The {name} should be {self.num_joints} numbers, one for each of {quoted(self.joint_names)}; "
                f"their shape is {array.shape}."
            )
        self._refuse(np.isnan(array), f"The {name} should be numbers", array)
        return array

    def _refuse(self, wrong: np.ndarray, expectation: str, *values: np.ndarray) -> None:
        if wrong.any():
            index = int(np.argmax(wrong))
            given = " and ".join(f"{value[index]:g}" for value in values)
            raise ValueError(f"{expectation}; of '{self.joint_names[index]}' the given is {given}.")


def as_numbers(what: str, values: ArrayLike) -> np.ndarray:
    """Return numbers as an array of their shape, float64, of its own.

    Args:
        what: What they are, for the message.
        values: What was given.

    Raises:
        ValueError: They are no real numbers, or lists of different lengths.
    """
    try:
        array = np.array(values)
    except (TypeError, ValueError) as error:
        raise ValueError(f"The {what} are {values!r:.80}; expected real numbers.") from error
    if array.dtype.kind not in "fiub":
        raise ValueError(f"The {what} are {values!r:.80}; expected real numbers.")
    return array.astype(np.float64)
