"""The fastest motion from rest to rest, in closed form."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .limits import CSpaceLimits

STRAIGHT_TOLERANCE = 1e-9
"""Share of the duration by which a straight line may take longer: rounding."""


@dataclass(frozen=True)
class _Profiles:
    """Motions over distances, one per joint: speed rises, stays, and falls as it rose. Each array: (num_joints,).

    The rise lasts ``2 * jerk_time + acceleration_time``: jerk, constant acceleration, opposite jerk. With infinite jerk
    its time is zero and acceleration jumps.
    """

    jerk: np.ndarray
    acceleration: np.ndarray
    jerk_time: np.ndarray
    acceleration_time: np.ndarray
    cruise_time: np.ndarray

    @property
    def durations(self) -> np.ndarray:
        return 2.0 * (2.0 * self.jerk_time + self.acceleration_time) + self.cruise_time


def _fastest_profiles(
    distances: np.ndarray, velocity: np.ndarray, acceleration: np.ndarray, jerk: np.ndarray
) -> _Profiles:
    """Profiles of least duration under limits (Biagiotti & Melchiorri, Trajectory Planning, 2008, section 3.4)."""
    # To the speed limit, if the way is long enough: the highest acceleration is reached, or else a lower one.
    peak = np.minimum(acceleration, np.sqrt(velocity * jerk))
    jerk_time = peak / jerk
    acceleration_time = np.maximum(velocity / peak - jerk_time, 0.0)
    way_of_rises = velocity * (2.0 * jerk_time + acceleration_time)
    cruise_time = np.maximum(distances - way_of_rises, 0.0) / velocity

    # Otherwise up to a lower speed v at constant acceleration a: v^2 / a + v a / j is the distance.
    short = distances < way_of_rises
    half = 0.5 * acceleration * acceleration / jerk
    speed = distances * acceleration / (half + np.sqrt(half * half + distances * acceleration))
    jerk_time = np.where(short, acceleration / jerk, jerk_time)
    acceleration_time = np.where(short, np.maximum(speed / acceleration - jerk_time, 0.0), acceleration_time)

    # Or only jerk: the distance is 2 j t^3.
    shortest = distances < np.minimum(2.0 * acceleration * (acceleration / jerk) ** 2, way_of_rises)
    jerk_time = np.where(shortest, np.cbrt(0.5 * distances / jerk), jerk_time)
    acceleration_time = np.where(shortest, 0.0, acceleration_time)

    peak = np.where(jerk_time > 0.0, np.where(np.isinf(jerk), 0.0, jerk) * jerk_time, acceleration)
    return _Profiles(jerk, peak, jerk_time, acceleration_time, cruise_time)


def rest_to_rest(
    start: np.ndarray, end: np.ndarray, limits: CSpaceLimits, min_duration: float = 0.0
) -> RestToRestCurve:
    """Fastest motion between two configurations at rest.

    Each joint has its own profile of jerk; all take as long as the slowest, whose motion no other could outdo. The
    motion is a straight line where that takes no longer.

    Args:
        start: Configuration at the beginning [m or rad], shape (num_joints,).
        end: Another configuration, in the same form.
        limits: Limits of the joints; those of acceleration finite.
        min_duration: Least duration [s].
    """
    displacements = end - start
    distances = np.abs(displacements)
    moving = distances > 0.0
    with np.errstate(divide="ignore", invalid="ignore"):  # infinite limits; and joints that do not move
        profiles = _fastest_profiles(distances, *limits.by_derivative())
        line_limits = (np.min(limit[moving] / distances[moving], keepdims=True) for limit in limits.by_derivative())
        line = _fastest_profiles(np.ones(1), *line_limits)
    duration = float(profiles.durations[moving].max())
    if line.durations[0] <= duration * (1.0 + STRAIGHT_TOLERANCE):
        return RestToRestCurve(start, displacements, line, max(float(line.durations[0]), min_duration))
    still = _Profiles(*(np.where(moving, getattr(profiles, name), 0.0) for name in _Profiles.__annotations__))
    return RestToRestCurve(start, np.sign(displacements), still, max(duration, min_duration))


class RestToRestCurve:
    """Motion from rest to rest, every joint along a profile, slowed to the same duration.

    Args:
        start: Configuration at the beginning, shape (num_joints,).
        directions: What one unit of the profile moves each joint by, shape (num_joints,).
        profiles: One profile for all joints, or one for each.
        duration: Duration of all [s].
    """

    def __init__(self, start: np.ndarray, directions: np.ndarray, profiles: _Profiles, duration: float) -> None:
        self.start_time = 0.0
        self.end_time = duration
        self.waypoint_times = np.array([0.0, duration])
        self._start = np.array(start)
        self._directions = directions
        self._durations = profiles.durations
        self._phase_times, self._phase_states = _first_half(profiles)

    def evaluate(self, times: np.ndarray, derivative: int = 0) -> np.ndarray:
        """Positions or a derivative, shape (num_times, num_joints); see :class:`~.trajectory.Curve`."""
        slowing = self._durations / self.end_time
        own_times = times[:, None] * slowing
        mirrored = own_times > 0.5 * self._durations
        values = self._rise(np.where(mirrored, self._durations - own_times, own_times), derivative)
        if derivative == 0:
            total = 2.0 * self._rise(0.5 * self._durations[None], 0)
            values = np.where(mirrored, total - values, values)
        elif derivative == 2:
            values = np.where(mirrored, -values, values)
        values = self._directions * values * slowing**derivative
        return self._start + values if derivative == 0 else values

    def _rise(self, times: np.ndarray, derivative: int) -> np.ndarray:
        """Evaluate the first half of the profiles at times, shape (num_times, num_profiles)."""
        phase = np.sum(times[..., None] >= self._phase_times[:, 1:], axis=-1)
        profile = np.arange(times.shape[1])
        time = times - self._phase_times[profile, phase]
        position, velocity, acceleration, jerk = np.moveaxis(self._phase_states[profile, phase], -1, 0)
        if derivative == 0:
            return position + time * (velocity + time * (acceleration / 2.0 + time * jerk / 6.0))
        if derivative == 1:
            return velocity + time * (acceleration + time * jerk / 2.0)
        return acceleration + time * jerk if derivative == 2 else jerk


def _first_half(profiles: _Profiles) -> tuple[np.ndarray, np.ndarray]:
    """Beginnings of the four phases until the middle, shape (num_profiles, 4), and the states there, (..., 4).

    A state is position, velocity, acceleration, and the jerk of the phase that begins.
    """
    jerk_time, acceleration_time = profiles.jerk_time, profiles.acceleration_time
    durations = np.stack([jerk_time, acceleration_time, jerk_time], axis=-1)
    times = np.concatenate([np.zeros_like(durations[:, :1]), np.cumsum(durations, axis=-1)], axis=-1)
    jerk = np.where(jerk_time > 0.0, profiles.jerk, 0.0)
    acceleration, zero = profiles.acceleration, np.zeros_like(jerk)
    speed = jerk * jerk_time**2 / 2.0
    position = jerk * jerk_time**3 / 6.0
    states = [np.stack([zero, zero, zero, jerk], axis=-1), np.stack([position, speed, acceleration, zero], axis=-1)]
    position = position + acceleration_time * (speed + acceleration_time * acceleration / 2.0)
    speed = speed + acceleration_time * acceleration
    states.append(np.stack([position, speed, acceleration, -jerk], axis=-1))
    position = position + jerk_time * (speed + jerk_time * (acceleration / 2.0 - jerk_time * jerk / 6.0))
    speed = speed + jerk_time * (acceleration - jerk_time * jerk / 2.0)
    states.append(np.stack([position, speed, zero, zero], axis=-1))
    return times, np.stack(states, axis=1)
