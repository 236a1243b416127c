"""Settings of the inverse kinematics that descends from many configurations."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass, fields
from typing import Any


class CspaceLimitBiasing(enum.Enum):
    """Whether a descent avoids the limits of coordinates."""

    AUTO = "auto"
    """Where there are more than 6 coordinates, so that there is room to."""
    ENABLE = "enable"
    DISABLE = "disable"


@dataclass(frozen=True)
class DescentSettings:
    """How the inverse kinematics goes about it: see :class:`~pippin.motion.ik.DescentSolver`.

    Errors are squared: that of the position in m^2; that of the orientation is the sum of the squared distances between
    the tips of the three unit axes of the frame and of the target.

    Attributes:
        max_num_descents: Number of configurations to start from, at most.
        irwin_hall_sampling_order: How these are drawn where no seeds are given (any more): as the mean of so many
            uniform numbers between the limits, so 1 is uniform, 2 triangular, and more look ever more like a bell.
        sampling_seed: Seed of the generator that draws them; each query starts with it.
        ccd_max_iterations: Number of times that cyclic coordinate descent turns every coordinate, at most.
        ccd_descent_termination_delta: Change of all coordinates [m or rad] below which it stops.
        ccd_position_weight: Weight of the position error in it.
        ccd_orientation_weight: Weight of the orientation error in it.
        ccd_bracket_search_num_uniform_samples: Number of values that it tries of a coordinate that drives several
            joints, for whose best value there is no formula, before it searches next to the best of them.
        bfgs_max_iterations: Number of steps of BFGS, at most.
        bfgs_gradient_norm_termination: Norm of the gradient of the error at which it stops.
        bfgs_gradient_norm_termination_coarse_scale_factor: Factor of that norm in the first, coarse stage.
        bfgs_position_weight: Weight of the position error in it.
        bfgs_orientation_weight: Weight of the orientation error in it.
        bfgs_cspace_limit_biasing: Whether the coarse stage avoids the limits of the coordinates.
        bfgs_cspace_limit_biasing_weight: Weight of the squared depths [m^2 or rad^2] to which coordinates are in the
            regions near their limits.
        bfgs_cspace_limit_penalty_region: Width of these regions, as a part of the range of the coordinate.
        position_tolerance: Distance from the target with which a query is content that names none [m].
        orientation_tolerance: Angle between each of the frame's axes and that of the target with which a query is
            content that names none [rad], at most pi.

    Raises:
        ValueError: A value cannot be.
    """

    max_num_descents: int = 100
    irwin_hall_sampling_order: int = 2
    sampling_seed: int = 1234
    ccd_max_iterations: int = 10
    ccd_descent_termination_delta: float = 0.1
    ccd_position_weight: float = 1.0
    ccd_orientation_weight: float = 0.05
    ccd_bracket_search_num_uniform_samples: int = 10
    bfgs_max_iterations: int = 60
    bfgs_gradient_norm_termination: float = 1e-6
    bfgs_gradient_norm_termination_coarse_scale_factor: float = 1e3
    bfgs_position_weight: float = 1.0
    bfgs_orientation_weight: float = 0.1
    bfgs_cspace_limit_biasing: CspaceLimitBiasing = CspaceLimitBiasing.AUTO
    bfgs_cspace_limit_biasing_weight: float = 1.0
    bfgs_cspace_limit_penalty_region: float = 0.01
    position_tolerance: float = 1e-3
    orientation_tolerance: float = 5e-3

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.type == "CspaceLimitBiasing":
                value = _biasing(value)
            elif field.type == "int":
                value = _whole_number(field.name, value)
            else:
                value = _number(field.name, value)
            object.__setattr__(self, field.name, value)
        for name, least in (
            ("max_num_descents", 1),
            ("irwin_hall_sampling_order", 1),
            ("ccd_bracket_search_num_uniform_samples", 3),
        ):
            if getattr(self, name) < least:
                raise ValueError(f"{name} should be at least {least}, it is {getattr(self, name)}.")
        for name, most in (("bfgs_cspace_limit_penalty_region", 0.5), ("orientation_tolerance", math.pi)):
            if getattr(self, name) > most:
                raise ValueError(f"{name} should be at most {most:g}, it is {getattr(self, name)}.")

    def limits_bias(self, num_coordinates: int) -> float:
        """Weight of the limits of coordinates in the coarse stage, 0 where they are not avoided."""
        avoid = self.bfgs_cspace_limit_biasing is CspaceLimitBiasing.ENABLE or (
            self.bfgs_cspace_limit_biasing is CspaceLimitBiasing.AUTO and num_coordinates > 6
        )
        return self.bfgs_cspace_limit_biasing_weight if avoid else 0.0


def _biasing(value: Any) -> CspaceLimitBiasing:
    if isinstance(value, bool):
        return CspaceLimitBiasing.ENABLE if value else CspaceLimitBiasing.DISABLE
    if isinstance(value, str):
        value = value.lower()
    try:
        return CspaceLimitBiasing(value)
    except ValueError:
        allowed = ", ".join(repr(choice.value) for choice in CspaceLimitBiasing)
        raise ValueError(f"bfgs_cspace_limit_biasing should be one of {allowed} or a bool, it is {value!r}.") from None


def _number(name: str, value: Any) -> float:
    if isinstance(value, bool) or not _is_number(value) or not 0.0 <= float(value) < math.inf:
        raise ValueError(f"{name} should be a finite number that is not negative, it is {value!r}.")
    return float(value)


def _whole_number(name: str, value: Any) -> int:
    if _number(name, value) != int(value):
        raise ValueError(f"{name} should be a whole number, it is {value!r}.")
    return int(value)


def _is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True
