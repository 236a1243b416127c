"""How paths in task space are turned into waypoints of the c-space."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class TaskSpacePathConversionConfig:
    """How closely waypoints of the c-space follow a path in task space, and how they are sought.

    Waypoints are found one after another, by inverse kinematics from the one before. The step of the path's parameter s
    (the length of the way [m] or, where the frame turns more than that, the angle [rad]) is chosen so that halfway
    between two waypoints the frame deviates from the path by an amount between two bounds. Attributes can be set; a
    value that cannot be is refused with a ValueError.

    Attributes:
        min_position_deviation: Deviation [m] below which a longer step is tried.
        max_position_deviation: Deviation [m] above which a shorter step is tried. The trajectory as a whole deviates by
            no more.
        max_orientation_deviation: The same for orientations [rad].
        initial_s_step_size: First step of every move.
        initial_s_step_size_delta: First change of the step, each time a waypoint is sought.
        min_s_step_size: Step at which a path is given up that would need a shorter one.
        min_s_step_size_delta: Change of the step below which no more steps are tried.
        max_iterations: Number of steps that are tried for a waypoint, at most.
        alpha: Factor, above 1, by which the change of the step grows while it goes one way, and shrinks when it turns.
    """

    min_position_deviation: float = 0.001
    max_position_deviation: float = 0.003
    max_orientation_deviation: float = 0.02
    initial_s_step_size: float = 0.05
    initial_s_step_size_delta: float = 0.005
    min_s_step_size: float = 1e-5
    min_s_step_size_delta: float = 1e-5
    max_iterations: int = 50
    alpha: float = 1.4

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "max_iterations":
            if isinstance(value, bool) or not hasattr(value, "__index__") or value < 1:
                raise ValueError(f"max_iterations should be a positive integer; it is {value!r}.")
            object.__setattr__(self, name, int(value))
            return
        lowest = 1.0 if name == "alpha" else 0.0
        if isinstance(value, (bool, str)) or not lowest < value < float("inf"):
            raise ValueError(f"{name} should be a number above {lowest:g}; it is {value!r}.")
        object.__setattr__(self, name, float(value))

    def require_order(self) -> None:
        """Check what concerns two attributes, which can be set one after the other.

        Raises:
            ValueError: The lower bound of deviations is not below the upper one.
        """
        if self.min_position_deviation >= self.max_position_deviation:
            raise ValueError(
                "min_position_deviation should be below max_position_deviation; they are "
                f"{self.min_position_deviation:g} and {self.max_position_deviation:g}."
            )
