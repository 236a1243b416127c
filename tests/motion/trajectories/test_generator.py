"""The generator of c-space trajectories: limits, parameters, what it returns and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

from pippin.motion.trajectories import CSpaceTrajectoryGenerator, SolverParameters

WAYPOINTS = np.array([[0.0, 0.5, 0.01], [0.3, 1.0, 0.02], [-0.2, 0.2, 0.03]])


@pytest.fixture
def generator(mobile):
    """Generator for a robot with the joints rail, shoulder and left."""
    generator = CSpaceTrajectoryGenerator(mobile)
    generator.set_c_space_velocity_limits([0.5, 2.0, 0.1])
    return generator


class TestLimits:
    def test_the_first_ones_are_those_of_the_files(self, mobile):
        generator = CSpaceTrajectoryGenerator(mobile)
        assert generator.get_active_joints() == ["rail", "shoulder", "left"]
        np.testing.assert_array_equal(generator.get_c_space_velocity_limits(), mobile.velocity_limits)
        np.testing.assert_array_equal(generator.get_c_space_acceleration_limits(), [1.0, 2.0, 3.0])
        np.testing.assert_array_equal(generator.get_c_space_jerk_limits(), np.full(3, np.inf))
        lower, upper = generator.get_c_space_position_limits()
        np.testing.assert_array_equal(lower, [-1.0, -np.inf, 0.0])
        np.testing.assert_array_equal(upper, [1.0, np.inf, mobile.upper_limits[2]])

    @pytest.mark.parametrize("name", ["velocity", "acceleration", "jerk"])
    def test_what_is_set_is_got_and_kept_to(self, generator, name, excess):
        values = np.array([0.2, 0.3, 0.05])
        getattr(generator, f"set_c_space_{name}_limits")(values)
        np.testing.assert_array_equal(getattr(generator, f"get_c_space_{name}_limits")(), values)
        trajectory = generator.compute_c_space_trajectory(WAYPOINTS)
        order = ["velocity", "acceleration", "jerk"].index(name) + 1
        peaks = np.abs(trajectory.evaluate(np.linspace(0.0, trajectory.end_time, 5000), order)).max(axis=0)
        assert np.max(peaks / values) == pytest.approx(1.0, abs=0.02)

    def test_changing_what_was_got_changes_nothing(self, generator):
        generator.get_c_space_velocity_limits()[:] = 9.0
        generator.get_c_space_position_limits()[:] = 9.0
        assert generator.get_c_space_velocity_limits().max() == 2.0
        assert generator.get_c_space_position_limits()[0, 0] == -1.0

    @pytest.mark.parametrize(
        ("values", "message"),
        [
            ([1.0, 2.0], r"velocity limits should be 3 numbers.*'rail', 'shoulder', 'left'.*\(2,\)"),
            ([1.0, 0.0, 2.0], "Velocity limits should be positive; of 'shoulder' the given is 0"),
            ([1.0, 1.0, -2.0], "of 'left' the given is -2"),
            ([np.nan, 1.0, 2.0], "should be numbers; of 'rail' the given is nan"),
        ],
    )
    def test_impossible_ones_are_refused_and_the_old_ones_kept(self, generator, values, message):
        with pytest.raises(ValueError, match=message):
            generator.set_c_space_velocity_limits(values)
        np.testing.assert_array_equal(generator.get_c_space_velocity_limits(), [0.5, 2.0, 0.1])
        assert generator.compute_c_space_trajectory(WAYPOINTS) is not None

    def test_lower_positions_are_below_upper_ones(self, generator):
        with pytest.raises(ValueError, match="of 'shoulder' the given is 1 and 1"):
            generator.set_c_space_position_limits([0.0, 1.0, 0.0], [1.0, 1.0, 1.0])

    def test_joints_without_acceleration_limits_are_named(self, mobile):
        generator = CSpaceTrajectoryGenerator(mobile)
        generator.set_c_space_acceleration_limits([1.0, np.inf, 1.0])
        with pytest.raises(ValueError, match="no acceleration limit: 'shoulder'"):
            generator.compute_c_space_trajectory(WAYPOINTS)


class TestSolverParameters:
    def test_every_documented_name_is_known(self, generator):
        for name, value in vars(SolverParameters()).items():
            generator.set_solver_param(name, value)
        generator.set_solver_param("max_aggragate_iterations", 3)  # as it is spelled in one place of the documents

    def test_they_change_the_trajectory(self, generator):
        fast = generator.compute_c_space_trajectory(WAYPOINTS)
        generator.set_solver_param("min_time_span", 10.0)
        slow = generator.compute_c_space_trajectory(WAYPOINTS)
        assert fast.end_time < 10.0
        assert slow.end_time >= 20.0

    @pytest.mark.parametrize(
        ("name", "value", "message"),
        [
            ("max_iterations", 1, "no solver parameter 'max_iterations'; there are: 'max_segment_iterations'"),
            (
                "max_segment_iterations",
                -1,
                "max_segment_iterations should be an integer that is not negative; it is -1",
            ),
            ("max_aggregate_iterations", 1.5, "it is 1.5"),
            ("max_dilation_iterations", "3", "it is '3'"),
            ("max_segment_iterations", True, "it is True"),
            ("convergence_dt", 0.0, "convergence_dt should be a positive number; it is 0.0"),
            ("dilation_dt", -1e-3, "it is -0.001"),
            ("min_time_span", float("nan"), "it is nan"),
            ("min_time_span", "long", "it is 'long'"),
            ("time_split_method", "linear", "one of 'uniform', 'centripetal', 'chord_length'; it is 'linear'"),
        ],
    )
    def test_impossible_ones_are_refused(self, generator, name, value, message):
        with pytest.raises(ValueError, match=message):
            generator.set_solver_param(name, value)
        assert generator.compute_c_space_trajectory(WAYPOINTS) is not None

    def test_there_is_at_least_one_iteration(self, generator):
        generator.set_solver_param("max_segment_iterations", 0)
        with pytest.raises(ValueError, match="sum of .* should be at least 1"):
            generator.set_solver_param("max_aggregate_iterations", 0)
        generator.set_solver_param("max_aggregate_iterations", 1)

    @pytest.mark.parametrize("value", [np.int64(3), np.float32(0.01)])
    def test_numbers_of_numpy_are_numbers(self, value):
        name = "max_segment_iterations" if isinstance(value, np.integer) else "convergence_dt"
        assert getattr(SolverParameters().with_value(name, value), name) == value


class TestTrajectory:
    def test_targets_are_positions_and_velocities(self, generator):
        trajectory = generator.compute_c_space_trajectory(WAYPOINTS)
        assert trajectory.get_active_joints() == ["rail", "shoulder", "left"]
        assert trajectory.start_time == 0.0
        for waypoint, time in zip(WAYPOINTS, trajectory.waypoint_times, strict=True):
            positions, velocities = trajectory.get_joint_targets(time)
            np.testing.assert_allclose(positions, waypoint, atol=1e-9)
            assert velocities.shape == (3,)
        later, earlier = (trajectory.get_joint_targets(1.0 + dt)[0] for dt in (1e-6, -1e-6))
        # Accelerations below 10 change by less than 1e-5 within 1e-6 s.
        np.testing.assert_allclose((later - earlier) / 2e-6, trajectory.get_joint_targets(1.0)[1], atol=1e-5)

    def test_many_times_have_targets_at_once(self, generator):
        trajectory = generator.compute_c_space_trajectory(WAYPOINTS)
        times = np.linspace(0.0, trajectory.end_time, 6).reshape(2, 3)
        together = trajectory.evaluate(times, derivative=1)
        assert together.shape == (2, 3, 3)
        np.testing.assert_array_equal(together[1, 2], trajectory.get_joint_targets(times[1, 2])[1])

    @pytest.mark.parametrize("waypoints", [WAYPOINTS, WAYPOINTS[:2]])
    def test_times_beyond_the_ends_are_refused(self, generator, waypoints):
        trajectory = generator.compute_c_space_trajectory(waypoints)
        for time in (-0.01, trajectory.end_time + 0.01, np.nan):
            with pytest.raises(ValueError, match=r"spans the times from 0 s to .* s; the given is"):
                trajectory.get_joint_targets(time)
        trajectory.get_joint_targets(trajectory.end_time + 1e-12)  # a sum of time steps

    def test_there_is_no_fourth_derivative(self, generator):
        with pytest.raises(ValueError, match="should be 0, 1, 2 or 3, it is 4"):
            generator.compute_c_space_trajectory(WAYPOINTS).evaluate(0.0, derivative=4)


class TestBadWaypoints:
    @pytest.mark.parametrize(
        ("waypoints", "message"),
        [
            (np.zeros((3, 2)), r"shape \(N, 3\), for the joints 'rail', 'shoulder', 'left'; their shape is \(3, 2\)"),
            (np.zeros(3), r"their shape is \(3,\)"),
            (WAYPOINTS[:1], "at least 2 waypoints; there is 1"),
            (np.zeros((0, 3)), "at least 2 waypoints; there is 0"),
            (WAYPOINTS * [[1.0], [np.nan], [1.0]], r"Waypoint 1 should be finite; it is \[nan nan nan\]"),
            (WAYPOINTS * [[1.0], [1.0], [np.inf]], "Waypoint 2 should be finite"),
            (WAYPOINTS[[0, 1, 1, 2]], "Waypoints 1 and 2 are the same"),
            (WAYPOINTS[[0, 0]], "Waypoints 0 and 1 are the same"),
        ],
    )
    def test_malformed_ones_are_refused(self, generator, waypoints, message):
        with pytest.raises(ValueError, match=message):
            generator.compute_c_space_trajectory(waypoints)
        assert generator.compute_c_space_trajectory(WAYPOINTS) is not None

    def test_there_is_no_trajectory_through_ones_outside_of_limits(self, generator, caplog):
        outside = WAYPOINTS + [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
        assert generator.compute_c_space_trajectory(outside) is None
        assert "waypoint 1 has 'rail' at 2.3, its limits are -1 and 1" in caplog.text
        assert generator.compute_c_space_trajectory(WAYPOINTS) is not None
