"""RRT in task space: frames come to positions and poses, by ways that are free."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pippin.motion.planning import Outcome, RrtParameters, TaskSpacePlanner, TaskSpacePlanningParameters
from pippin.motion.world import CollisionWorld, Cuboid, Cylinder

from .test_connect_planner import RADIUS, arm_balls, from_box, samples, walls

TASK = TaskSpacePlanningParameters(translation_target_final_tolerance=1e-5, orientation_target_final_tolerance=1e-4)


@pytest.fixture
def parameters():
    limits = ((-1.0, 1.0), (-1.0, 1.0), (0.0, 0.0))
    return RrtParameters(
        seed=3, task_space_frame_name="point", task_space_limits=limits, task_space_planning_params=TASK
    )


@pytest.mark.parametrize("seed", range(1, 5))
def test_point_finds_its_way_through_a_maze(point, parameters, seed):
    spans = [(-0.3, -1.2, 0.8), (0.3, -0.8, 1.2)]
    planner = TaskSpacePlanner(point, walls(*spans), replace(parameters, seed=seed))
    path = planner.plan([-0.8, 0.0], [0.8, 0.1, 0.0]).waypoints
    np.testing.assert_array_equal(path[0], [-0.8, 0.0])
    assert np.linalg.norm(path[-1] - [0.8, 0.1]) <= 1e-5
    for x, low, high in spans:
        assert from_box(samples(path), np.array([x - 0.05, low]), np.array([x + 0.05, high])).min() >= RADIUS
    assert np.abs(path).max() <= 1.0


def test_arm_reaches_positions_at_either_bend_and_poses_at_one(arm, parameters):
    # The tip of two links of length 1 is at (cos a + cos(a + b), sin a + sin(a + b)), turned by a + b.
    position = np.array([np.cos(0.5) + np.cos(1.7), np.sin(0.5) + np.sin(1.7), 0.0])
    position -= [np.cos(1.7), np.sin(1.7), 0.0]  # the frame of the lower link is at the elbow: where the upper one ends
    planner = TaskSpacePlanner(arm, CollisionWorld(), replace(parameters, task_space_frame_name="lower"))
    path = planner.plan([-1.0, 0.3], position).waypoints
    assert abs(np.cos(path[-1, 0] - 0.5) - 1.0) <= 1e-9
    turn = Rotation.from_rotvec([0.0, 0.0, 1.7]).as_quat()
    path = planner.plan([-1.0, 0.3], position, turn).waypoints
    angles = np.array([path[-1, 0], path[-1].sum()]) - [0.5, 1.7]
    assert np.abs(np.arctan2(np.sin(angles), np.cos(angles))).max() <= 1e-4


def test_ways_to_poses_keep_clear_of_obstacles(arm, parameters):
    world = CollisionWorld()
    world.add("post", Cylinder(0.2, 1.0), (1.5, 0.0, 0.0))
    planner = TaskSpacePlanner(arm, world, replace(parameters, task_space_frame_name="lower"))
    path = planner.plan([-0.6, 0.0], [np.cos(0.6), np.sin(0.6), 0.0]).waypoints
    assert abs(np.cos(path[-1, 0] - 0.6) - 1.0) <= 1e-9
    assert np.linalg.norm(arm_balls(samples(path, 5e-4)) - [1.5, 0.0], axis=-1).min() >= 0.3


def test_targets_beyond_the_reach_are_told_at_once(arm, point, parameters):
    planner = TaskSpacePlanner(arm, CollisionWorld(), replace(parameters, task_space_frame_name="lower"))
    result = planner.plan([0.0, 1.0], [1.01, 0.0, 0.0])
    assert (result.outcome, result.num_iterations) == (Outcome.OUT_OF_REACH, 0)
    planner = TaskSpacePlanner(point, CollisionWorld(), parameters)
    assert planner.plan([0.0, 0.0], [2.1, 0.0, 0.0]).outcome is Outcome.OUT_OF_REACH


def test_targets_that_nothing_reaches_exhaust_the_search(arm, point, parameters):
    parameters = replace(parameters, max_iterations=300)
    planner = TaskSpacePlanner(point, CollisionWorld(), parameters)
    result = planner.plan([0.0, 0.0], [1.2, 0.0, 0.0])  # beyond a limit, though not beyond the sum of both
    assert (result.outcome, result.waypoints, result.num_iterations) == (Outcome.EXHAUSTED, None, 300)
    world = CollisionWorld()
    world.add("box", Cuboid((0.4, 0.4, 0.4)), (0.6, 0.0, 0.0))
    result = TaskSpacePlanner(point, world, parameters).plan([0.0, 0.0], [0.6, 0.0, 0.0])
    assert result.outcome is Outcome.EXHAUSTED
    world.set_pose("box", (0.0, 0.0, 0.0))
    result = TaskSpacePlanner(point, world, parameters).plan([0.0, 0.0], [0.6, 0.0, 0.0])
    assert result.outcome is Outcome.START_BLOCKED


@pytest.mark.parametrize(
    "change",
    [
        {"task_space_exploitation_fraction": 0.0, "task_space_exploration_fraction": 0.0},
        {"task_space_exploitation_fraction": 1.0, "task_space_exploration_fraction": 0.0},
        {"task_space_exploitation_fraction": 0.0, "task_space_exploration_fraction": 0.9},
        {"max_extension_substeps_away_from_target": 1, "max_extension_substeps_near_target": 1},
        {"extension_substep_target_region_scale_factor": 20.0},
        {"gradient_substep_size": 0.2},
        {"translation_target_zone_tolerance": 0.01},
        {"unexploited_nodes_culling_scalar": 10.0},
        {"translation_gradient_weight": 5.0, "orientation_gradient_weight": 0.01},
        {"nn_translation_distance_weight": 0.1, "nn_orientation_distance_weight": 2.0},
    ],
    ids=lambda change: " ".join(change),
)
def test_parameters_decide_on_the_way_not_on_the_target(arm, parameters, change):
    start, position, turn = (
        [-1.0, 0.3],
        [np.cos(2.0), np.sin(2.0), 0.0],
        Rotation.from_rotvec([0.0, 0.0, 0.7]).as_quat(),
    )
    parameters = replace(parameters, task_space_frame_name="lower")
    usual = TaskSpacePlanner(arm, CollisionWorld(), parameters).plan(start, position, turn)
    changed = replace(parameters, task_space_planning_params=replace(TASK, **change))
    result = TaskSpacePlanner(arm, CollisionWorld(), changed).plan(start, position, turn)
    for path in (usual.waypoints, result.waypoints):
        angles = np.array([path[-1, 0], path[-1].sum()]) - [2.0, 0.7]
        assert np.abs(np.arctan2(np.sin(angles), np.cos(angles))).max() <= 1e-4


def test_equal_seeds_find_equal_paths_and_others_others(point, parameters):
    world = walls((-0.3, -1.2, 0.8), (0.3, -0.8, 1.2))
    targets = np.full((3, 3), [0.8, 0.1, 0.0])
    planner = TaskSpacePlanner(point, world, parameters, num_threads=2)
    first, second, third = planner.plan_batch([[-0.8, 0.0]] * 3, targets, seeds=[0, 0, 1])
    np.testing.assert_array_equal(first.waypoints, second.waypoints)
    np.testing.assert_array_equal(first.waypoints, planner.plan([-0.8, 0.0], targets[0]).waypoints)
    assert first.waypoints.shape != third.waypoints.shape or not np.allclose(first.waypoints, third.waypoints)


@pytest.mark.slow
def test_what_a_round_leaves_over_is_searched_anew(point, parameters):
    spans = [(-0.3, -1.2, 0.8), (0.3, -0.8, 1.2)]
    planner = TaskSpacePlanner(point, walls(*spans), parameters)
    starts, targets = np.tile([-0.8, 0.0], (4, 1)), np.tile([0.8, 0.1, 0.0], (4, 1))
    assert max(result.num_iterations for result in planner.plan_batch(starts, targets, seeds=range(4))) > 20
    for result in planner.plan_batch(starts, targets, seeds=range(4), first_round=5):
        assert np.linalg.norm(result.waypoints[-1] - [0.8, 0.1]) <= 1e-5
        for x, low, high in spans:
            places = samples(result.waypoints)
            assert from_box(places, np.array([x - 0.05, low]), np.array([x + 0.05, high])).min() >= RADIUS


def test_what_cannot_be_is_refused(point, parameters):
    planner = TaskSpacePlanner(point, CollisionWorld(), parameters)
    with pytest.raises(ValueError, match=r"position should have the shape \(3,\), it has \(2,\)"):
        planner.plan([0.0, 0.0], [0.5, 0.0])
    with pytest.raises(ValueError, match="one of them is zero"):
        planner.plan([0.0, 0.0], [0.5, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0])
    planner.parameters = replace(parameters, task_space_frame_name="base")
    with pytest.raises(ValueError, match="No joint moves the frame 'base'"):
        planner.plan([0.0, 0.0], [0.5, 0.0, 0.0])
    planner.parameters = replace(parameters, task_space_frame_name=None)
    with pytest.raises(ValueError, match="task_space_frame_name"):
        planner.plan([0.0, 0.0], [0.5, 0.0, 0.0])
    assert planner.plan_batch(np.empty((0, 2)), np.empty((0, 3))) == []
