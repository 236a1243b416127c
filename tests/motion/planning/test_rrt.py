"""RRT for one robot: targets, parameters, obstacles of a scene, and what it says where there is no path."""

from __future__ import annotations

import logging
import re
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from pippin.motion.planning import Outcome, PlannedPath, Rrt, TaskSpacePlanningParameters, read_rrt_parameters
from pippin.motion.yaml_file import ConfigFileError

from .test_connect_planner import RADIUS, from_box, samples


class Thing:
    """An object of a scene."""

    def __init__(self, name, position, size):
        self.name, self.position, self.size = name, np.array(position, dtype=float), size

    def get_world_pose(self):
        return self.position, np.array([0.0, 0.0, 0.0, 1.0])

    def get_size(self):
        return self.size

    def get_local_scale(self):
        return np.ones(3)


class FixedCuboid(Thing):
    pass


@pytest.fixture
def rrt(point_files):
    return Rrt(**point_files)


@pytest.fixture
def wall():
    """A wall across x that leaves a gap at y > 0.5."""
    return FixedCuboid("wall", [0.0, -0.35, 0.0], np.array([0.1, 1.7, 1.0]))


def test_joints_are_those_of_the_c_space(rrt):
    assert rrt.get_active_joints() == ["x", "y"] and rrt.get_watched_joints() == []


def test_paths_lead_to_configurations(rrt, wall):
    assert rrt.add_obstacle(wall) is True
    rrt.set_cspace_target(np.array([0.8, 0.0]))
    path = rrt.compute_path(np.array([-0.8, 0.0]), np.array([]))
    np.testing.assert_array_equal(path[[0, -1]], [[-0.8, 0.0], [0.8, 0.0]])
    assert from_box(samples(path), np.array([-0.05, -1.2]), np.array([0.05, 0.5])).min() >= RADIUS


def test_paths_lead_to_positions_in_the_world(rrt):
    quarter = np.sqrt(0.5)
    rrt.set_robot_base_pose([1.0, 2.0, 0.0], [0.0, 0.0, quarter, quarter])  # its x-axis along y of the world
    rrt.set_end_effector_target([1.3, 2.6, 0.0])
    path = rrt.compute_path([0.0, 0.0])
    np.testing.assert_allclose(path[-1], [0.6, -0.3], atol=1e-4)
    position, rotation = rrt.get_end_effector_pose(path[-1])
    np.testing.assert_allclose(position, [1.3, 2.6, 0.0], atol=1e-4)
    np.testing.assert_allclose(rotation, [[0, -1, 0], [1, 0, 0], [0, 0, 1]], atol=1e-12)
    np.testing.assert_allclose(rrt.get_end_effector_pose(path[-1], "base")[0], [1.0, 2.0, 0.0])


def test_the_last_target_counts(rrt):
    rrt.set_end_effector_target([0.5, 0.5, 0.0])
    rrt.set_cspace_target([0.1, 0.2])
    np.testing.assert_array_equal(rrt.compute_path([0.0, 0.0])[-1], [0.1, 0.2])
    rrt.set_end_effector_target([0.5, 0.5, 0.0], [0.0, 0.0, 0.0, 2.0])
    np.testing.assert_allclose(rrt.compute_path([0.0, 0.0])[-1], [0.5, 0.5], atol=1e-4)


def test_no_target_is_no_path(rrt, caplog):
    assert rrt.compute_path([0.0, 0.0]) is None
    assert "There is no target" in caplog.text
    rrt.set_end_effector_target([0.5, 0.5, 0.0])
    rrt.set_end_effector_target(None)
    assert rrt.compute_path([0.0, 0.0]) is None
    rrt.set_cspace_target([0.5, 0.5])
    rrt.reset()
    assert rrt.compute_path([0.0, 0.0]) is None


def test_obstacles_follow_their_objects(rrt, wall):
    rrt.add_cuboid(wall)
    rrt.set_cspace_target([0.8, 0.0])
    assert len(rrt.compute_path([-0.8, 0.0])) > 2
    wall.position += [0.0, 0.0, 3.0]
    assert len(rrt.compute_path([-0.8, 0.0])) > 2
    rrt.update_world()
    assert len(rrt.compute_path([-0.8, 0.0])) == 2
    wall.position -= [0.0, 0.0, 3.0]
    rrt.update_world([wall])
    assert rrt.disable_obstacle(wall) and len(rrt.compute_path([-0.8, 0.0])) == 2
    assert rrt.enable_obstacle(wall) and len(rrt.compute_path([-0.8, 0.0])) > 2
    assert rrt.remove_obstacle(wall) and len(rrt.compute_path([-0.8, 0.0])) == 2
    assert not rrt.remove_obstacle(wall)


def test_static_obstacles_stay_where_they_are_in_the_world(rrt, wall):
    rrt.add_obstacle(wall, static=True)
    rrt.set_cspace_target([0.8, 0.0])
    wall.position += [0.0, 0.0, 3.0]
    rrt.update_world()
    assert len(rrt.compute_path([-0.8, 0.0])) > 2
    rrt.set_robot_base_pose([0.0, 0.0, 3.0], [0.0, 0.0, 0.0, 1.0])
    assert len(rrt.compute_path([-0.8, 0.0])) == 2


@pytest.mark.parametrize(
    ("start", "goal", "text"),
    [
        ([0.01, 0.0], [0.8, 0.0], r"at the start, sphere 0 of 'point' is 90 mm inside 'wall #0'\."),
        ([0.8, 0.0], [-0.06, 0.0], r"at the target, sphere 0 of 'point' is 40 mm inside 'wall #0'\."),
        ([0.8, 0.0], [0.8, 1.5], r"the target is beyond the limits of joints: 'y' at 1.5 is not within \[-1, 1\]\."),
    ],
)
def test_warnings_name_what_is_in_the_way(rrt, wall, caplog, start, goal, text):
    rrt.add_obstacle(wall)
    rrt.set_cspace_target(goal)
    assert rrt.compute_path(start) is None
    assert re.search(text, caplog.text)
    rrt.set_cspace_target([0.8, 0.5])
    assert rrt.compute_path([0.8, 0.0]) is not None


def test_unreachable_targets_are_no_error(rrt, caplog):
    rrt.set_end_effector_target([5.0, 0.0, 0.0])
    assert rrt.compute_path([0.0, 0.0]) is None
    assert "out of reach of 'point'" in caplog.text
    rrt.set_max_iterations(50)
    rrt.set_end_effector_target([1.5, 0.0, 0.0])
    assert rrt.compute_path([0.0, 0.0]) is None
    assert "none was found in 50 iterations" in caplog.text


@pytest.mark.slow
def test_targets_inside_of_obstacles_are_said_to_be(rrt, wall, caplog):
    rrt.add_obstacle(wall)
    rrt.set_max_iterations(50)
    rrt.set_end_effector_target([0.01, -0.3, 0.0])  # 4 cm below the surface of the wall
    assert rrt.compute_path([-0.8, 0.0]) is None
    assert "The position of the target is 40 mm inside 'wall #0'." in caplog.text


@pytest.mark.slow
def test_it_is_said_what_a_robot_touches_wherever_it_reaches_the_target(rrt, wall, caplog):
    rrt.add_obstacle(wall)
    rrt.set_max_iterations(50)
    rrt.set_end_effector_target([0.07, -0.3, 0.0])  # 2 cm outside of the wall, where the sphere of 5 cm is 3 cm inside
    assert rrt.compute_path([-0.8, 0.0]) is None
    assert "at one, sphere 0 of 'point' is 30 mm inside 'wall #0'" in caplog.text


def test_paths_are_shortened_unless_asked_not_to(rrt, wall):
    rrt.add_obstacle(wall)
    rrt.set_cspace_target([0.8, 0.0])

    def length():
        return np.linalg.norm(np.diff(rrt.compute_path([-0.8, 0.0]), axis=0), axis=1).sum()

    shortened = length()
    assert rrt.set_param("num_shortcuts", 0)
    assert shortened < 0.9 * length()


@pytest.mark.slow
@pytest.mark.parametrize("orientation", [None, [0.0, 0.0, 0.0, 1.0]])
def test_where_descents_find_no_way_inverse_kinematics_does(rrt, wall, monkeypatch, orientation):
    exhausted = PlannedPath(Outcome.EXHAUSTED, None, 2000)
    monkeypatch.setattr(rrt._task_space, "plan", lambda *_: exhausted)
    rrt.add_obstacle(wall)
    rrt.set_end_effector_target([0.8, -0.3, 0.0], orientation)
    path = rrt.compute_path([-0.8, 0.0])
    assert np.linalg.norm(path[-1] - [0.8, -0.3]) <= 1e-4
    assert from_box(samples(path), np.array([-0.05, -1.2]), np.array([0.05, 0.5])).min() >= RADIUS
    rrt.set_end_effector_target([0.0, -0.3, 0.0], orientation)  # within the wall
    assert rrt.compute_path([-0.8, 0.0]) is None


def test_arrays_that_cannot_be_are_refused_and_change_nothing(rrt):
    rrt.set_cspace_target([0.5, 0.5])
    with pytest.raises(ValueError, match="active_joint_targets should hold 2 numbers"):
        rrt.set_cspace_target([0.0, 0.0, 0.0])
    with pytest.raises(ValueError, match="active_joint_targets should be finite"):
        rrt.set_cspace_target([0.0, np.nan])
    with pytest.raises(ValueError, match="position of the target should hold 3"):
        rrt.set_end_effector_target([0.0, 0.0])
    with pytest.raises(ValueError, match="position of the target should be finite"):
        rrt.set_end_effector_target([0.0, 0.0, np.inf])
    with pytest.raises(ValueError, match="orientation of the target"):
        rrt.set_end_effector_target([0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0])
    with pytest.raises(ValueError, match="'target_translation' is None"):
        rrt.set_end_effector_target(None, [0.0, 0.0, 0.0, 1.0])
    with pytest.raises(ValueError, match="active_joint_positions should hold 2"):
        rrt.compute_path([0.0])
    with pytest.raises(ValueError, match="active_joint_positions should be finite"):
        rrt.compute_path([0.0, np.nan])
    with pytest.raises(ValueError, match="'watched_joint_positions' has 1 values"):
        rrt.compute_path([0.0, 0.0], [0.0])
    with pytest.raises(ValueError, match="position of the base should be finite"):
        rrt.set_robot_base_pose([np.nan, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0])
    np.testing.assert_array_equal(rrt.compute_path([0.0, 0.0]), [[0.0, 0.0], [0.5, 0.5]])


# Parameters.


def test_parameters_come_from_the_file(rrt):
    parameters = rrt.parameters
    assert (parameters.seed, parameters.step_size, parameters.max_iterations) == (7, 0.05, 5000)
    assert parameters.distance_metric_weights == (3.0, 2.0)
    assert parameters.task_space_limits == ((-1.0, 1.0), (-0.9, 0.9), (0.0, 0.0))
    task = parameters.task_space_planning_params
    assert task == TaskSpacePlanningParameters(
        translation_target_final_tolerance=1e-4,
        task_space_exploitation_fraction=0.7,
        task_space_exploration_fraction=0.3,
        max_extension_substeps_near_target=40,
    )


def test_configuration_of_a_real_robot_is_read(franka, motion_data, caplog):
    folder = motion_data.parent / "path_planner_configs" / "franka" / "rrt"
    with caplog.at_level(logging.WARNING):
        parameters = read_rrt_parameters(folder / "franka_planner_config.yaml", franka)
    assert not caplog.records
    assert parameters.task_space_frame_name == "panda_rightfingertip"
    assert parameters.distance_metric_weights == (3.0, 2.0, 2.0, 1.5, 1.5, 1.0, 1.0)
    assert parameters.task_space_planning_params == TaskSpacePlanningParameters()


@pytest.mark.parametrize("name", [member.name for member in fields(TaskSpacePlanningParameters)])
def test_every_parameter_of_the_task_space_is_set_by_its_name(rrt, name):
    value = {"task_space_exploitation_fraction": 0.2, "task_space_exploration_fraction": 0.1}.get(name, 3)
    assert rrt.set_param(f"task_space_planning_params/{name}", value) is True
    assert getattr(rrt.parameters.task_space_planning_params, name) == value


@pytest.mark.parametrize(
    ("name", "value", "held"),
    [
        ("seed", 5, 5),
        ("step_size", np.float64(0.2), 0.2),
        ("max_iterations", np.int64(10), 10),
        ("distance_metric_weights", np.array([1.0, 4.0]), (1.0, 4.0)),
        ("task_space_frame_name", "carriage", "carriage"),
        ("task_space_limits", np.array([[0.0, 1.0], [0.0, 0.0], [-1.0, 1.0]]), ((0.0, 1.0), (0.0, 0.0), (-1.0, 1.0))),
        ("num_shortcuts", 0, 0),
    ],
)
def test_every_other_parameter_is_set_by_its_name(rrt, name, value, held):
    assert rrt.set_param(name, value) is True
    assert getattr(rrt.parameters, name) == held


@pytest.mark.parametrize(("value", "held", "warned"), [(0.7, 0.7, False), (1.5, 1.0, True), (-0.2, 0.0, True)])
def test_fractions_of_exploration_are_clamped_with_a_warning(rrt, caplog, value, held, warned):
    assert rrt.set_param("c_space_planning_params/exploration_fraction", value) is True
    assert rrt.parameters.c_space_planning_params.exploration_fraction == held
    assert ("so it is" in caplog.text) is warned


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("seed", 0, "should be a whole number within [1, "),
        ("seed", -3, "should be a whole number"),
        ("seed", "five", "should be a finite number, it is 'five'"),
        ("seed", True, "should be a finite number, it is True"),
        ("max_iterations", 2.5, "should be a whole number"),
        ("max_iterations", 0, "should be a whole number"),
        ("step_size", 0.0, "should be positive, it is 0"),
        ("step_size", np.nan, "should be a finite number"),
        ("distance_metric_weights", [1.0], "should hold 2 numbers, one per joint; it holds 1"),
        ("distance_metric_weights", [1.0, 0.0], "should hold positive numbers"),
        ("task_space_limits", [[0.0, 1.0]], "should have the shape (3, 2), it has (1, 2)"),
        ("task_space_limits", [[1.0, 0.0]] * 3, "should have no lower limit above the upper one"),
        ("c_space_planning_params/exploration_fraction", "much", "should be a finite number"),
        ("task_space_planning_params/translation_gradient_weight", 0.0, "should be positive"),
        ("task_space_planning_params/orientation_gradient_weight", -1.0, "should be positive"),
        ("task_space_planning_params/nn_translation_distance_weight", 0, "should be positive"),
        ("task_space_planning_params/nn_orientation_distance_weight", 0, "should be positive"),
        ("task_space_planning_params/task_space_exploitation_fraction", 1.1, "should be within [0, 1]"),
        ("task_space_planning_params/task_space_exploitation_fraction", 0.8, "at most 1, it is 1.1"),
        ("task_space_planning_params/extension_substep_target_region_scale_factor", 0.9, "should be at least 1"),
        ("task_space_planning_params/max_extension_substeps_near_target", 1.5, "should be a whole number"),
        ("stepsize", 0.1, "There is no parameter 'stepsize'; there are: 'seed', 'step_size'"),
        ("translation_gradient_weight", 1.0, "There is no parameter 'translation_gradient_weight'"),
    ],
)
def test_values_that_cannot_be_are_told_and_change_nothing(rrt, caplog, name, value, text):
    before = rrt.parameters
    assert rrt.set_param(name, value) is False
    assert text in caplog.text
    assert rrt.parameters is before
    rrt.set_cspace_target([0.5, 0.5])
    assert rrt.compute_path([0.0, 0.0]) is not None


def test_frames_that_are_not_there_are_not_set_and_an_error_at_first(rrt, point_files, caplog):
    before = rrt.parameters
    assert rrt.set_param("task_space_frame_name", "hand") is False
    assert "names no frame of 'point': 'hand'; there are: 'base', 'carriage', 'point'" in caplog.text
    assert rrt.parameters == before
    with pytest.raises(ValueError, match="names no frame of 'point': 'hand'"):
        Rrt(**point_files | {"end_effector_frame_name": "hand"})


@pytest.mark.parametrize("call", ["set_max_iterations", "set_random_seed"])
def test_setters_refuse_what_is_not_positive(rrt, call):
    getattr(rrt, call)(11)
    assert 11 in (rrt.parameters.seed, rrt.parameters.max_iterations)
    with pytest.raises(ValueError, match="should be a whole number"):
        getattr(rrt, call)(0)


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("step_size: 0.05", "step_size: -1", "line 3, 'step_size': 'step_size' should be positive, it is -1"),
        ("[3.0, 2.0]", "[3.0]", "'distance_metric_weights' should hold 2 numbers"),
        ("0.7", "0.8", "should leave the sum of task_space_exploitation_fraction"),
        ("task_space_frame_name: point", "task_space_frame_name: hand", "names no frame"),
        ("seed: 7", "seed: [1, 2]", "'seed': should be a finite number"),
        ("[[-1, 1], [-0.9, 0.9], [0, 0]]", "1", "'task_space_limits': should be a list"),
    ],
)
def test_files_that_cannot_be_are_refused_by_line_and_key(point, point_files, tmp_path, old, new, text):
    path = tmp_path / "changed.yaml"
    path.write_text(Path(point_files["rrt_config_path"]).read_text().replace(old, new))
    with pytest.raises(ConfigFileError, match=re.escape(text)):
        read_rrt_parameters(path, point)


def test_keys_that_play_no_part_are_named(point, point_files, tmp_path, caplog):
    path = tmp_path / "changed.yaml"
    path.write_text(Path(point_files["rrt_config_path"]).read_text() + "stepsize: 1\n")
    read_rrt_parameters(path, point)
    assert "'stepsize': this key plays no part; is 'step_size' meant?" in caplog.text


# The names of Isaac Sim.


def test_names_of_isaac_sim_take_quaternions_that_begin_with_w(point_files):
    motion_generation = pytest.importorskip("isaacsim.robot_motion.motion_generation", reason="pippin-isaac is missing")
    from isaacsim.robot_motion.motion_generation.lula import RRT

    class TurnedCuboid(FixedCuboid):
        def get_world_pose(self):
            return self.position, np.array([np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)])  # w first: a quarter turn about z

    rrt = RRT(**point_files)
    assert RRT is motion_generation.RRT and isinstance(rrt, motion_generation.PathPlanner)
    rrt.set_end_effector_target(np.array([0.3, 0.2, 0.0]))
    np.testing.assert_allclose(rrt.compute_path(np.zeros(2), np.array([]))[-1], [0.3, 0.2], atol=1e-4)
    np.testing.assert_allclose(rrt.get_end_effector_pose(np.array([0.3, 0.2]), "point")[1], np.eye(3), atol=1e-12)
    # Turned, the wall runs along x and blocks nothing of a way along y = 0.8.
    rrt.add_obstacle(TurnedCuboid("wall", [0.0, 0.0, 0.0], np.array([0.1, 1.8, 1.0])))
    rrt.set_cspace_target(np.array([0.8, 0.8]))
    assert len(rrt.compute_path(np.array([-0.8, 0.8]), np.array([]))) == 2
    assert rrt.compute_path(np.array([0.0, -0.8]), np.array([])) is not None
    assert rrt.compute_path(np.array([-0.8, 0.0]), np.array([])) is None  # the start is inside
    rrt.set_robot_base_pose(np.array([5.0, 0.0, 0.0]), np.array([0.0, 0.0, 0.0, 1.0]))  # w first: half a turn
    rrt.set_end_effector_target(np.array([4.5, 0.0, 0.0]), np.array([0.0, 0.0, 0.0, 1.0]))
    path = rrt.compute_path(np.array([0.0, 0.0]), np.array([]))
    np.testing.assert_allclose(path[-1], [0.5, 0.0], atol=1e-4)


def test_interface_of_isaac_sim_does_nothing_by_itself():
    motion_generation = pytest.importorskip("isaacsim.robot_motion.motion_generation", reason="pippin-isaac is missing")
    planner = motion_generation.PathPlanner()
    assert planner.get_active_joints() == [] and planner.get_watched_joints() == []
    assert planner.compute_path(np.zeros(2), np.zeros(0)) is None
    assert planner.add_cuboid(object()) is False
