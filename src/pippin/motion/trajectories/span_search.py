"""Better spans between waypoints: the shape of a spline that can be followed in less time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .speed_search import SpeedSearch

FIRST_CHANGE = 0.15
"""Largest change of the logarithm of a span in the first iteration."""

LARGEST_CHANGE = 0.4
"""Largest change of the logarithm of a span in an iteration."""

DIFFERENCE = 1e-5
"""Change of logarithms of spans for difference quotients."""

REACH = 5
"""How many segments away the effect of a span is heeded: it falls by about four from one segment to the next."""

MAX_TRIALS = 4
"""How often a change is reduced until it shortens the trajectory."""


class SpanSearch:
    """Quasi-Newton search (BFGS) for the logarithms of spans between waypoints that minimise duration plus barrier.

    The derivative of the minimum over speeds by spans is that at constant speeds (the envelope theorem), and a span has
    its effect near by, so a few difference quotients give the whole gradient.

    Args:
        make_search: Makes the search for speeds along the spline that has given spans.
        spans: Spans to begin with, shape (num_segments,).
        weight: Weight of the barrier [s].
    """

    def __init__(self, make_search: Callable[[np.ndarray], SpeedSearch], spans: np.ndarray, weight: float) -> None:
        self._make_search = make_search
        self._spans = spans
        self._weight = weight
        self._inverse_hessian: np.ndarray | None = None
        self._gradient: np.ndarray | None = None
        self._last_change = np.zeros_like(spans)

    def improve(self, search: SpeedSearch, coefficients: np.ndarray) -> tuple[SpeedSearch, np.ndarray] | None:
        """Change all spans once.

        Args:
            search: Search along the present path.
            coefficients: Minimum of duration plus barrier on it.

        Returns:
            Search along the better path and the minimum on it; None if none was found.
        """
        gradient = self._gradient_at(search, coefficients)
        change = self._direction(gradient)
        value = search.value(coefficients, self._weight)
        for _ in range(MAX_TRIALS):
            spans = self._spans * np.exp(change)
            new_search = self._make_search(spans / spans.sum())
            start = coefficients * min(1.0, 0.9 * new_search.scale_to_limits(coefficients))
            new_coefficients = new_search.minimise(new_search.minimise(start, 10.0 * self._weight), self._weight)
            if new_search.value(new_coefficients, self._weight) < value:
                self._spans, self._gradient, self._last_change = spans / spans.sum(), gradient, change
                return new_search, new_coefficients
            change = 0.3 * change
        return None

    def _gradient_at(self, search: SpeedSearch, coefficients: np.ndarray) -> np.ndarray:
        """Derivatives of duration plus barrier by the logarithms of spans, which sum to zero."""
        count = len(self._spans)
        segment = search.pieces // search.path.pieces_per_segment
        gradient = np.zeros(count)
        for chosen in _groups(count):
            change = np.zeros(count)
            change[chosen] = DIFFERENCE
            other = self._make_search(self._spans * np.exp(change))
            effects = search.barrier_changes(coefficients, self._weight, other)
            by_segment = np.bincount(segment, effects, count) / DIFFERENCE
            sums = np.concatenate([[0.0], np.cumsum(by_segment)])
            gradient[chosen] = sums[np.minimum(chosen + REACH + 1, count)] - sums[np.maximum(chosen - REACH, 0)]
        return gradient - gradient.mean()

    def _direction(self, gradient: np.ndarray) -> np.ndarray:
        if self._inverse_hessian is None or self._gradient is None:
            largest = max(float(np.abs(gradient).max()), 1e-300)
            self._inverse_hessian = np.eye(len(gradient)) * FIRST_CHANGE / largest
        else:
            _update(self._inverse_hessian, self._last_change, gradient - self._gradient)
        change = -self._inverse_hessian @ gradient
        return change * min(1.0, LARGEST_CHANGE / max(float(np.abs(change).max()), 1e-300))


def _groups(count: int) -> Iterator[np.ndarray]:
    """Groups of segments so far apart that their effects do not mix."""
    distance = 2 * REACH + 1
    return (np.arange(first, count, distance) for first in range(min(distance, count)))


def _update(inverse_hessian: np.ndarray, step: np.ndarray, difference: np.ndarray) -> None:
    """Update an estimate of the inverse of second derivatives, from a step and what it changed (BFGS), in place."""
    curvature = float(step @ difference)
    if curvature <= 1e-12:
        return
    product = inverse_hessian @ difference
    inverse_hessian += (1.0 + difference @ product / curvature) * np.outer(step, step) / curvature
    inverse_hessian -= (np.outer(product, step) + np.outer(step, product)) / curvature
