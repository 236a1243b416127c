"""The fastest way to follow a path under limits of velocity, acceleration and jerk.

With x(u) = (du/dt)^2 along a path p(u), which joints follow at velocity p' sqrt(x), the limits read

- velocity: x <= (V / p')^2,
- acceleration: |p'' x + p' x'/2| <= A,
- jerk: |p''' x + 3 p'' x'/2 + p' x''/2| <= J / sqrt(x),

all but the last linear in x. The last is the difference of convex functions: with a tangent in place of its right side
it becomes linear and stricter, so that steps towards less time under the linear limits stay within the true ones
(Debrouwere et al., Time-optimal path following for robots with convex-concave constraints, 2013). The duration, the
integral of x^(-1/2), is convex.

The search is an interior-point method: it minimises duration plus a barrier, -weight * log(slack) summed over limits at
points along the path and over the coefficients of x, which are to stay positive, by damped Newton steps whose matrix
has five diagonals, for falling weights. All its iterates are within the limits at these points, so it can be stopped at
any time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import LinAlgError, solveh_banded

from .limits import CSpaceLimits
from .speed_profile import SpeedBasis, SpeedProfile, gather
from .waypoint_path import WaypointPath

MAX_INTERVALS = 240
"""Number of intervals that a path is divided into, unless it has so many waypoints that it needs more."""

INTERVALS_PER_SEGMENT = (2, 40)
"""Fewest and most intervals between two waypoints."""

POINTS_AT_ENDS = 12
"""Points in each of the two intervals at either end, where the path itself changes most; elsewhere there are three."""

SQUARED_SPEED_RANGE = 1e6
"""How much the square of speed may exceed that of the fastest even motion; it bounds x where joints turn round."""

ROOM = 0.9
"""Share of the way to the next limit at which a search starts, so that it starts within the limits."""

CENTRED = 5.0
"""Number of weights by which a Newton step has to promise to decrease duration plus barrier, or else it is the last."""

MAX_HALVINGS = 30
"""How often a Newton step is halved before the search takes itself to be at the bottom."""


@dataclass(frozen=True)
class _Points:
    """Limits at points along the path, relative to the limits' sizes; arrays by joints: (num_points, num_joints)."""

    interval: np.ndarray
    rows: np.ndarray
    highest: np.ndarray
    """Highest x by velocities, shape (num_points,)."""
    acceleration: tuple[np.ndarray, ...]
    """Factors of x and x'/2 in the acceleration."""
    jerk: tuple[np.ndarray, ...]
    """Factors of x, x'/2 and x''/2 in the jerk, before the multiplication with sqrt(x)."""


@dataclass(frozen=True)
class _Slacks:
    """What is left to the limits at points, positive within them; None without limits of jerk."""

    velocity: np.ndarray
    acceleration: tuple[np.ndarray, np.ndarray]
    jerk: tuple[np.ndarray, np.ndarray] | None

    def arrays(self) -> tuple[np.ndarray, ...]:
        return (self.velocity[:, None], *self.acceleration, *(self.jerk or ()))


class SpeedSearch:
    """Search for the spline of the square of speed that takes least time along a path.

    Args:
        path: The path.
        limits: Limits of the joints; those of acceleration finite.
        min_time_span: Least time between two waypoints [s].
    """

    def __init__(self, path: WaypointPath, limits: CSpaceLimits, min_time_span: float) -> None:
        self.path = path
        self.limits = limits
        fewest, most = INTERVALS_PER_SEGMENT
        per_segment = min(max(MAX_INTERVALS * path.pieces_per_segment // path.num_pieces, fewest), most)
        count = -(-per_segment // path.pieces_per_segment)  # rounded up
        self.pieces = np.repeat(np.arange(path.num_pieces), count)
        starts = path.piece_ends[:-1, None] + np.diff(path.piece_ends)[:, None] * np.arange(count) / count
        self.basis = SpeedBasis(np.append(starts.ravel(), path.piece_ends[-1]))
        self.waypoint_nodes = np.arange(0, len(self.pieces) + 1, count * path.pieces_per_segment)
        self._has_jerk = bool(np.isfinite(limits.jerk).any())
        segment = self.pieces // path.pieces_per_segment
        self._highest_by_time = (path.segment_lengths / min_time_span)[segment] ** 2
        self._points = self._make_points(*_point_places(self.basis.num_intervals))
        even = np.ones(self.basis.num_coefficients)
        highest_of_all = SQUARED_SPEED_RANGE * self.scale_to_limits(even)
        self._points = replace(self._points, highest=np.minimum(self._points.highest, highest_of_all))
        self._add_quadrature()

    @property
    def num_limits(self) -> int:
        """Number of limits at all points."""
        per_joint = 4 if self._has_jerk else 2
        return self.basis.num_coefficients + len(self._points.interval) * (1 + per_joint * self.limits.num_joints)

    def even_speed(self) -> np.ndarray:
        """Coefficients of the fastest motion at constant du/dt, less some room, shape (num_coefficients,)."""
        even = np.ones(self.basis.num_coefficients)
        return ROOM * self.scale_to_limits(even) * even

    def scale_to_limits(self, coefficients: np.ndarray) -> float:
        """Greatest factor of coefficients, and so of the square of speed, that is within the limits at all points.

        The coefficients have the shape (num_coefficients,).
        """
        points = self._points
        x, acceleration, jerk = self._motion(coefficients)
        factor = min(float(np.min(points.highest / x)), 1.0 / max(float(np.max(np.abs(acceleration))), 1e-300))
        if jerk is not None:
            factor = min(factor, max(float(np.max(np.abs(jerk) * np.sqrt(x)[:, None])), 1e-300) ** (-2.0 / 3.0))
        return factor

    def duration(self, coefficients: np.ndarray) -> float:
        """Duration of the motion [s] with coefficients of the shape (num_coefficients,)."""
        return SpeedProfile(self.basis, coefficients).duration

    def waypoint_times(self, coefficients: np.ndarray) -> np.ndarray:
        """Times at which the motion passes the waypoints [s], shape (num_waypoints,)."""
        return SpeedProfile(self.basis, coefficients).times[self.waypoint_nodes]

    def add_points(self, interval: np.ndarray, fraction: np.ndarray) -> None:
        """Heed the limits at further points; see :meth:`~.speed_profile.SpeedBasis.rows`."""
        old, new = self._points, self._make_points(interval, fraction)
        self._points = _Points(
            interval=np.concatenate([old.interval, new.interval]),
            rows=np.concatenate([old.rows, new.rows]),
            highest=np.concatenate([old.highest, new.highest]),
            acceleration=_joined(old.acceleration, new.acceleration),
            jerk=_joined(old.jerk, new.jerk),
        )

    def minimise(self, coefficients: np.ndarray, weight: float, max_steps: int = 60) -> np.ndarray:
        """Minimise duration plus barrier by Newton's method, from coefficients within the limits.

        Args:
            coefficients: Where to start, shape (num_coefficients,).
            weight: Weight of the barrier [s]. The duration found exceeds the least by at most ``weight * num_limits``.
            max_steps: Number of steps after which to stop.
        """
        value = self.value(coefficients, weight)
        for _ in range(max_steps):
            gradient, bands = self._derivatives(coefficients, weight)
            try:
                step = -solveh_banded(bands, gradient, lower=True)
            except LinAlgError:  # rounding at weights too small for the matrix: nothing is left to gain
                break
            decrease = float(-gradient @ step)
            size = _size_to_stay_positive(coefficients, step)
            for _ in range(MAX_HALVINGS):
                new_value = self.value(coefficients + size * step, weight)
                if new_value <= value - 1e-4 * size * decrease:
                    break
                size *= 0.5
            else:
                break
            coefficients, value = coefficients + size * step, new_value
            if decrease < CENTRED * weight:
                break
        return coefficients

    def barrier_changes(self, coefficients: np.ndarray, weight: float, other: SpeedSearch) -> np.ndarray:
        """By how much duration plus barrier differ along another path, to first order, in every interval.

        Args:
            coefficients: Coefficients within the limits of this search.
            weight: Weight of the barrier [s].
            other: Search along a path that differs little from this one's.

        Returns:
            Differences [s], shape (num_intervals,).
        """
        changes = other._interval_durations(coefficients) - self._interval_durations(coefficients)
        slacks, other_slacks = self._slacks(coefficients).arrays(), other._slacks(coefficients).arrays()
        for slack, other_slack in zip(slacks, other_slacks, strict=True):
            terms = np.sum((other_slack - slack) / slack, axis=1)
            changes -= weight * np.bincount(self._points.interval, terms, self.basis.num_intervals)
        return changes

    def _make_points(self, interval: np.ndarray, fraction: np.ndarray) -> _Points:
        u = self.basis.nodes[interval] + self.basis.widths[interval] * fraction
        path = self.path.derivatives(u, self.pieces[interval])
        with np.errstate(divide="ignore"):
            highest = np.min((self.limits.velocity / path.first) ** 2, axis=1)
        acceleration, jerk = self.limits.acceleration, self.limits.jerk
        return _Points(
            interval=interval,
            rows=self.basis.rows(interval, fraction),
            highest=np.minimum(highest, self._highest_by_time[interval]),
            acceleration=(path.second / acceleration, path.first / acceleration),
            jerk=(path.third / jerk, 3.0 * path.second / jerk, path.first / jerk),
        )

    def _add_quadrature(self) -> None:
        """Prepare Simpson's rule for the duration."""
        intervals = np.arange(self.basis.num_intervals)
        self._quadrature_interval = np.repeat(intervals, 3)
        fraction = np.tile([0.0, 0.5, 1.0], len(intervals))
        self._quadrature_rows = self.basis.rows(self._quadrature_interval, fraction)[:, 0]
        self._quadrature_weights = (self.basis.widths[:, None] * np.array([1.0, 4.0, 1.0]) / 6.0).ravel()

    def _quadrature_squared_speed(self, coefficients: np.ndarray) -> np.ndarray:
        return np.sum(self._quadrature_rows * gather(coefficients, self._quadrature_interval), axis=1)

    def _interval_durations(self, coefficients: np.ndarray) -> np.ndarray:
        durations = self._quadrature_weights / np.sqrt(self._quadrature_squared_speed(coefficients))
        return durations.reshape(-1, 3).sum(axis=1)

    def _motion(self, coefficients: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
        """At all points x, accelerations, and jerks divided by sqrt(x), both relative to their limits."""
        points = self._points
        x, half_slope, half_curvature = np.einsum("pqc,pc->qp", points.rows, gather(coefficients, points.interval))
        by_x, by_slope = points.acceleration
        acceleration = by_x * x[:, None] + by_slope * half_slope[:, None]
        if not self._has_jerk:
            return x, acceleration, None
        by_x, by_slope, by_curvature = points.jerk
        jerk = by_x * x[:, None] + by_slope * half_slope[:, None] + by_curvature * half_curvature[:, None]
        return x, acceleration, jerk

    def _slacks(self, coefficients: np.ndarray) -> _Slacks:
        x, acceleration, jerk = self._motion(coefficients)
        slack_of_jerk = None
        if jerk is not None:
            bound = x[:, None] ** -0.5
            slack_of_jerk = (bound - jerk, bound + jerk)
        return _Slacks(1.0 - x / self._points.highest, (1.0 - acceleration, 1.0 + acceleration), slack_of_jerk)

    def value(self, coefficients: np.ndarray, weight: float) -> float:
        """Duration plus barrier at coefficients of the shape (num_coefficients,); infinite outside of the limits."""
        if coefficients.min() <= 0.0:
            return np.inf
        slacks = self._slacks(coefficients).arrays()
        if min(float(slack.min()) for slack in slacks) <= 0.0:
            return np.inf
        barrier = sum(float(np.log(slack).sum()) for slack in (coefficients, *slacks))
        return float(self._interval_durations(coefficients).sum()) - weight * barrier

    def _derivatives(self, coefficients: np.ndarray, weight: float) -> tuple[np.ndarray, np.ndarray]:
        """Gradient of duration plus barrier, and its second derivatives without the concave part, as bands."""
        gradient, hessian = self._barrier_derivatives(coefficients, weight)
        rows, interval = self._points.rows, self._points.interval
        local_gradient = np.einsum("pqc,pq->pc", rows, gradient)
        local_hessian = np.swapaxes(rows, 1, 2) @ hessian @ rows
        x = self._quadrature_squared_speed(coefficients)
        row, slope = self._quadrature_rows, -0.5 * self._quadrature_weights * x**-1.5
        local = (local_gradient, slope[:, None] * row)
        matrix = (local_hessian, (-1.5 * slope / x)[:, None, None] * row[:, :, None] * row[:, None, :])

        size = len(coefficients)
        total, bands = -weight / coefficients, np.zeros((3, size))
        bands[0] = weight / coefficients**2
        for where, vectors, matrices in zip((interval, self._quadrature_interval), local, matrix, strict=True):
            for i in range(3):
                total += np.bincount(where + i, vectors[:, i], size)
                for j in range(i + 1):
                    bands[i - j] += np.bincount(where + j, matrices[:, i, j], size)
        bands[0] *= 1.0 + 1e-13  # against rounding
        return total, bands

    def _barrier_derivatives(self, coefficients: np.ndarray, weight: float) -> tuple[np.ndarray, np.ndarray]:
        """Derivatives of the barrier by (x, x'/2, x''/2) at every point, (num_points, 3) and (num_points, 3, 3)."""
        points, slacks = self._points, self._slacks(coefficients)
        gradient = np.zeros((len(points.interval), 3))
        hessian = np.zeros((len(points.interval), 3, 3))
        pull = 1.0 / (points.highest * slacks.velocity)
        gradient[:, 0] += weight * pull
        hessian[:, 0, 0] += weight * pull**2
        for slack, sign in zip(slacks.acceleration, (1.0, -1.0), strict=True):
            slopes = [sign * factor for factor in points.acceleration]
            _add_barrier(gradient, hessian, weight / slack, weight / slack**2, slopes)
        if slacks.jerk is not None:
            x = np.einsum("pc,pc->p", points.rows[:, 0], gather(coefficients, points.interval))
            tangent = 0.5 * x[:, None] ** -1.5  # the curvature of the right side, which is concave here, is left out
            for slack, sign in zip(slacks.jerk, (1.0, -1.0), strict=True):
                slopes = [sign * factor for factor in points.jerk]
                slopes[0] = slopes[0] + tangent
                _add_barrier(gradient, hessian, weight / slack, weight / slack**2, slopes)
        return gradient, hessian


def _point_places(num_intervals: int) -> tuple[np.ndarray, np.ndarray]:
    """Intervals and fractions of points: ends and middle of every interval, and more in the first two and last two."""
    counts = np.full(num_intervals, 2)
    counts[[0, 1, -2, -1]] = POINTS_AT_ENDS
    interval = np.repeat(np.arange(num_intervals), counts + 1)
    number = np.arange(len(interval)) - np.repeat(np.cumsum(counts + 1) - counts - 1, counts + 1)
    fraction = number / counts[interval]
    return interval, fraction


def _add_barrier(
    gradient: np.ndarray, hessian: np.ndarray, pull: np.ndarray, stiffness: np.ndarray, slopes: list[np.ndarray]
) -> None:
    """Add what -log(slack) has for derivatives, where slacks fall by the slopes; arrays (num_points, num_joints)."""
    for i, slope in enumerate(slopes):
        gradient[:, i] += np.einsum("pj,pj->p", pull, slope)
        stiff = stiffness * slope
        for j, other in enumerate(slopes[: i + 1]):
            hessian[:, i, j] += np.einsum("pj,pj->p", stiff, other)
            if i != j:
                hessian[:, j, i] = hessian[:, i, j]


def _joined(first: tuple[np.ndarray, ...], second: tuple[np.ndarray, ...]) -> tuple[np.ndarray, ...]:
    return tuple(np.concatenate(pair) for pair in zip(first, second, strict=True))


def _size_to_stay_positive(coefficients: np.ndarray, step: np.ndarray) -> float:
    """Greatest share of a step, at most 1, after which no coefficient has lost more than 99 %."""
    falling = step < 0.0
    if not falling.any():
        return 1.0
    return min(1.0, 0.99 * float(np.min(-coefficients[falling] / step[falling])))
