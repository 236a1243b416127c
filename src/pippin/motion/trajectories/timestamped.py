"""Motions that pass waypoints at given times."""

from __future__ import annotations

import numpy as np
from scipy.interpolate import CubicSpline, PPoly

from .limits import DERIVATIVES, CSpaceLimits

INTERPOLATION_MODES = ("cubic_spline", "linear")
"""Ways to interpolate between waypoints."""

LIMIT_TOLERANCE = 1e-9
"""Share of a limit, or of 1 m or rad for positions, by which it may be exceeded: rounding."""


class TimestampedCurve:
    """Motion through waypoints at given times, a polynomial in between.

    Args:
        polynomials: The motion, with a piece between any two waypoints.
    """

    def __init__(self, polynomials: PPoly) -> None:
        self.waypoint_times = polynomials.x
        self.start_time = float(polynomials.x[0])
        self.end_time = float(polynomials.x[-1])
        self._by_derivative = [polynomials.derivative(order) if order else polynomials for order in range(4)]

    def evaluate(self, times: np.ndarray, derivative: int = 0) -> np.ndarray:
        """Positions or a derivative, shape (num_times, num_joints); see :class:`~.trajectory.Curve`."""
        return self._by_derivative[derivative](times)


def timestamped_curve(waypoints: np.ndarray, times: np.ndarray, interpolation_mode: str) -> TimestampedCurve:
    """Interpolate waypoints at increasing times, from rest to rest by cubic splines, or linearly.

    Args:
        waypoints: Shape (num_waypoints, num_joints).
        times: Times of the waypoints [s], shape (num_waypoints,).
        interpolation_mode: One of :data:`INTERPOLATION_MODES`.
    """
    if interpolation_mode == "linear":
        slopes = np.diff(waypoints, axis=0) / np.diff(times)[:, None]
        return TimestampedCurve(PPoly(np.stack([slopes, waypoints[:-1]]), times))
    return TimestampedCurve(CubicSpline(times, waypoints, bc_type="clamped"))


def describe_excess(curve: TimestampedCurve, limits: CSpaceLimits) -> str | None:
    """Say which limit a motion exceeds first among position, velocity, acceleration and jerk; None if it keeps to all.

    Of linear motions, whose velocity jumps, only positions and velocities are looked at.
    """
    times = np.union1d(curve.waypoint_times, _turning_times(curve))
    positions = curve.evaluate(times)
    slack = LIMIT_TOLERANCE
    message = _describe("position", times, positions, limits.lower - slack, limits.upper + slack, limits)
    for order, (name, limit) in enumerate(zip(DERIVATIVES, limits.by_derivative(), strict=True), start=1):
        if message is not None:
            break
        values = _values_of_pieces(curve, times, order)
        bound = limit * (1.0 + LIMIT_TOLERANCE)
        message = _describe(name, np.repeat(times, 2)[1:-1], values, -bound, bound, limits)
    return message


def _turning_times(curve: TimestampedCurve) -> np.ndarray:
    """Times at which velocity or acceleration of any joint is zero, shape (num_times,)."""
    middles = 0.5 * (curve.waypoint_times[1:] + curve.waypoint_times[:-1])
    velocity, acceleration, jerk = (curve.evaluate(middles, order) for order in (1, 2, 3))
    with np.errstate(divide="ignore", invalid="ignore"):
        fastest = -acceleration / jerk
        root = np.sqrt(acceleration**2 - 2.0 * velocity * jerk)
        q = -(acceleration + np.copysign(root, acceleration))
        turns = np.stack([fastest, q / jerk, 2.0 * velocity / q])
    times = middles[:, None] + turns
    inside = np.abs(turns) <= 0.5 * np.diff(curve.waypoint_times)[:, None]
    return times[inside]


def _values_of_pieces(curve: TimestampedCurve, times: np.ndarray, order: int) -> np.ndarray:
    """Derivatives after every time but the last and before every time but the first, in turn."""
    after = curve.evaluate(times[:-1], order)
    before = curve.evaluate(np.nextafter(times[1:], times[:-1]), order)
    return np.stack([after, before], axis=1).reshape(-1, after.shape[1])


def _describe(
    name: str, times: np.ndarray, values: np.ndarray, lower: np.ndarray, upper: np.ndarray, limits: CSpaceLimits
) -> str | None:
    beyond = np.argwhere((values < lower) | (values > upper))
    if len(beyond) == 0:
        return None
    row, joint = beyond[0]
    return (
        f"at {times[row]:g} s the {name} of '{limits.joint_names[joint]}' would be {values[row, joint]:g}, "
        f"its limits are {lower[joint]:g} and {upper[joint]:g}"
    )
