"""What tests of trajectories share: limits of joints, and an independent look at motions."""

from __future__ import annotations

import numpy as np
import pytest

from pippin.motion.trajectories import CSpaceLimits


def make_limits(velocity, acceleration, jerk=np.inf, lower=-np.inf, upper=np.inf):
    """Limits of as many joints as there are limits of velocity."""
    velocity = np.atleast_1d(np.asarray(velocity, dtype=float))
    names = tuple(f"joint{i}" for i in range(len(velocity)))
    others = (np.broadcast_to(np.asarray(value, dtype=float), velocity.shape) for value in (acceleration, jerk))
    lower, upper = (np.full(velocity.shape, value, dtype=float) for value in (lower, upper))
    return CSpaceLimits(names, lower, upper, velocity, *(value.copy() for value in others))


@pytest.fixture(name="make_limits")
def make_limits_fixture():
    """Function that makes limits of joints."""
    return make_limits


@pytest.fixture
def panda_limits():
    """Limits of the size that a Panda has, without those of positions."""
    velocity = [2.175, 2.175, 2.175, 2.175, 2.61, 2.61, 2.61]
    acceleration = [15.0, 7.5, 10.0, 12.5, 15.0, 20.0, 20.0]
    return make_limits(velocity, acceleration, 500.0 * np.array(acceleration))


@pytest.fixture
def excess():
    """Function that says by which share a curve exceeds limits, seen through its positions and velocities at 1 kHz.

    Quotients of differences are means of the derivatives, so they are within limits that those keep to. Rounding of
    velocities, some 1e-15, counts 1e9 times in second differences of 1 ms: for limits of 1 and more, far below 1e-6.
    """

    def look(curve, limits):
        times = np.arange(curve.start_time, curve.end_time, 1e-3)
        positions, velocities = curve.evaluate(times), curve.evaluate(times, 1)
        beyond = max(np.max(positions - limits.upper), np.max(limits.lower - positions))
        ratios = [
            np.abs(np.diff(positions, axis=0)) / 1e-3 / limits.velocity,
            np.abs(velocities) / limits.velocity,
            np.abs(np.diff(velocities, axis=0)) / 1e-3 / limits.acceleration,
            np.abs(np.diff(velocities, n=2, axis=0)) / 1e-6 / limits.jerk,
            np.abs(curve.evaluate(times, 2)) / limits.acceleration,
            np.abs(curve.evaluate(times, 3)) / limits.jerk,
        ]
        return max(beyond, max(np.max(ratio) for ratio in ratios if len(ratio)) - 1.0)

    return look
