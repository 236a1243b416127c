"""Smooth paths through waypoints, in a parameter that leaves both ends slowly."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from scipy.interpolate import CubicSpline, PPoly

TimeSplitMethod = Literal["uniform", "chord_length", "centripetal"]

CHORD_EXPONENTS: dict[str, float] = {"uniform": 0.0, "centripetal": 0.5, "chord_length": 1.0}
"""Powers of the distance between waypoints that spans of the parameter are proportional to, by time split method.

See Biagiotti & Melchiorri, Trajectory Planning for Automatic Machines and Robots, 2008, equation 4.37.
"""


def split_spans(waypoints: np.ndarray, method: TimeSplitMethod) -> np.ndarray:
    """Spans of the parameter between waypoints, shape (num_waypoints - 1,), whose sum is 1.

    Args:
        waypoints: Shape (num_waypoints, num_joints), no two neighbours equal.
        method: How distances count.
    """
    spans = np.linalg.norm(np.diff(waypoints, axis=0), axis=1) ** CHORD_EXPONENTS[method]
    return spans / spans.sum()


def natural_spline(waypoints: np.ndarray, spans: np.ndarray) -> PPoly:
    """Cubic spline through waypoints whose second derivative is continuous, and zero at both ends.

    Waypoints have the shape (num_waypoints, J), the spans of the parameter between them (num_waypoints - 1,).
    """
    knots = np.concatenate([[0.0], np.cumsum(spans)])
    return CubicSpline(knots, waypoints, bc_type="natural")


class PathDerivatives(NamedTuple):
    """Points of a path and its derivatives by the parameter, each of shape (num_points, num_joints)."""

    position: np.ndarray
    first: np.ndarray
    second: np.ndarray
    third: np.ndarray


class WaypointPath:
    """A piecewise cubic path q(s), in a parameter u that makes motions along it smooth from rest to rest.

    In the first piece of the spline s grows like u^3, in the last it falls behind its end like u^3, and in between s
    and u grow together. So a motion with du/dt > 0 everywhere, however it goes on, begins and ends with zero velocity
    and zero acceleration, and constant jerk at the ends is constant du/dt.

    Args:
        spline: The path q(s), two or more pieces.
        pieces_per_segment: Number of pieces of the spline between waypoints.
    """

    def __init__(self, spline: PPoly, pieces_per_segment: int = 1) -> None:
        self.spline = spline
        self._lengths = np.diff(spline.x)
        lengths = self._lengths.copy()
        lengths[[0, -1]] *= 2.0
        self.piece_ends = np.concatenate([[0.0], np.cumsum(lengths)])
        self.pieces_per_segment = pieces_per_segment

    @property
    def num_pieces(self) -> int:
        """Number of pieces."""
        return len(self._lengths)

    @property
    def segment_lengths(self) -> np.ndarray:
        """Spans of u between waypoints, shape (num_waypoints - 1,)."""
        return np.diff(self.piece_ends[:: self.pieces_per_segment])

    def derivatives(self, u: np.ndarray, piece: np.ndarray) -> PathDerivatives:
        """Points of the path and their derivatives by u.

        Args:
            u: Parameters, shape (num_points,).
            piece: The piece that each is in or at the end of, shape (num_points,).
        """
        s, s1, s2, s3 = (value[:, None] for value in self._spline_parameter(u, piece))
        a, b, c, d = self.spline.c[:, piece]
        first = (3.0 * a * s + 2.0 * b) * s + c
        second = 6.0 * a * s + 2.0 * b
        return PathDerivatives(
            position=((a * s + b) * s + c) * s + d,
            first=first * s1,
            second=second * s1**2 + first * s2,
            third=6.0 * a * s1**3 + 3.0 * second * s1 * s2 + first * s3,
        )

    def _spline_parameter(self, u: np.ndarray, piece: np.ndarray) -> tuple[np.ndarray, ...]:
        """Parameter s from the beginning of the piece, and its derivatives by u up to the third."""
        s = u - self.piece_ends[piece]
        s1, s2, s3 = np.ones_like(u), np.zeros_like(u), np.zeros_like(u)
        for end, sign in ((0, 1.0), (self.num_pieces - 1, -1.0)):
            mask = piece == end
            length = self._lengths[end]
            # x runs from the end of the path, 0, to the end of the piece, 1; the piece is twice as long in u as in s.
            x = np.abs(u[mask] - self.piece_ends[0 if end == 0 else -1]) / (2.0 * length)
            way = length * (2.0 - x) * x**3
            s[mask] = way if end == 0 else length - way
            s1[mask] = (3.0 - 2.0 * x) * x**2
            s2[mask] = sign * 3.0 * (1.0 - x) * x / length
            s3[mask] = 1.5 * (1.0 - 2.0 * x) / length**2
        return s, s1, s2, s3
