"""How fast a path is followed: the square of speed as a spline of the path's parameter."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

SERIES_BELOW = 1e-3
"""Absolute argument below which series stand for quotients that lose digits there."""


class SpeedBasis:
    """Quadratic splines x(u), with continuous derivative, for the square of speed x = (du/dt)^2.

    With the square of speed as the unknown, du^2/dt^2 = x'/2, and so velocities squared and accelerations along a
    path are linear in it. The coefficients of a spline are its values at both ends and, between them, the middle Bezier
    point of each interval. On interval i it depends on coefficients i to i + 2, and it is positive where these are.

    Args:
        nodes: Ends of the intervals, increasing, shape (num_intervals + 1,).
    """

    def __init__(self, nodes: np.ndarray) -> None:
        self.nodes = nodes
        self.widths = np.diff(nodes)
        share = np.ones(len(nodes))  # of the earlier of the two Bezier points around each node
        share[1:-1] = self.widths[1:] / (self.widths[1:] + self.widths[:-1])
        share[-1] = 0.0
        self._bezier = np.zeros((self.num_intervals, 3, 3))  # Bezier points from coefficients
        self._bezier[:, 0, 0], self._bezier[:, 0, 1] = share[:-1], 1.0 - share[:-1]
        self._bezier[:, 1, 1] = 1.0
        self._bezier[:, 2, 1], self._bezier[:, 2, 2] = share[1:], 1.0 - share[1:]

    @property
    def num_intervals(self) -> int:
        """Number of intervals."""
        return len(self.widths)

    @property
    def num_coefficients(self) -> int:
        """Number of coefficients."""
        return self.num_intervals + 2

    def rows(self, interval: np.ndarray, fraction: np.ndarray) -> np.ndarray:
        """Matrices that give (x, x'/2, x''/2) from the three coefficients of an interval, shape (num_points, 3, 3).

        Args:
            interval: Interval of each point, shape (num_points,).
            fraction: Where in the interval the point is, from 0 to 1, shape (num_points,).
        """
        width = self.widths[interval]
        rest = 1.0 - fraction
        one = np.ones_like(fraction)
        bernstein = np.stack([rest * rest, 2.0 * fraction * rest, fraction * fraction], axis=-1)
        first = np.stack([-rest, 1.0 - 2.0 * fraction, fraction], axis=-1) / width[:, None]
        second = np.stack([one, -2.0 * one, one], axis=-1) / width[:, None] ** 2
        return np.stack([bernstein, first, second], axis=1) @ self._bezier[interval]


def gather(coefficients: np.ndarray, interval: np.ndarray) -> np.ndarray:
    """Three coefficients that count in each interval, shape (num_points, 3)."""
    return coefficients[interval[:, None] + np.arange(3)]


class PathState(NamedTuple):
    """Where motions along a path are, each of shape (num_times,)."""

    interval: np.ndarray
    """Interval of the parameter."""
    parameter: np.ndarray
    """Parameter u."""
    squared_speed: np.ndarray
    """x = (du/dt)^2."""
    acceleration: np.ndarray
    """x'/2 = du^2/dt^2."""
    growth: np.ndarray
    """x''/2, by which du^3/dt^3 is a multiple of du/dt."""


class SpeedProfile:
    """The motion u(t) that starts at the first node and has the square of its speed given as a spline of u.

    On an interval x = x0 + b (u - u0) + c (u - u0)^2 makes u'' = b/2 + c (u - u0), whose solution is elementary.

    Args:
        basis: The splines.
        coefficients: Positive coefficients of one of them, shape (num_coefficients,).
    """

    def __init__(self, basis: SpeedBasis, coefficients: np.ndarray) -> None:
        intervals = np.arange(basis.num_intervals)
        local = gather(coefficients, intervals)
        start = np.einsum("iqc,ic->iq", basis.rows(intervals, np.zeros(len(intervals))), local)
        end = np.einsum("iqc,ic->iq", basis.rows(intervals, np.ones(len(intervals))), local)
        self._basis = basis
        self._speed = np.sqrt(start[:, 0])
        self._acceleration = start[:, 1]
        self._growth = start[:, 2]
        durations = _durations(basis.widths, self._speed + np.sqrt(end[:, 0]), self._growth)
        self.times = np.concatenate([[0.0], np.cumsum(durations)])
        """Times of the nodes [s], shape (num_intervals + 1,)."""

    @property
    def duration(self) -> float:
        """Time from the first node to the last [s]."""
        return float(self.times[-1])

    def at(self, times: np.ndarray) -> PathState:
        """State of the motion at times from 0 to the duration, shape (num_times,)."""
        interval = np.clip(np.searchsorted(self.times, times, side="right") - 1, 0, self._basis.num_intervals - 1)
        time = times - self.times[interval]
        speed, acceleration, growth = (a[interval] for a in (self._speed, self._acceleration, self._growth))
        sine, cosine_less_1 = _sine_and_cosine(growth * time * time)
        way = speed * time * sine + acceleration * time * time * cosine_less_1
        width = self._basis.widths[interval]
        way = np.where(times >= self.times[interval + 1], width, np.clip(way, 0.0, width))
        return PathState(
            interval=interval,
            parameter=self._basis.nodes[interval] + way,
            squared_speed=np.maximum(speed * speed + way * (2.0 * acceleration + way * growth), 0.0),
            acceleration=acceleration + growth * way,
            growth=growth,
        )


def _durations(widths: np.ndarray, speed_sums: np.ndarray, growth: np.ndarray) -> np.ndarray:
    """Time in which each interval is passed, from the sum of the speeds at its ends.

    With w = sqrt(c), the solution of u'' = b/2 + c (u - u0) fulfils tanh(w t / 2) = w (u1 - u0) / (v0 + v1).
    """
    root = np.sqrt(np.abs(growth))
    ratio = root * widths / speed_sums
    series = 1.0 + np.sign(growth) * ratio**2 / 3.0 + ratio**4 / 5.0
    with np.errstate(invalid="ignore", divide="ignore"):
        quotient = np.where(growth > 0.0, np.arctanh(np.minimum(ratio, 1.0 - 1e-16)), np.arctan(ratio)) / ratio
    return 2.0 * widths / speed_sums * np.where(ratio < SERIES_BELOW, series, quotient)


def _sine_and_cosine(z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """sinh(r) / r and (cosh(r) - 1) / r^2 with r = sqrt(z); of a negative z the same with sin and cos."""
    root = np.sqrt(np.abs(z))
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        sine = np.where(z > 0.0, np.sinh(root), np.sin(root)) / root
        half = np.where(z > 0.0, np.sinh(0.5 * root), np.sin(0.5 * root)) / root
    small = root < SERIES_BELOW
    sine = np.where(small, 1.0 + z / 6.0 + z * z / 120.0, sine)
    return sine, np.where(small, 0.5 + z / 24.0 + z * z / 720.0, 2.0 * half * half)
