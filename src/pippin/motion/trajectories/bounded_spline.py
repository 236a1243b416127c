"""Splines through waypoints that stay within limits of positions, which natural splines may leave in between."""

from __future__ import annotations

import numpy as np
from scipy.interpolate import BSpline, PPoly
from scipy.optimize import nnls
from scipy.sparse import block_array, csc_array
from scipy.sparse.linalg import splu

PIECES_PER_SEGMENT = 4
"""Pieces between waypoints of a bent spline. With three or more, every set of waypoints within limits has one."""

POSITION_TOLERANCE = 1e-9
"""Excess of positions over limits [m or rad] that counts as rounding."""

MAX_ROUNDS = 100
"""Number of rounds in which bounds are added."""


def bend_into_limits(spline: PPoly, lower: np.ndarray, upper: np.ndarray) -> PPoly | None:
    """Replace the joints of a cubic spline that leave their limits by smooth ones that do not.

    The others keep their splines. A joint that is replaced keeps its waypoints, and its second derivative stays
    continuous and becomes as small as it can.

    Args:
        spline: Spline with a piece between any two waypoints, which are within the limits.
        lower: Lowest positions, shape (num_joints,).
        upper: Highest positions, shape (num_joints,).

    Returns:
        Spline with :data:`PIECES_PER_SEGMENT` pieces between waypoints; None if no joint leaves its limits.
    """
    lowest, highest = _extremes(spline)
    beyond = (lowest < lower - POSITION_TOLERANCE) | (highest > upper + POSITION_TOLERANCE)
    if not beyond.any():
        return None
    shares = np.arange(PIECES_PER_SEGMENT) / PIECES_PER_SEGMENT
    breaks = np.append((spline.x[:-1, None] + np.diff(spline.x)[:, None] * shares).ravel(), spline.x[-1])
    knots = np.concatenate([breaks[[0] * 3], breaks, breaks[[-1] * 3]])
    waypoints = spline(spline.x)
    coefficients = _divided(spline, breaks)
    splines = _BentSplines(knots, spline.x)
    for joint in np.flatnonzero(beyond):
        bent = splines.coefficients(waypoints[:, joint], lower[joint], upper[joint])
        pieces = PPoly.from_spline(BSpline(knots, bent, 3))
        coefficients[:, :, joint] = pieces.c[:, 3:-3]
        coefficients[3, ::PIECES_PER_SEGMENT, joint] = waypoints[:-1, joint]
    return PPoly(coefficients, breaks)


def _extremes(spline: PPoly) -> tuple[np.ndarray, np.ndarray]:
    """Lowest and highest values of a cubic spline, each of shape (num_joints,)."""
    a, b, c, _ = spline.c
    widths = np.diff(spline.x)[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):  # 3 a t^2 + 2 b t + c = 0, in a form without cancellation
        q = -(b + np.copysign(np.sqrt(b * b - 3.0 * a * c), b))
        turns = np.stack([q / (3.0 * a), c / q])
    turns = np.clip(np.nan_to_num(turns, nan=0.0, posinf=0.0, neginf=0.0), 0.0, widths)
    points = [spline(spline.x)]
    for turn in turns:
        points.append(((spline.c[0] * turn + spline.c[1]) * turn + spline.c[2]) * turn + spline.c[3])
    values = np.concatenate(points)
    return values.min(axis=0), values.max(axis=0)


def _divided(spline: PPoly, breaks: np.ndarray) -> np.ndarray:
    """Coefficients of the same spline with more breaks, shape (4, num_pieces, num_joints)."""
    starts = breaks[:-1]
    piece = np.clip(np.searchsorted(spline.x, starts, side="right") - 1, 0, spline.c.shape[1] - 1)
    t = (starts - spline.x[piece])[:, None]
    a, b, c, d = spline.c[:, piece]
    return np.stack([a, 3.0 * a * t + b, (3.0 * a * t + 2.0 * b) * t + c, ((a * t + b) * t + c) * t + d])


class _BentSplines:
    """B-splines through waypoints at given places, with least second derivative, that stay within bounds.

    Coefficients within bounds keep a spline within them. So this is a least-squares problem with bounds, of which more
    and more are heeded until all are kept. How far coefficients have to be pushed inwards is then a problem of least
    distance, solved by non-negative least squares (Lawson & Hanson, Solving Least Squares Problems, chapter 23).

    Args:
        knots: Knots of the cubic B-splines.
        places: Parameters of the waypoints, shape (num_waypoints,).
    """

    def __init__(self, knots: np.ndarray, places: np.ndarray) -> None:
        through = BSpline.design_matrix(places, knots, 3)
        roughness = _roughness(knots)
        roughness /= abs(roughness).max()  # as large as the other part of the matrix, against rounding
        self._num_coefficients = through.shape[1]
        self._system = splu(block_array([[roughness.T @ roughness, through.T], [through, None]], format="csc"))

    def coefficients(self, waypoints: np.ndarray, lower: float, upper: float) -> np.ndarray:
        """Coefficients within bounds for the positions of a joint at the waypoints, shape (num_waypoints,)."""
        count = self._num_coefficients
        free = self._system.solve(np.concatenate([np.zeros(count), waypoints]))[:count]
        coefficients = free
        pushed, signs = np.zeros(0, dtype=int), np.zeros(0)
        tolerance = 0.1 * POSITION_TOLERANCE
        for _ in range(MAX_ROUNDS):
            below, above = coefficients < lower - tolerance, coefficients > upper + tolerance
            if not (below.any() or above.any()):
                break
            pushed = np.concatenate([pushed, np.flatnonzero(below), np.flatnonzero(above)])
            signs = np.concatenate([signs, np.ones(below.sum()), -np.ones(above.sum())])
            missing = np.where(signs > 0.0, lower - free[pushed], free[pushed] - upper)
            coefficients = free + self._responses(pushed) @ (signs * self._pushes(pushed, signs, missing))
        return coefficients

    def _responses(self, pushed: np.ndarray) -> np.ndarray:
        """How all coefficients move when some are pushed, one column for each."""
        pushes = np.zeros((self._system.shape[0], len(pushed)))
        pushes[pushed, np.arange(len(pushed))] = 1.0
        return self._system.solve(pushes)[: self._num_coefficients]

    def _pushes(self, pushed: np.ndarray, signs: np.ndarray, missing: np.ndarray) -> np.ndarray:
        """Least pushes after which coefficients have moved at least by what is missing, in the directions of the signs.

        Moves are products of a symmetric matrix with pushes. With a root B of it they are B u, where u = B^T pushes is
        to be as short as can be.
        """
        matrix = signs[:, None] * self._responses(pushed)[pushed] * signs
        values, vectors = np.linalg.eigh(0.5 * (matrix + matrix.T))
        root = vectors * np.sqrt(np.maximum(values, 0.0))
        dual, _ = nnls(np.vstack([root.T, missing]), np.append(np.zeros(len(pushed)), 1.0))
        return dual / (1.0 - missing @ dual)


def _roughness(knots: np.ndarray) -> csc_array:
    """Matrix whose product with B-spline coefficients has for its square the integral of q''^2."""
    count = len(knots) - 4
    second = BSpline(knots, np.eye(count), 3).derivative(2)
    breaks = knots[3:-3]
    widths = np.diff(breaks)
    start, end = second(breaks[:-1]), second(np.nextafter(breaks[1:], breaks[:-1]))
    # The integral over a piece on which q'' goes linearly from a to b is (a^2 + a b + b^2) / 3.
    middle = np.sqrt(widths)[:, None] * (start + end) / 2.0
    difference = np.sqrt(widths / 12.0)[:, None] * (end - start)
    return csc_array(np.vstack([middle, difference]))
