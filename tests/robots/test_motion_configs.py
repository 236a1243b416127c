"""The configurations of motion generation that Pippin ships: they load, and fit the robots that they are for."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import pippin.robots
from pippin.motion.config_folders import find_configs, load_config
from pippin.motion.kinematics import Kinematics
from pippin.motion.planning.parameters import read_rrt_parameters
from pippin.motion.rmpflow import read_rmpflow_parameters
from pippin.motion.robot_description import BASE, RobotModel, load_robot
from pippin.robots.authoring.self_collision import LinkPairs, sample_configurations

FOLDER = Path(pippin.robots.__file__).parent
POLICIES, PLANNERS = FOLDER / "motion_policy_configs", FOLDER / "path_planner_configs"
NAMES = sorted(json.loads((POLICIES / "policy_map.json").read_text()))


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest, robots_path: Path) -> str:
    """Name of each robot."""
    return request.param


@pytest.fixture
def config(name: str) -> dict:
    """Its configuration of RMPflow."""
    return load_config(POLICIES, name, "RMPflow")


@pytest.fixture
def model(config: dict) -> RobotModel:
    """The robot."""
    return load_robot(config["urdf_path"], config["robot_description_path"])


def test_every_robot_has_a_policy_and_a_planner():
    for folder, algorithm in ((POLICIES, "RMPflow"), (PLANNERS, "RRT")):
        assert {robot: list(names) for robot, names in find_configs(folder).items()} == {n: [algorithm] for n in NAMES}


def test_files_fit_the_robot(caplog, name, config, model):
    parameters = read_rmpflow_parameters(config["rmpflow_config_path"], model)
    assert parameters.body_cylinders
    assert parameters.body_collision_controllers
    planner = load_config(PLANNERS, name, "RRT")
    assert read_rrt_parameters(planner["rrt_config_path"], model).task_space_frame_name in model.frame_names
    for key in ("urdf_path", "robot_description_path", "end_effector_frame_name"):
        assert planner[key] == config[key]
    assert not caplog.records  # of joints that nothing drives, of keys that play no part


def test_the_arm_moves_its_end_effector(config, model):
    moved = {int(model.joint_coordinates[joint]) for joint in model.joints_to(config["end_effector_frame_name"])}
    assert moved == set(range(model.num_coordinates))


def test_limits_are_given_and_the_default_configuration_is_within(model):
    assert (model.default_q > model.lower_limits + 0.05).all()
    assert (model.default_q < model.upper_limits - 0.05).all()
    for limits in (model.velocity_limits, model.acceleration_limits, model.jerk_limits):
        assert (limits > 0.0).all()
        assert np.isfinite(limits).all()


def test_no_links_touch_by_default_and_none_always(model):
    pairs = LinkPairs(model)
    assert (pairs.gaps(model.default_q[None]) > 0.005).all()  # [m]
    assert not pairs.permanent(sample_configurations(model, 200)).any()


def test_spheres_of_the_base_are_above_what_it_stands_on(model):
    centers = Kinematics(model).sphere_centers(model.default_q[None]).numpy()[0]
    fixed = model.sphere_joints == BASE
    assert (centers[:, 2] - model.sphere_radii > 0.0)[fixed].all()
