"""Paths as actions of a robot."""

from __future__ import annotations

import numpy as np
import pytest

from pippin.motion.articulations.path_planner_visualizer import PathPlannerVisualizer


class Robot:
    """A robot with three joints, of which the planner knows two."""

    dof_names = ("a", "b", "c")

    def get_joint_positions(self):
        return np.array([1.0, 2.0, 3.0])


class Planner:
    """A planner that goes from where the robot is to a corner, and on."""

    path_is_there = True

    def get_active_joints(self):
        return ["c", "a"]

    def get_watched_joints(self):
        return ["b"]

    def compute_path(self, active, watched):
        self.asked = active.tolist(), watched.tolist()
        return np.array([active, active + [0.0, 1.0], active + [3.0, 5.0]]) if self.path_is_there else None


@pytest.fixture
def visualizer():
    return PathPlannerVisualizer(Robot(), Planner())


def test_actions_follow_the_path_from_where_the_robot_is(visualizer):
    actions = visualizer.compute_plan_as_articulation_actions(max_cspace_dist=0.5)
    assert visualizer.get_path_planner().asked == ([3.0, 1.0], [2.0])
    positions = np.array([action.joint_positions for action in actions])
    assert all(action.joint_indices.tolist() == [2, 0] for action in actions)
    np.testing.assert_array_equal(positions[0], [3.0, 1.0])
    np.testing.assert_allclose(positions[[2, -1]], [[3.0, 2.0], [6.0, 6.0]])
    assert len(positions) == 1 + 2 + 10  # motions of length 1 and 5


@pytest.mark.parametrize(("distance", "count"), [(0.1, 51), (0.3, 18), (5.0, 2), (100.0, 2)])
def test_no_step_is_longer_than_asked(visualizer, distance, count):
    path = visualizer.interpolate_path([[0.0, 0.0], [3.0, 4.0]], distance)
    assert len(path) == count
    steps = np.linalg.norm(np.diff(path, axis=0), axis=1)
    np.testing.assert_allclose(steps, steps[0])
    assert steps.max() <= distance + 1e-9
    np.testing.assert_allclose(path[:, 1] * 3.0, path[:, 0] * 4.0)


def test_no_path_is_no_action(visualizer):
    visualizer.get_path_planner().path_is_there = False
    assert visualizer.compute_plan_as_articulation_actions(0.1) == []


def test_single_waypoints_are_paths(visualizer):
    np.testing.assert_array_equal(visualizer.interpolate_path([[1.0, 2.0]], 0.1), [[1.0, 2.0]])


def test_parts_are_what_it_was_made_of(visualizer):
    assert isinstance(visualizer.get_robot_articulation(), Robot)
    assert visualizer.get_active_joints_subset().joint_names == ["c", "a"]
    assert visualizer.get_watched_joints_subset().joint_names == ["b"]


@pytest.mark.parametrize("distance", [0.0, -1.0, np.nan, np.inf])
def test_distances_that_cannot_be_are_refused(visualizer, distance):
    with pytest.raises(ValueError, match="max_cspace_dist should be a positive distance"):
        visualizer.compute_plan_as_articulation_actions(distance)


@pytest.mark.parametrize("path", [[], [1.0, 2.0], [[np.nan, 1.0]]])
def test_paths_that_cannot_be_are_refused(visualizer, path):
    with pytest.raises(ValueError, match="A path should hold at least one waypoint"):
        visualizer.interpolate_path(path, 0.1)
