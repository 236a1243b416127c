"""Splines through waypoints that keep a frame on its path in task space."""

from __future__ import annotations

import logging

import numpy as np
from scipy.interpolate import PPoly

from pippin.motion.trajectories.bounded_spline import bend_into_limits
from pippin.motion.trajectories.limits import CSpaceLimits
from pippin.motion.trajectories.waypoint_path import TimeSplitMethod, WaypointPath, natural_spline, split_spans

from .conversion import ConvertedPath
from .tracking import Tracker

logger = logging.getLogger("pippin")

SAMPLES_PER_LINK = 8
"""Number of points between two waypoints at which the deviation is looked at."""

SAFETY = 0.97
"""Share of the admitted deviation that those at these points may have: in between it may be a little more."""

MAX_ROUNDS = 12
"""How often waypoints are added; each time distances between those that are not close enough halve."""


def fit_spline(
    tracker: Tracker, path: ConvertedPath, limits: CSpaceLimits, method: TimeSplitMethod
) -> WaypointPath | None:
    """Put a spline through waypoints, and add waypoints until the frame deviates from its path no more than admitted.

    Args:
        tracker: Kinematics of the frame, and the deviation that is admitted.
        path: Waypoints, at least two; more are added to it.
        limits: Limits of the joints.
        method: How spans of the spline's parameter follow from distances.

    Returns:
        The spline; None if adding waypoints does not help.
    """
    if len(path.waypoints) == 2 and not _divide(tracker, path, np.array([True])):
        return None
    for _ in range(MAX_ROUNDS):
        waypoints = np.array(path.waypoints)
        spline = natural_spline(waypoints, split_spans(waypoints, method))
        bent = bend_into_limits(spline, limits.lower, limits.upper)
        deviating = _deviating_links(tracker, path, spline.x, spline if bent is None else bent)
        if not deviating.any():
            if bent is None:
                return WaypointPath(spline)
            return WaypointPath(bent, (len(bent.x) - 1) // (len(spline.x) - 1))
        if not _divide(tracker, path, deviating):
            return None
    logger.warning("No trajectory: splines do not come as close to the path as max_position_deviation admits.")
    return None


def _deviating_links(tracker: Tracker, path: ConvertedPath, knots: np.ndarray, spline: PPoly) -> np.ndarray:
    """Which links a spline deviates from too far, shape (num_links,)."""
    deviating = np.zeros(len(path.links), dtype=bool)
    shares = np.arange(1, SAMPLES_PER_LINK + 1) / (SAMPLES_PER_LINK + 1)
    places = knots[:-1, None] + np.diff(knots)[:, None] * shares
    poses = tracker.solver.poses(spline(places.ravel())).reshape(*places.shape, 7)
    for index, link in enumerate(path.links):
        if link is not None:
            segment, start, end = link
            _, remaining = segment.project(poses[index], start + (end - start) * shares)
            deviating[index] = tracker.relative_deviations(remaining).max() > SAFETY
    return deviating


def _divide(tracker: Tracker, path: ConvertedPath, chosen: np.ndarray) -> bool:
    """Add a waypoint in the middle of links; False if there is none, or inverse kinematics does not find one."""
    indices = np.flatnonzero(chosen)
    middles = np.array([0.5 * (path.waypoints[i] + path.waypoints[i + 1]) for i in indices])
    parameters = np.zeros(len(indices))
    targets = tracker.solver.poses(middles)
    for row, index in enumerate(indices):
        link = path.links[index]
        if link is not None:
            parameters[row] = 0.5 * (link[1] + link[2])
            targets[row] = link[0].poses(parameters[row : row + 1])[0]
    q, found = tracker.solver.solve_near(targets, middles)
    if not found.all():
        logger.warning("No trajectory: inverse kinematics fails between waypoints of the path.")
        return False
    for row, place in reversed(list(enumerate(indices.tolist()))):
        link = path.links[place]
        if link is None:
            path.waypoints.insert(place + 1, middles[row])
            path.links[place : place + 1] = [None, None]
        else:
            segment, start, end = link
            middle = float(parameters[row])
            path.waypoints.insert(place + 1, q[row])
            path.links[place : place + 1] = [(segment, start, middle), (segment, middle, end)]
    return True
