"""The kinematics of isaacsim.robot_motion.motion_generation, with its quaternions (w, x, y, z)."""

from __future__ import annotations

import logging

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

motion_generation = pytest.importorskip("isaacsim.robot_motion.motion_generation", reason="pippin-isaac is missing")

SETTINGS = {  # other values than those by default
    "bfgs_cspace_limit_biasing_weight": 2.0,
    "bfgs_cspace_limit_penalty_region": 0.1,
    "bfgs_gradient_norm_termination": 1e-5,
    "bfgs_gradient_norm_termination_coarse_scale_factor": 10.0,
    "bfgs_max_iterations": 30,
    "bfgs_orientation_weight": 0.3,
    "bfgs_position_weight": 2.0,
    "ccd_bracket_search_num_uniform_samples": 20,
    "ccd_descent_termination_delta": 0.01,
    "ccd_max_iterations": 3,
    "ccd_orientation_weight": 0.1,
    "ccd_position_weight": 3.0,
    "irwin_hall_sampling_order": 1,
    "max_num_descents": 7,
    "sampling_seed": 5,
}


@pytest.fixture
def solver(motion_data):
    folder = motion_data / "franka"
    return motion_generation.LulaKinematicsSolver(
        str(folder / "rmpflow" / "robot_descriptor.yaml"), str(folder / "lula_franka_gen.urdf")
    )


class Thing:
    """An object of a class that the interface knows by its name."""


class DynamicCuboid(Thing):
    pass


class GroundPlane(Thing):
    pass


def test_forward_and_inverse_kinematics_agree(solver):
    solver.set_robot_base_pose(np.array([1.0, 2.0, 3.0]), np.array([0.8, 0.0, 0.6, 0.0]))
    q = np.array([0.3, -0.8, 0.2, -2.0, 0.1, 1.8, 0.5])
    position, rotation = solver.compute_forward_kinematics("right_gripper", q)
    assert position.shape == (3,) and rotation.shape == (3, 3)
    x, y, z, w = Rotation.from_matrix(rotation).as_quat()
    found, success = solver.compute_inverse_kinematics("right_gripper", position, np.array([w, x, y, z]))
    assert success is True
    reached_position, reached_rotation = solver.compute_forward_kinematics("right_gripper", found, position_only=True)
    np.testing.assert_allclose(reached_position, position, atol=1e-3)
    np.testing.assert_allclose(reached_rotation, rotation, atol=5e-3)


def test_the_base_is_turned_by_its_quaternion(solver):
    solver.set_robot_base_pose([0.0, 0.0, 0.0], [np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)])  # a quarter about z
    turned, _ = solver.compute_forward_kinematics("right_gripper", np.zeros(7))
    solver.set_robot_base_pose([0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0])
    x, y, z = solver.compute_forward_kinematics("right_gripper", np.zeros(7))[0]
    np.testing.assert_allclose(turned, [-y, x, z], atol=1e-14)


def test_names(solver):
    assert solver.get_joint_names() == [f"panda_joint{i}" for i in range(1, 8)]
    assert {"base_link", "panda_link7", "right_gripper"} <= set(solver.get_all_frame_names())


def test_warm_starts_come_before_default_seeds(solver):
    warm, seed = np.array([0.3, -0.8, 0.2, -2.0, 0.1, 1.8, 0.5]), np.array([1.0, 0.5, 0.2, -1.0, 0.1, 1.8, 0.5])
    solver.set_default_cspace_seeds(np.array([seed]))
    np.testing.assert_array_equal(solver.get_default_cspace_seeds(), [seed])
    solver.ccd_max_iterations = solver.bfgs_max_iterations = 0  # so that the seed is what is found
    solver.max_num_descents = 1
    target, _ = solver.compute_forward_kinematics("right_gripper", warm)
    np.testing.assert_array_equal(solver.compute_inverse_kinematics("right_gripper", target)[0], seed)
    found, success = solver.compute_inverse_kinematics("right_gripper", target, warm_start=warm)
    np.testing.assert_array_equal(found, warm)
    assert success


def test_seeds_are_looked_at_when_a_query_comes(solver):
    solver.set_default_cspace_seeds([1, 2, 3, 4])
    assert solver.get_default_cspace_seeds() == [1, 2, 3, 4]
    with pytest.raises(ValueError, match="seeds should have the shape"):
        solver.compute_inverse_kinematics("right_gripper", [0.4, 0.0, 0.5])
    for seeds in ([], [np.zeros(7)]):
        solver.set_default_cspace_seeds(seeds)
        assert solver.compute_inverse_kinematics("right_gripper", [0.4, 0.0, 0.5])[1]


def test_numbers_may_be_bools(solver):
    """As bindings of C++ take them."""
    solver.bfgs_gradient_norm_termination = False
    assert solver.bfgs_gradient_norm_termination == 0.0
    assert solver.compute_inverse_kinematics("right_gripper", [0.4, 0.0, 0.5])[1]


def test_tolerances_have_defaults(solver):
    solver.set_default_position_tolerance(0.02)
    solver.set_default_orientation_tolerance(0.3)
    assert solver.get_default_position_tolerance() == 0.02
    assert solver.get_default_orientation_tolerance() == 0.3
    with pytest.raises(ValueError, match="position_tolerance should be a finite number that is not negative"):
        solver.set_default_position_tolerance(-1.0)


@pytest.mark.parametrize(("name", "value"), SETTINGS.items(), ids=SETTINGS)
def test_settings_are_properties(solver, name, value):
    assert getattr(solver, name) != value
    setattr(solver, name, value)
    assert getattr(solver, name) == value
    with pytest.raises(ValueError, match=name):
        setattr(solver, name, -1)
    assert getattr(solver, name) == value
    assert solver.compute_inverse_kinematics("right_gripper", [0.4, 0.0, 0.5])[1]  # still usable


def test_biasing_is_a_property(solver):
    for value in (True, False, "auto"):
        solver.bfgs_cspace_limit_biasing = value
    with pytest.raises(ValueError, match="bfgs_cspace_limit_biasing"):
        solver.bfgs_cspace_limit_biasing = "maybe"


def test_limits(solver):
    lower, upper = solver.get_cspace_position_limits()
    assert lower[0] == -2.8973 and upper[3] == -0.0698
    assert solver.get_cspace_velocity_limits()[0] == 2.175
    np.testing.assert_array_equal(solver.get_cspace_acceleration_limits(), [15.0, 7.5, 10.0, 12.5, 15.0, 20.0, 20.0])
    assert solver.get_cspace_jerk_limits()[0] == 7500.0


def test_limits_that_no_file_gives_are_none(mobile):
    solver = motion_generation.LulaKinematicsSolver("unused.yaml", "unused.urdf", robot_description=mobile)
    np.testing.assert_array_equal(solver.get_cspace_acceleration_limits(), [1.0, 2.0, 3.0])
    assert solver.get_cspace_jerk_limits().tolist() == [None, None, None]
    assert solver.get_cspace_velocity_limits().tolist() == [0.5, np.inf, 0.1]


def test_unreachable_targets_are_no_errors(solver):
    found, success = solver.compute_inverse_kinematics("right_gripper", [5.0, 0.0, 0.0])
    assert success is False and found.shape == (7,)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"frame_name": "tcp"}, "no frame 'tcp'; there are: 'base_link'"),
        ({"target_position": [np.nan, 0, 0]}, "should be finite"),
        ({"target_orientation": np.eye(3)}, "should hold 4 numbers"),
        ({"warm_start": np.zeros(9)}, r"seeds should have the shape \(N, 7\), it has \(1, 9\)"),
    ],
)
def test_what_cannot_be_asked_is_refused(solver, arguments, message):
    with pytest.raises(ValueError, match=message):
        solver.compute_inverse_kinematics(
            **({"frame_name": "right_gripper", "target_position": [0.4, 0, 0.5]} | arguments)
        )


def test_obstacles_play_no_part_which_is_told(solver, caplog):
    assert solver.supports_collision_avoidance() is False
    with caplog.at_level(logging.WARNING, "pippin"):
        assert solver.add_obstacle(DynamicCuboid(), static=True) is False
        assert solver.add_obstacle(GroundPlane()) is False
        assert solver.add_obstacle(Thing()) is False
        assert solver.disable_obstacle(DynamicCuboid()) is False
    assert "LulaKinematicsSolver does not implement add_cuboid()" in caplog.text
    assert "LulaKinematicsSolver does not implement add_ground_plane()" in caplog.text
    assert "A Thing is no obstacle that is known; there are: cuboid" in caplog.text


def test_subclasses_of_the_interfaces_implement_what_they_can():
    class Own(motion_generation.KinematicsSolver):
        def get_joint_names(self):
            return ["a"]

    assert Own().get_joint_names() == ["a"]
    with pytest.raises(NotImplementedError, match=r"Own does not implement compute_forward_kinematics\(\)"):
        Own().compute_forward_kinematics("a", [0.0])


def test_configurations_that_there_are_not_are_none_and_named(caplog):
    assert motion_generation.interface_config_loader.load_supported_lula_kinematics_solver_config("Nobody") is None
    assert motion_generation.interface_config_loader.load_supported_motion_policy_config("Franka", "Nothing") is None
    assert motion_generation.interface_config_loader.load_supported_path_planner_config("franka", "rrt") is not None
    assert "for 'Nobody'; it has: Franka (RMPflow)" in caplog.text


def test_configurations_are_loaded_by_name(motion_data):
    loader = motion_generation.interface_config_loader
    assert "franka" in loader.get_supported_robots_with_lula_kinematics(str(motion_data))
    config = loader.load_supported_lula_kinematics_solver_config("Franka", str(motion_data))
    assert set(config) == {"robot_description_path", "urdf_path"}
    assert motion_generation.LulaKinematicsSolver(**config).get_joint_names()[0] == "panda_joint1"
    config = loader.load_supported_lula_rmpflow_config("Franka", str(motion_data))
    assert config["end_effector_frame_name"] == "right_gripper"
