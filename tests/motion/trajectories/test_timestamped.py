"""Trajectories that pass waypoints at given times."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

from pippin.motion.trajectories import CSpaceTrajectoryGenerator

WAYPOINTS = np.array([[0.0, 0.5, 0.01], [0.3, 1.0, 0.02], [0.3, 1.0, 0.02], [-0.2, 0.2, 0.03]])
TIMES = np.array([-1.0, 2.0, 3.0, 7.0])


@pytest.fixture
def generator(mobile):
    """Generator for a robot with the joints rail, shoulder and left."""
    return CSpaceTrajectoryGenerator(mobile)


@pytest.mark.parametrize("times", [TIMES, TIMES[:, None], TIMES.tolist()])
def test_cubic_splines_are_clamped_ones_through_the_waypoints(generator, times):
    trajectory = generator.compute_timestamped_c_space_trajectory(WAYPOINTS, times)
    assert (trajectory.start_time, trajectory.end_time) == (-1.0, 7.0)
    samples = np.linspace(-1.0, 7.0, 100)
    expected = CubicSpline(TIMES, WAYPOINTS, bc_type="clamped")
    for order in range(4):
        np.testing.assert_allclose(trajectory.evaluate(samples, order), expected(samples, order), atol=1e-12)
    np.testing.assert_allclose(trajectory.evaluate([-1.0, 7.0], 1), 0.0, atol=1e-12)


def test_linear_ones_have_constant_velocities_between_waypoints(generator):
    trajectory = generator.compute_timestamped_c_space_trajectory(WAYPOINTS, TIMES, interpolation_mode="linear")
    samples = np.linspace(-1.0, 7.0, 100)
    expected = np.stack([np.interp(samples, TIMES, column) for column in WAYPOINTS.T], axis=1)
    np.testing.assert_allclose(trajectory.evaluate(samples), expected, atol=1e-12)
    np.testing.assert_allclose(trajectory.get_joint_targets(0.0)[1], (WAYPOINTS[1] - WAYPOINTS[0]) / 3.0, atol=1e-12)
    np.testing.assert_allclose(trajectory.get_joint_targets(2.5)[1], 0.0, atol=1e-12)


@pytest.mark.parametrize(
    ("times", "mode", "message"),
    [
        (TIMES[:3], "linear", r"should be 4 timestamps, one per waypoint; their shape is \(3,\)"),
        (TIMES[None], "linear", r"their shape is \(1, 4\)"),
        (TIMES[::-1], "linear", "increase; number 0 is 7 s and number 1 is 3 s"),
        ([0.0, 1.0, 1.0, 2.0], "linear", "number 1 is 1 s and number 2 is 1 s"),
        ([0.0, np.nan, 1.0, 2.0], "linear", "Timestamp 1 should be finite; it is nan"),
        (TIMES, "quintic", "one of 'cubic_spline', 'linear'; it is 'quintic'"),
    ],
)
def test_bad_arguments_are_refused(generator, times, mode, message):
    with pytest.raises(ValueError, match=message):
        generator.compute_timestamped_c_space_trajectory(WAYPOINTS, times, mode)
    assert generator.compute_timestamped_c_space_trajectory(WAYPOINTS, TIMES) is not None


class TestLimits:
    """The fastest times of a motion, at which a limit is just kept, and slightly faster ones, at which it is not."""

    @pytest.mark.parametrize(("order", "name"), [(1, "velocity"), (2, "acceleration"), (3, "jerk")])
    def test_of_derivatives(self, generator, caplog, order, name):
        spline = CubicSpline(TIMES, WAYPOINTS, bc_type="clamped")
        samples = np.concatenate([np.linspace(-1.0, 7.0, 100_001), TIMES])
        peaks = np.abs(spline(samples, order)).max(axis=0)
        set_limits = getattr(generator, f"set_c_space_{name}_limits")
        set_limits(peaks * (1.0 + 1e-6))
        assert generator.compute_timestamped_c_space_trajectory(WAYPOINTS, TIMES) is not None
        set_limits(peaks * [1.0 + 1e-6, 1.0 - 1e-6, 1.0 + 1e-6])
        assert generator.compute_timestamped_c_space_trajectory(WAYPOINTS, TIMES) is None
        assert f"the {name} of 'shoulder' would be" in caplog.text

    def test_of_positions_between_waypoints(self, generator, caplog):
        waypoints = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.9, 0.0, 0.0]])
        generator.set_c_space_velocity_limits([9.0, 9.0, 9.0])
        generator.set_c_space_acceleration_limits([99.0, 99.0, 99.0])
        assert generator.compute_timestamped_c_space_trajectory(waypoints, [0.0, 1.0, 2.0]) is None
        assert "the position of 'rail' would be 1.0" in caplog.text
        assert generator.compute_timestamped_c_space_trajectory(waypoints, [0.0, 1.0, 2.0], "linear") is not None

    def test_of_accelerations_do_not_hold_where_velocities_jump(self, generator):
        generator.set_c_space_acceleration_limits([1e-6, 1e-6, 1e-6])
        assert generator.compute_timestamped_c_space_trajectory(WAYPOINTS, TIMES, "linear") is not None
        assert generator.compute_timestamped_c_space_trajectory(WAYPOINTS, TIMES) is None
