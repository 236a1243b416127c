"""Motions along a path, and where they come closest to the limits."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .limits import CSpaceLimits
from .speed_profile import PathState, SpeedBasis, SpeedProfile, gather
from .waypoint_path import PathDerivatives, WaypointPath

SAMPLES = 16
"""Number of parts that an interval, and then the surroundings of a peak, are divided into for looking at limits."""

NEAR_HIGHEST = (0.98, 0.9999, 0.999999, 1.0)
"""How near the highest peak others have to be whose surroundings are divided: so far may samples be below peaks."""


class PathCurve:
    """Motion along a path, from rest to rest.

    Args:
        path: The path.
        basis: Splines for the square of speed, whose intervals do not reach across pieces of the path.
        pieces: Piece of the path that each interval is in, shape (num_intervals,).
        coefficients: Which of the splines, shape (num_coefficients,).
        waypoint_nodes: Nodes of the splines that are waypoints, shape (num_waypoints,).
    """

    def __init__(
        self,
        path: WaypointPath,
        basis: SpeedBasis,
        pieces: np.ndarray,
        coefficients: np.ndarray,
        waypoint_nodes: np.ndarray,
    ) -> None:
        self._path = path
        self._pieces = pieces
        self._profile = SpeedProfile(basis, coefficients)
        self.start_time = 0.0
        self.end_time = self._profile.duration
        self.waypoint_times = self._profile.times[waypoint_nodes]

    def evaluate(self, times: np.ndarray, derivative: int = 0) -> np.ndarray:
        """Positions or a derivative, shape (num_times, num_joints); see :class:`~.trajectory.Curve`."""
        state = self._profile.at(times)
        return motion_of(self._path.derivatives(state.parameter, self._pieces[state.interval]), state, derivative)


def motion_of(p: PathDerivatives, state: PathState, derivative: int) -> np.ndarray:
    """Positions of joints along a path or a derivative of them by time, shape (num_times, num_joints)."""
    if derivative == 0:
        return p.position
    x, acceleration, growth = (value[:, None] for value in state[2:])
    if derivative == 1:
        return p.first * np.sqrt(x)
    if derivative == 2:
        return p.second * x + p.first * acceleration
    return np.sqrt(x) * (p.third * x + 3.0 * p.second * acceleration + p.first * growth)


class Peaks(NamedTuple):
    """Places where a motion comes closest to its limits, each of shape (num_peaks,)."""

    interval: np.ndarray
    """Interval of the parameter."""
    fraction: np.ndarray
    """Where in the interval, from 0 to 1."""
    stretch: np.ndarray
    """By which factor the motion would have to take longer there, in order to just keep to the limits."""


def find_peaks(
    path: WaypointPath, basis: SpeedBasis, pieces: np.ndarray, coefficients: np.ndarray, limits: CSpaceLimits
) -> Peaks:
    """Find where a motion along a path comes closest to the limits of velocity, acceleration and jerk.

    Every interval is sampled, then the surroundings of the worst samples that none of their neighbours exceeds, and so
    on. The arguments are those of :class:`PathCurve`.
    """

    def stretch_at(interval: np.ndarray, fraction: np.ndarray) -> np.ndarray:
        values = np.einsum("pqc,pc->qp", basis.rows(interval, fraction), gather(coefficients, interval))
        u = basis.nodes[interval] + basis.widths[interval] * fraction
        state, derivatives = PathState(interval, u, *values), path.derivatives(u, pieces[interval])
        ratios = [
            np.max(np.abs(motion_of(derivatives, state, order)) / limit, axis=1) ** (1.0 / order)
            for order, limit in enumerate(limits.by_derivative(), start=1)
        ]
        return np.max(ratios, axis=0)

    interval = np.arange(basis.num_intervals)
    low, high = np.zeros(basis.num_intervals), np.ones(basis.num_intervals)
    samples = np.linspace(0.0, 1.0, SAMPLES + 1)
    for near in NEAR_HIGHEST:
        fraction = low[:, None] + (high - low)[:, None] * samples
        stretch = stretch_at(np.repeat(interval, len(samples)), fraction.ravel()).reshape(fraction.shape)
        row, column = np.nonzero(_are_peaks(stretch, near))
        interval, peak, stretch = interval[row], fraction[row, column], stretch[row, column]
        low = fraction[row, np.maximum(column - 1, 0)]
        high = fraction[row, np.minimum(column + 1, SAMPLES)]
    return Peaks(interval, peak, stretch)


def _are_peaks(values: np.ndarray, near: float) -> np.ndarray:
    """Where rows have peaks that are near the highest of all, or are above 1."""
    fence = np.full((len(values), 1), -np.inf)
    padded = np.hstack([fence, values, fence])
    return (values >= near * min(values.max(), 1.0)) & (values >= padded[:, :-2]) & (values > padded[:, 2:])
