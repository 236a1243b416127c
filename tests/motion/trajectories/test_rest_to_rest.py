"""Fastest motions from rest to rest, against hand calculations and ruckig."""

from __future__ import annotations

import numpy as np
import pytest

from pippin.motion.trajectories.rest_to_rest import rest_to_rest

ruckig = pytest.importorskip("ruckig")

ROUNDING = 1e-12


@pytest.mark.parametrize(
    ("velocity", "acceleration", "jerk", "duration"),
    [
        (np.inf, 1.0, np.inf, 2.0),  # accelerate over half of the way, 1/2 = t^2 / 2
        (0.5, 1.0, np.inf, 2.5),  # 0.5 s each to speed up and slow down, over 1/8 each; 3/4 at 0.5
        (np.inf, 1e3, 32.0, 1.0),  # four phases of jerk, 1 = 2 j t^3
        (1.0, 1e3, 4.0, 2.0),  # the speed is reached by jerk in 1 s, over half of the way
        (np.inf, 1.0, 2.0, (1.0 + np.sqrt(17.0)) / 2.0),  # v^2 / a + v a / j = 1, twice v / a + a / j
        (0.5, 1.0, 2.0, 3.0),  # 1 s each to speed up and slow down, over 1/4 each; 1/2 at 0.5
    ],
)
def test_a_joint_takes_as_long_as_calculated_by_hand(velocity, acceleration, jerk, duration, make_limits):
    curve = rest_to_rest(np.zeros(1), np.ones(1), make_limits(velocity, acceleration, jerk))
    assert curve.end_time == pytest.approx(duration, rel=ROUNDING)


@pytest.mark.parametrize("seed", range(20))
def test_durations_are_those_of_ruckig(seed, make_limits, excess):
    generator = np.random.default_rng(seed)
    count = int(generator.integers(1, 8))
    velocity, acceleration, jerk = 10.0 ** generator.uniform(-1.0, 1.5, (3, count))
    start, end = generator.uniform(-2.0, 2.0, (2, count))
    problem, solution = ruckig.InputParameter(count), ruckig.Trajectory(count)
    problem.current_position, problem.target_position = start, end
    problem.max_velocity, problem.max_acceleration, problem.max_jerk = velocity, acceleration, jerk
    ruckig.Ruckig(count).calculate(problem, solution)

    limits = make_limits(velocity, acceleration, jerk)
    curve = rest_to_rest(start, end, limits)
    assert curve.end_time == pytest.approx(solution.duration, rel=ROUNDING)
    assert excess(curve, limits) < 1e-6
    np.testing.assert_allclose(curve.evaluate(np.array([0.0, curve.end_time])), [start, end], atol=ROUNDING)
    for order in (1, 2):
        np.testing.assert_allclose(curve.evaluate(np.array([0.0, curve.end_time]), order), 0.0, atol=1e-10)


def test_derivatives_are_those_of_the_positions(make_limits):
    curve = rest_to_rest(np.zeros(2), np.array([1.0, -0.3]), make_limits([1.0, 0.2], 2.0, 10.0))
    times = np.linspace(0.01, curve.end_time - 0.01, 50)
    for order in (0, 1, 2):
        quotient = (curve.evaluate(times + 1e-5, order) - curve.evaluate(times - 1e-5, order)) / 2e-5
        away_from_jumps = np.abs(curve.evaluate(times + 1e-5, 3) - curve.evaluate(times - 1e-5, 3)) < 1e-9
        # Third derivatives of 10 at most: quotients over 2e-5 s err by 1e-9, and by rounding 1e-16 / 1e-5.
        np.testing.assert_allclose(
            quotient[away_from_jumps], curve.evaluate(times, order + 1)[away_from_jumps], atol=1e-8
        )


def test_motions_are_straight_where_that_takes_no_longer(make_limits):
    curve = rest_to_rest(np.zeros(3), np.array([1.0, -0.5, 0.25]), make_limits([1.0, 1.0, 1.0], 2.0, 10.0))
    positions = curve.evaluate(np.linspace(0.0, curve.end_time, 30))
    np.testing.assert_allclose(positions[:, 1:], positions[:, :1] * [-0.5, 0.25], atol=ROUNDING)


def test_joints_that_do_not_move_stay_where_they_are(make_limits):
    curve = rest_to_rest(np.array([0.3, 0.0]), np.array([0.3, 1.0]), make_limits([1.0, 1.0], 1.0, [1e-3, 10.0]))
    times = np.linspace(0.0, curve.end_time, 30)
    assert np.all(curve.evaluate(times)[:, 0] == 0.3)
    assert np.all(curve.evaluate(times, 1)[:, 0] == 0.0)
