"""Reading waypoints, and what waypoints cannot be."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from pippin.motion.yaml_file import quoted

from .limits import CSpaceLimits, as_numbers

SAME_WITHIN = 1e-9
"""Distance [m or rad] below which two waypoints are the same."""

POSITION_TOLERANCE = 1e-9
"""How far a waypoint may lie outside of limits [m or rad]: rounding."""


def read_waypoints(values: ArrayLike, joint_names: tuple[str, ...], may_rest: bool = False) -> np.ndarray:
    """Read waypoints of a c-space.

    Args:
        values: Positions of joints [m or rad], shape (num_waypoints, num_joints).
        joint_names: Names of the joints.
        may_rest: Whether neighbours may be the same.

    Returns:
        Float64 array of the same shape, a copy.

    Raises:
        ValueError: They are not finite numbers, fewer than two, not of these joints, or two neighbours are the same.
    """
    waypoints = as_numbers("waypoints", values)
    if waypoints.ndim != 2 or waypoints.shape[1] != len(joint_names):
        raise ValueError(
            f"Waypoints should have the shape (N, {len(joint_names)}), for the joints {quoted(joint_names)}; "
            f"their shape is {waypoints.shape}."
        )
    if len(waypoints) < 2:
        raise ValueError(f"A trajectory needs at least 2 waypoints; there is {len(waypoints)}.")
    refuse_not_finite("waypoint", waypoints)
    same = np.flatnonzero(np.linalg.norm(np.diff(waypoints, axis=0), axis=1) < SAME_WITHIN)
    if len(same) > 0 and not may_rest:
        raise ValueError(f"Waypoints {same[0]} and {same[0] + 1} are the same; neighbours should differ.")
    return waypoints


def read_times(values: ArrayLike, count: int) -> np.ndarray:
    """Read times of waypoints [s], shape (count,) or (count, 1).

    Raises:
        ValueError: They are not finite, not as many, or do not increase.
    """
    times = as_numbers("timestamps", values)
    if times.shape not in ((count,), (count, 1)):
        raise ValueError(f"There should be {count} timestamps, one per waypoint; their shape is {times.shape}.")
    times = times.ravel()
    refuse_not_finite("timestamp", times)
    late = np.flatnonzero(np.diff(times) <= 0.0)
    if len(late) > 0:
        first = late[0]
        raise ValueError(
            f"Timestamps should increase; number {first} is {times[first]:g} s and number {first + 1} is "
            f"{times[first + 1]:g} s."
        )
    return times


def refuse_not_finite(name: str, values: np.ndarray) -> None:
    """Refuse arrays, shape (count, ...), with NaN or infinity.

    Raises:
        ValueError: There is such a number.
    """
    wrong = np.flatnonzero(~np.isfinite(values.reshape(len(values), -1)).all(axis=1))
    if len(wrong) > 0:
        raise ValueError(f"{name.capitalize()} {wrong[0]} should be finite; it is {values[wrong[0]]}.")


def describe_waypoint_outside(waypoints: np.ndarray, limits: CSpaceLimits) -> str | None:
    """Say which waypoint, of shape (num_waypoints, J), lies outside of the limits of positions; None if none does."""
    outside = np.argwhere(
        (waypoints < limits.lower - POSITION_TOLERANCE) | (waypoints > limits.upper + POSITION_TOLERANCE)
    )
    if len(outside) == 0:
        return None
    waypoint, joint = outside[0]
    return (
        f"waypoint {waypoint} has '{limits.joint_names[joint]}' at {waypoints[waypoint, joint]:g}, "
        f"its limits are {limits.lower[joint]:g} and {limits.upper[joint]:g}"
    )
