"""Fast motions through waypoints: within limits, through the waypoints, and as fast as toppra's."""

from __future__ import annotations

import time
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy.interpolate import CubicSpline

from pippin.motion.trajectories import SolverParameters
from pippin.motion.trajectories.rest_to_rest import rest_to_rest
from pippin.motion.trajectories.time_optimal import time_optimal_curve

DEFAULT = SolverParameters()


def far(count, joints=7, seed=0):
    """Waypoints all over the c-space."""
    return np.random.default_rng(seed).uniform(-2.0, 2.0, (count, joints))


def wandering(count, joints=7, seed=0):
    """Waypoints at uneven distances that go one way, more or less."""
    generator = np.random.default_rng(seed)
    return np.cumsum(generator.uniform(-0.1, 0.5, (count, joints)) * generator.uniform(0.1, 2.0, (count, 1)), axis=0)


PATHS = [far(3), far(5, seed=1), far(12, seed=2), wandering(3, seed=3), wandering(6, seed=4), wandering(12, seed=5)]


def toppra_duration(positions, parameters, limits, bc_type="not-a-knot", count=400):
    """Duration that toppra finds for a spline through positions, without limits of jerk [s]."""
    toppra = pytest.importorskip("toppra")
    toppra.setup_logging("ERROR")
    path = toppra.SplineInterpolator(parameters, positions, bc_type=bc_type)
    constraints = [
        toppra.constraint.JointVelocityConstraint(np.stack([-limits.velocity, limits.velocity], axis=1)),
        toppra.constraint.JointAccelerationConstraint(
            np.stack([-limits.acceleration, limits.acceleration], axis=1),
            discretization_scheme=toppra.constraint.DiscretizationType.Interpolation,
        ),
    ]
    grid = np.linspace(parameters[0], parameters[-1], count + 1)
    algorithm = toppra.algorithm.TOPPRA(constraints, path, gridpoints=grid, solver_wrapper="seidel")
    speeds = algorithm.compute_parameterization(0.0, 0.0)[1]
    return float(np.sum(2.0 * np.diff(grid) / (speeds[1:] + speeds[:-1])))


@pytest.mark.slow
@pytest.mark.parametrize("waypoints", PATHS, ids=len)
@pytest.mark.parametrize("jerk_factor", [1.0, 0.01, np.inf])
def test_limits_are_kept_and_waypoints_hit(waypoints, jerk_factor, panda_limits, excess):
    limits = panda_limits.with_derivative("jerk", jerk_factor * panda_limits.jerk)
    curve = time_optimal_curve(waypoints, limits, DEFAULT)
    assert excess(curve, limits) < 1e-6
    assert curve.waypoint_times[0] == curve.start_time == 0.0
    assert curve.waypoint_times[-1] == curve.end_time
    np.testing.assert_allclose(curve.evaluate(curve.waypoint_times), waypoints, atol=1e-9)
    # The path is cubic in its parameter at the ends, and so at rest there but for rounding.
    np.testing.assert_allclose(curve.evaluate(np.array([0.0, curve.end_time]), 1), 0.0, atol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("waypoints", PATHS, ids=len)
def test_motions_take_at_most_as_long_as_toppras_through_the_same_waypoints(waypoints, panda_limits):
    limits = panda_limits.with_derivative("jerk", np.full(7, np.inf))
    duration = time_optimal_curve(waypoints, limits, DEFAULT).end_time
    distances = np.linalg.norm(np.diff(waypoints, axis=0), axis=1)
    for exponent in (0.0, 0.5, 1.0):  # uniform, centripetal and chord length parameters
        parameters = np.concatenate([[0.0], np.cumsum(distances**exponent)])
        for bc_type in ("not-a-knot", "natural", "clamped"):
            assert duration <= 1.05 * toppra_duration(waypoints, parameters, limits, bc_type)


@pytest.mark.slow
@pytest.mark.parametrize("waypoints", PATHS, ids=len)
def test_motions_take_as_long_as_toppras_on_the_same_path(waypoints, panda_limits):
    """No motion along a path is faster than the fastest: what ours seems faster is toppra's grid, and its own path.

    Toppra gets a spline through 600 points of the path, whose curvature differs a little between them.
    """
    limits = panda_limits.with_derivative("jerk", np.full(7, np.inf))
    curve = time_optimal_curve(waypoints, limits, DEFAULT)
    times = np.linspace(0.0, curve.end_time, 600)
    fastest = toppra_duration(curve.evaluate(times), times, limits, count=800)
    assert 0.99 < curve.end_time / fastest < 1.01


@pytest.mark.slow
def test_some_limit_is_saturated_nearly_all_the_time(panda_limits):
    curve = time_optimal_curve(far(5), panda_limits, DEFAULT)
    times = np.linspace(0.0, curve.end_time, 5000)
    derivatives = [np.abs(curve.evaluate(times, order)) for order in (1, 2, 3)]
    ratios = [values / limit for values, limit in zip(derivatives, panda_limits.by_derivative(), strict=True)]
    closest = np.max([ratio.max(axis=1) for ratio in ratios], axis=0)
    # Between saturated stretches a limit changes place within an interval of the search; there are 240 of them.
    assert np.mean(closest > 0.98) > 0.9


@pytest.mark.slow
@pytest.mark.parametrize("order", [0, 1, 2])
def test_derivatives_are_those_of_the_positions(order, panda_limits):
    curve = time_optimal_curve(far(4), panda_limits, DEFAULT)
    times = np.linspace(0.01, curve.end_time - 0.01, 200)
    quotient = (curve.evaluate(times + 1e-6, order) - curve.evaluate(times - 1e-6, order)) / 2e-6
    error = np.abs(quotient - curve.evaluate(times, order + 1)) / panda_limits.by_derivative()[order]
    # A quotient goes wrong where the next derivative jumps between the two times: at ends of the 240 intervals.
    assert np.mean(error.max(axis=1) < 1e-6) > 0.99


def test_motions_are_never_slower_than_with_stops(make_limits):
    """Two joints that reverse in turn: alone they are faster than along a spline with the other."""
    waypoints = np.array([[0.0, 0.0], [1.0, 0.1], [0.0, 0.2], [1.0, 0.0], [0.9, 1.0], [1.0, 0.0]])
    limits = make_limits([1.0, 1.0], [1.0, 0.3], 5.0)
    legs = [rest_to_rest(a, b, limits).end_time for a, b in pairwise(waypoints)]
    assert time_optimal_curve(waypoints, limits, DEFAULT).end_time <= sum(legs)


@pytest.mark.slow
@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10_000), count=st.sampled_from([2, 3, 4, 7]), joints=st.integers(1, 8))
def test_any_waypoints_under_any_limits(seed, count, joints, make_limits, excess):
    generator = np.random.default_rng(seed)
    velocity, acceleration, jerk = 10.0 ** generator.uniform(-1.0, 1.5, (3, joints))
    waypoints = generator.uniform(-1.0, 1.0, (count, joints))
    if generator.random() < 0.3:  # on a line, forwards and backwards
        waypoints = waypoints[:, :1] * generator.uniform(-1.0, 1.0, joints)
    limits = make_limits(velocity, acceleration, jerk)
    curve = time_optimal_curve(waypoints, limits, DEFAULT)
    assert excess(curve, limits) < 1e-6
    np.testing.assert_allclose(curve.evaluate(curve.waypoint_times), waypoints, atol=1e-9)


class TestPositionLimits:
    """Splines overshoot; trajectories do not leave the limits of positions."""

    WAYPOINTS = np.array([[0.0, 0.0], [1.0, 0.5], [1.0, 0.1], [0.2, 0.9], [0.0, 1.0]])

    def test_a_spline_would_leave_them(self):
        assert CubicSpline(np.arange(5), self.WAYPOINTS)(np.linspace(0.0, 4.0, 100)).max() > 1.05

    @pytest.mark.slow
    def test_trajectories_stay_within_and_hit_waypoints_on_them(self, make_limits, excess):
        limits = make_limits([1.0, 2.0], [3.0, 4.0], 100.0, lower=0.0, upper=1.0)
        curve = time_optimal_curve(self.WAYPOINTS, limits, DEFAULT)
        assert excess(curve, limits) < 1e-6
        np.testing.assert_allclose(curve.evaluate(curve.waypoint_times), self.WAYPOINTS, atol=1e-9)

    @pytest.mark.slow
    def test_that_costs_little_time(self, make_limits):
        free = make_limits([1.0, 2.0], [3.0, 4.0], 100.0)
        bound = make_limits([1.0, 2.0], [3.0, 4.0], 100.0, lower=0.0, upper=1.0)
        free_duration, bound_duration = (
            time_optimal_curve(self.WAYPOINTS, limits, DEFAULT).end_time for limits in (free, bound)
        )
        assert bound_duration < 1.15 * free_duration

    def test_joints_within_theirs_keep_their_path(self, make_limits):
        """The second joint alone leaves its limits: the path of the first is the same, at other times."""
        waypoints = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 1.0], [3.0, 1.0]])
        parameters = SolverParameters(max_segment_iterations=0, time_split_method="uniform")
        limits = make_limits([1.0, 1.0], 2.0, 50.0, lower=-9.0, upper=[9.0, 1.0])
        curve = time_optimal_curve(waypoints, limits, parameters)
        positions = curve.evaluate(np.linspace(0.0, curve.end_time, 200))
        assert positions[:, 1].max() <= 1.0 + 1e-9
        np.testing.assert_allclose(np.diff(positions[:, 0]) >= 0.0, True)


class TestSolverParameters:
    """What the parameters of the search do."""

    WAYPOINTS = wandering(6, seed=1)

    def duration(self, limits, **parameters):
        curve = time_optimal_curve(self.WAYPOINTS, limits, SolverParameters(**parameters))
        return curve.end_time

    @pytest.mark.slow
    def test_segment_iterations_shorten_trajectories(self, panda_limits):
        none, some, many = (
            self.duration(panda_limits, max_segment_iterations=count, time_split_method="uniform")
            for count in (0, 2, 10)
        )
        assert none > 1.005 * some > 1.005 * many

    @pytest.mark.slow
    def test_every_time_split_method_ends_near_the_same_duration(self, panda_limits):
        durations = [
            self.duration(panda_limits, max_segment_iterations=20, time_split_method=method)
            for method in ("uniform", "chord_length", "centripetal")
        ]
        assert max(durations) < 1.03 * min(durations)

    def test_one_aggregate_iteration_is_slower_but_within_limits(self, panda_limits, excess):
        one = SolverParameters(max_segment_iterations=0, max_aggregate_iterations=1)
        curve = time_optimal_curve(self.WAYPOINTS, panda_limits, one)
        assert excess(curve, panda_limits) < 1e-6
        assert curve.end_time > 1.02 * self.duration(panda_limits, max_segment_iterations=0)

    @pytest.mark.slow
    def test_segment_iterations_alone_are_enough(self, panda_limits, excess):
        curve = time_optimal_curve(self.WAYPOINTS, panda_limits, SolverParameters(max_aggregate_iterations=0))
        assert excess(curve, panda_limits) < 1e-6
        assert curve.end_time < 1.02 * self.duration(panda_limits)

    @pytest.mark.slow
    @pytest.mark.parametrize("span", [0.2, 0.5])
    def test_waypoints_are_at_least_min_time_span_apart(self, span, panda_limits):
        free = time_optimal_curve(self.WAYPOINTS, panda_limits, DEFAULT)
        assert np.diff(free.waypoint_times).min() < 0.2
        curve = time_optimal_curve(self.WAYPOINTS, panda_limits, SolverParameters(min_time_span=span))
        assert np.diff(curve.waypoint_times).min() >= span - 1e-9

    def test_two_waypoints_are_min_time_span_apart(self, panda_limits):
        curve = time_optimal_curve(self.WAYPOINTS[:2], panda_limits, SolverParameters(min_time_span=5.0))
        assert curve.end_time == 5.0

    @pytest.mark.slow
    def test_dilation_dt_is_the_least_dilation(self, panda_limits):
        curves = [SolverParameters(dilation_dt=dt) for dt in (1e-6, 0.5)]
        short, long = (time_optimal_curve(self.WAYPOINTS, panda_limits, parameters) for parameters in curves)
        assert long.end_time - short.end_time == pytest.approx(0.5, abs=0.01)

    @pytest.mark.slow
    def test_without_dilation_a_search_that_ends_beyond_limits_fails(self, panda_limits, caplog):
        assert time_optimal_curve(self.WAYPOINTS, panda_limits, SolverParameters(max_dilation_iterations=0)) is None
        assert "max_dilation_iterations" in caplog.text


@pytest.mark.slow
def test_cost_grows_linearly_with_waypoints(panda_limits):
    """Of the CPU time of one thread; with its square, four times as many would take sixteen times as long."""

    def cost(count):
        began = time.process_time()
        time_optimal_curve(wandering(count, seed=6), panda_limits, DEFAULT)
        return time.process_time() - began

    cost(10)
    assert min(cost(240) for _ in range(2)) < 8.0 * min(cost(60) for _ in range(2))
