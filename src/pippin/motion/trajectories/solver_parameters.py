"""Parameters of the search for time-optimal trajectories, with their documented names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pippin.motion.yaml_file import quoted

from .waypoint_path import CHORD_EXPONENTS, TimeSplitMethod

SPELLINGS = {"max_aggragate_iterations": "max_aggregate_iterations"}
"""Another spelling under which a parameter is documented."""


@dataclass(frozen=True)
class SolverParameters:
    """Parameters of the search for a time-optimal trajectory.

    Attributes:
        max_segment_iterations: How often the spans between waypoints are changed, each by itself, to shorten the
            trajectory. Each time costs about as much as the whole search without.
        max_aggregate_iterations: How often the speed along the path, on all segments together, is improved.
        convergence_dt: Change of the times of waypoints [s] below which an iteration is the last of its kind.
        max_dilation_iterations: How often the trajectory may be stretched in order to keep to limits between the points
            at which the search heeded them.
        dilation_dt: Least time [s] by which it is then stretched.
        min_time_span: Least time between two waypoints [s].
        time_split_method: How the spans between waypoints, before they are changed, follow from distances: 'uniform',
            'chord_length' or 'centripetal'.
    """

    max_segment_iterations: int = 5
    max_aggregate_iterations: int = 50
    convergence_dt: float = 0.001
    max_dilation_iterations: int = 5
    dilation_dt: float = 0.001
    min_time_span: float = 0.001
    time_split_method: TimeSplitMethod = "centripetal"

    def with_value(self, name: str, value: Any) -> SolverParameters:
        """Return parameters of which one has another value.

        Raises:
            ValueError: There is no such parameter, or it cannot have this value.
        """
        name = SPELLINGS.get(name, name)
        if name not in vars(self):
            raise ValueError(f"There is no solver parameter '{name}'; there are: {quoted(vars(self))}.")
        if name == "time_split_method":
            if value not in CHORD_EXPONENTS:
                raise ValueError(f"time_split_method should be one of {quoted(CHORD_EXPONENTS)}; it is {value!r}.")
            return self._replaced(name, value)
        if isinstance(getattr(self, name), int):
            changed = self._replaced(name, _count(name, value))
            if changed.max_segment_iterations + changed.max_aggregate_iterations < 1:
                raise ValueError(
                    "The sum of max_segment_iterations and max_aggregate_iterations should be at least 1; "
                    f"with {name} = {value} it would be 0."
                )
            return changed
        return self._replaced(name, _positive(name, value))

    def _replaced(self, name: str, value: Any) -> SolverParameters:
        change: dict[str, Any] = {name: value}
        return replace(self, **change)


def _count(name: str, value: Any) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__") or value < 0:
        raise ValueError(f"{name} should be an integer that is not negative; it is {value!r}.")
    return int(value)


def _positive(name: str, value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if isinstance(value, str) or not 0.0 < number < float("inf"):
        raise ValueError(f"{name} should be a positive number; it is {value!r}.")
    return number
