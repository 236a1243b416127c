"""Time-optimal motions through waypoints, from rest to rest."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from .bounded_spline import bend_into_limits
from .joined_curve import JoinedCurve
from .limits import CSpaceLimits
from .path_curve import PathCurve, Peaks, find_peaks
from .rest_to_rest import rest_to_rest
from .solver_parameters import SolverParameters
from .span_search import SpanSearch
from .speed_search import SpeedSearch
from .trajectory import Curve
from .waypoint_path import WaypointPath, natural_spline, split_spans

logger = logging.getLogger("pippin")

COARSE_GAP = 0.1
"""Share of the duration that the barrier may cost while the shape of the path is sought."""

FINEST_GAP = 1e-7
"""Share of the duration that the barrier may cost at the end; less is rounding."""

WEIGHT_RATIO = 0.1
"""Ratio of the weights of the barrier from one iteration to the next."""

POINT_ROUNDS = 3
"""How often points at which the motion exceeds limits are added after the search."""

POINT_TOLERANCE = 1e-3
"""Excess, as a factor of time less 1, below which no points are added."""

LIMIT_TOLERANCE = 1e-9
"""Excess, as a factor of time less 1, that counts as rounding."""


@dataclass
class _State:
    """A search for speeds, its best coefficients so far, and the weight of the barrier that they were found with."""

    search: SpeedSearch
    coefficients: np.ndarray
    weight: float

    def waypoint_times(self) -> np.ndarray:
        return self.search.waypoint_times(self.coefficients)

    def relative_gap(self) -> float:
        return self.weight * self.search.num_limits / self.search.duration(self.coefficients)


def time_optimal_curve(waypoints: np.ndarray, limits: CSpaceLimits, parameters: SolverParameters) -> Curve | None:
    """Find the fastest smooth motion through waypoints, from rest to rest, under limits.

    Two waypoints are connected in closed form, see :func:`~.rest_to_rest.rest_to_rest`. More are connected by a cubic
    spline whose spans are optimised, and which is followed as fast as the limits allow. Where that takes longer than
    stopping at every waypoint (joints that move by themselves are faster than along a path), the motion stops.

    Args:
        waypoints: Configurations within the limits, shape (num_waypoints, num_joints), no two neighbours equal.
        limits: Limits of the joints; those of acceleration finite.
        parameters: Parameters of the search.

    Returns:
        The motion; None if dilation may not go on until it keeps to the limits.
    """
    legs = [rest_to_rest(start, end, limits, parameters.min_time_span) for start, end in pairwise(waypoints)]
    if len(legs) == 1:
        return legs[0]
    state = _bend(_search_spans(waypoints, limits, parameters), limits, parameters)
    smooth = _finish(state, parameters)
    stopping = JoinedCurve(legs)
    return stopping if smooth is not None and stopping.end_time < smooth.end_time else smooth


def follow_path(path: WaypointPath, limits: CSpaceLimits, parameters: SolverParameters) -> Curve | None:
    """Find the fastest motion along a path, from rest to rest, under limits.

    Args:
        path: The path, within the limits of positions.
        limits: Limits of the joints; those of acceleration finite.
        parameters: Parameters of the search.

    Returns:
        The motion; None if dilation may not go on until it keeps to the limits.
    """
    state = _even(SpeedSearch(path, limits, parameters.min_time_span))
    while state.relative_gap() > COARSE_GAP:
        _improve_speeds(state)
    return _finish(state, parameters)


def _finish(state: _State, parameters: SolverParameters) -> Curve | None:
    _search_speeds(state, parameters)
    return _dilate(state, parameters)


def _search_spans(waypoints: np.ndarray, limits: CSpaceLimits, parameters: SolverParameters) -> _State:
    """Find a path through waypoints, and coarsely the speed along it."""

    def make_search(spans: np.ndarray) -> SpeedSearch:
        return SpeedSearch(WaypointPath(natural_spline(waypoints, spans)), limits, parameters.min_time_span)

    spans = split_spans(waypoints, parameters.time_split_method)
    state = _even(make_search(spans))
    if parameters.max_segment_iterations > 0:
        while state.relative_gap() > COARSE_GAP:
            _improve_speeds(state)
        span_search = SpanSearch(make_search, spans, state.weight)
    for _ in range(parameters.max_segment_iterations):
        before = state.waypoint_times()
        better = span_search.improve(state.search, state.coefficients)
        if better is None:
            break
        state.search, state.coefficients = better
        if np.max(np.abs(state.waypoint_times() - before)) < parameters.convergence_dt:
            break
    return state


def _bend(state: _State, limits: CSpaceLimits, parameters: SolverParameters) -> _State:
    """Bend the path, should it leave the limits of positions; then the search for speeds starts over."""
    spline = state.search.path.spline
    bent = bend_into_limits(spline, limits.lower, limits.upper)
    if bent is None:
        return state
    pieces_per_segment = (len(bent.x) - 1) // (len(spline.x) - 1)
    bent_state = _even(SpeedSearch(WaypointPath(bent, pieces_per_segment), limits, parameters.min_time_span))
    while bent_state.relative_gap() > COARSE_GAP:
        _improve_speeds(bent_state)
    return bent_state


def _search_speeds(state: _State, parameters: SolverParameters) -> None:
    """Find the fastest motion along the path, by less and less of a barrier."""
    for _ in range(parameters.max_aggregate_iterations):
        before = state.waypoint_times()
        _improve_speeds(state)
        change = np.max(np.abs(state.waypoint_times() - before))
        if change < parameters.convergence_dt or state.relative_gap() < FINEST_GAP:
            break
    for _ in range(POINT_ROUNDS):
        if _heed_peaks(state):
            break
        state.weight /= WEIGHT_RATIO**2
        _improve_speeds(state)
        _improve_speeds(state)


def _even(search: SpeedSearch) -> _State:
    coefficients = search.even_speed()
    weight = search.duration(coefficients) / search.num_limits / WEIGHT_RATIO
    return _State(search, coefficients, weight)


def _improve_speeds(state: _State) -> None:
    """Reduce the weight of the barrier, and minimise."""
    state.weight *= WEIGHT_RATIO
    state.coefficients = state.search.minimise(state.coefficients, state.weight)


def _peaks(state: _State) -> Peaks:
    search = state.search
    return find_peaks(search.path, search.basis, search.pieces, state.coefficients, search.limits)


def _heed_peaks(state: _State) -> bool:
    """Heed the limits also where the motion exceeds them between the points of the search; True if it nowhere does."""
    peaks = _peaks(state)
    beyond = peaks.stretch > 1.0 + POINT_TOLERANCE
    if beyond.any():
        state.search.add_points(peaks.interval[beyond], peaks.fraction[beyond])
        state.coefficients = state.coefficients * min(1.0, 0.99 * state.search.scale_to_limits(state.coefficients))
    return not beyond.any()


def _dilate(state: _State, parameters: SolverParameters) -> Curve | None:
    """Scale time until the motion keeps to all limits; a motion that does not reach any is made faster."""
    search = state.search
    stretch = float(_peaks(state).stretch.max())
    shortest_span = float(np.diff(state.waypoint_times()).min())
    slack = max(stretch, parameters.min_time_span / shortest_span)
    if slack < 1.0:
        state.coefficients = state.coefficients / slack**2
    for iteration in range(parameters.max_dilation_iterations + 1):
        if stretch <= 1.0 + LIMIT_TOLERANCE:
            return PathCurve(search.path, search.basis, search.pieces, state.coefficients, search.waypoint_nodes)
        if iteration < parameters.max_dilation_iterations:
            least = 1.0 + parameters.dilation_dt / search.duration(state.coefficients)
            state.coefficients = state.coefficients / max(stretch, least) ** 2
            stretch = float(_peaks(state).stretch.max())
    logger.warning(
        "No trajectory: after %d dilations it exceeds limits so far that it would have to take %.3g times as long; "
        "allow more of them by max_dilation_iterations.",
        parameters.max_dilation_iterations,
        stretch,
    )
    return None
