"""Trajectories as actions of robots that have more joints, in another order."""

from __future__ import annotations

import numpy as np
import pytest

from pippin.motion.articulations.trajectory import ArticulationTrajectory
from pippin.motion.trajectories import CSpaceTrajectoryGenerator

WAYPOINTS = np.array([[0.0, 0.5, 0.01], [0.3, 1.0, 0.02], [-0.2, 0.2, 0.03]])


class Robot:
    """A robot with four joints, three of which the trajectory moves."""

    dof_names = ("left", "camera", "shoulder", "rail")


@pytest.fixture
def one_second(mobile):
    """Trajectory of one second, with linear interpolation."""
    generator = CSpaceTrajectoryGenerator(mobile)
    generator.set_c_space_velocity_limits([9.0, 9.0, 9.0])
    return generator.compute_timestamped_c_space_trajectory(WAYPOINTS, [2.0, 2.4, 3.0], "linear")


def test_actions_are_targets_of_the_right_joints(one_second):
    action = ArticulationTrajectory(Robot(), one_second, 1.0 / 60.0).get_action_at_time(2.4)
    np.testing.assert_array_equal(action.joint_indices, [3, 2, 0])
    np.testing.assert_allclose(action.joint_positions, WAYPOINTS[1], atol=1e-12)
    np.testing.assert_allclose(action.joint_velocities, (WAYPOINTS[2] - WAYPOINTS[1]) / 0.6, atol=1e-12)
    assert action.joint_efforts is None


@pytest.mark.parametrize(("timestep", "count"), [(None, 60), (0.1, 10), (0.3, 4), (1.0 / 240.0, 240), (5.0, 1)])
def test_sequences_have_an_action_every_step(one_second, timestep, count):
    actions = ArticulationTrajectory(Robot(), one_second, 1.0 / 60.0).get_action_sequence(timestep)
    assert len(actions) == count
    times = 2.0 + np.arange(count) * (timestep or 1.0 / 60.0)
    expected = np.stack([np.interp(times, [2.0, 2.4, 3.0], column) for column in WAYPOINTS.T], axis=1)
    np.testing.assert_allclose([action.joint_positions for action in actions], expected, atol=1e-12)


@pytest.mark.parametrize("time", [1.99, 3.01, np.nan])
def test_times_beyond_the_ends_are_refused(one_second, time):
    with pytest.raises(ValueError, match="spans the times from 2 s to 3 s; the given is"):
        ArticulationTrajectory(Robot(), one_second, 1.0 / 60.0).get_action_at_time(time)


def test_it_gives_what_it_was_made_of(one_second):
    robot = Robot()
    trajectory = ArticulationTrajectory(robot, one_second, 1.0 / 60.0)
    assert trajectory.get_robot_articulation() is robot
    assert trajectory.get_trajectory() is one_second
    assert trajectory.get_trajectory_duration() == pytest.approx(1.0)
    assert trajectory.get_active_joints_subset().joint_names == ["rail", "shoulder", "left"]


@pytest.mark.parametrize("step", [0.0, -1.0, np.nan, np.inf])
def test_steps_are_positive(one_second, step):
    with pytest.raises(ValueError, match="physics_dt should be a positive time"):
        ArticulationTrajectory(Robot(), one_second, step)
    with pytest.raises(ValueError, match="timestep should be a positive time"):
        ArticulationTrajectory(Robot(), one_second, 0.1).get_action_sequence(step)


def test_robots_without_the_joints_are_refused(one_second):
    robot = Robot()
    robot.dof_names = ("left", "rail")
    with pytest.raises(ValueError, match="has no joint 'shoulder'; there are: 'left', 'rail'"):
        ArticulationTrajectory(robot, one_second, 0.1)
