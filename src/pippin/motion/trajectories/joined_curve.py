"""Motions one after another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .trajectory import Curve


class JoinedCurve:
    """Motions one after another, each of which begins where and as the one before ends.

    Args:
        parts: The motions, at least one; each has its waypoints at its start and end.
    """

    def __init__(self, parts: Sequence[Curve]) -> None:
        self._parts = list(parts)
        durations = [part.end_time - part.start_time for part in parts]
        self.waypoint_times = np.concatenate([[0.0], np.cumsum(durations)])
        self.start_time = 0.0
        self.end_time = float(self.waypoint_times[-1])

    def evaluate(self, times: np.ndarray, derivative: int = 0) -> np.ndarray:
        """Positions or a derivative, shape (num_times, num_joints); see :class:`~.trajectory.Curve`."""
        number = np.clip(np.searchsorted(self.waypoint_times, times, side="right") - 1, 0, len(self._parts) - 1)
        values: dict[int, np.ndarray] = {}
        for index in np.unique(number):
            part = self._parts[index]
            own_times = times[number == index] - self.waypoint_times[index] + part.start_time
            values[int(index)] = part.evaluate(np.clip(own_times, part.start_time, part.end_time), derivative)
        width = next(iter(values.values())).shape[1]
        joined = np.empty((len(times), width))
        for index, part_values in values.items():
            joined[number == index] = part_values
        return joined
