"""Inverse kinematics for single queries; what it finds is put into forward kinematics, which pinocchio confirmed."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pippin.motion import poses
from pippin.motion.ik import CspaceLimitBiasing, DescentSettings, DescentSolver
from pippin.motion.kinematics import Kinematics
from pippin.motion.robot_description import load_robot

NO_DESCENT = {"ccd_max_iterations": 0, "bfgs_max_iterations": 0, "max_num_descents": 1}
"""Settings with which a query gives the configuration that it would start from."""


def random_configurations(model, count, seed=0):
    lower, upper = np.maximum(model.lower_limits, -math.pi), np.minimum(model.upper_limits, math.pi)
    return np.random.default_rng(seed).uniform(lower, upper, (count, model.num_coordinates))


def errors(pose, target):
    """Distance [m] and angle [rad] between poses."""
    turn = Rotation.from_quat(pose[3:]) * Rotation.from_quat(target[3:]).inv()
    return np.linalg.norm(pose[:3] - target[:3]), turn.magnitude()


@pytest.fixture(scope="session", params=["panda", "ur5", "kinova", "tiago"])
def arm(request, robots_path):
    """Models of arms with limited, continuous and prismatic joints, and a frame at their ends."""
    urdf, frame = {
        "panda": ("panda_description/urdf/panda.urdf", "panda_hand"),
        "ur5": ("ur_description/urdf/ur5_robot.urdf", "tool0"),
        "kinova": ("kinova_description/robots/kinova.urdf", "j2s6s200_end_effector"),
        "tiago": ("tiago_description/robots/tiago_no_hand.urdf", "wrist_ft_tool_link"),
    }[request.param]
    return load_robot(robots_path / urdf), frame


def test_reachable_targets_are_reached_within_tolerances_and_limits(arm):
    model, frame = arm
    kinematics, solver = Kinematics(model), DescentSolver(model)
    targets = kinematics.frame_poses(frame, random_configurations(model, 200)).numpy()
    for target in targets:
        result = solver.solve(frame, target[:3], target[3:], position_tolerance=1e-4, orientation_tolerance=1e-3)
        assert result.success
        distance, angle = errors(kinematics.frame_poses(frame, result.q[None]).numpy()[0], target)
        assert distance <= 1e-4 and angle <= 1e-3 * math.sqrt(1.5)  # of the angle, an axis sees at least sqrt(2/3)
        assert distance == pytest.approx(result.position_error, abs=1e-12)
        assert (result.q >= model.lower_limits).all() and (result.q <= model.upper_limits).all()


def test_the_orientation_can_be_left_free(arm):
    model, frame = arm
    kinematics, solver = Kinematics(model), DescentSolver(model)
    for target in kinematics.frame_poses(frame, random_configurations(model, 20)).numpy():
        result = solver.solve(frame, target[:3], position_tolerance=1e-6)
        assert result.success
        pose = kinematics.frame_poses(frame, result.q[None]).numpy()[0]
        np.testing.assert_allclose(pose[:3], target[:3], atol=1e-6)


def test_targets_are_in_the_world(franka):
    solver = DescentSolver(franka)
    base = poses.make_pose([1.0, -2.0, 0.5], [0.3, -0.1, 0.7, 0.4])
    local = Kinematics(franka).frame_poses("panda_hand", franka.default_q[None]).numpy()[0]
    target = poses.compose(base, local)
    expected = solver.solve("panda_hand", local[:3], local[3:])
    solver.set_base_pose(base[:3], base[3:])
    result = solver.solve("panda_hand", target[:3], target[3:])
    assert result.success
    np.testing.assert_allclose(result.q, expected.q, atol=1e-6)  # both within the rounding of what they converge to


# Where descents start.


def test_a_seed_that_is_a_solution_stays(franka):
    q = random_configurations(franka, 1)[0]
    target = Kinematics(franka).frame_poses("panda_hand", q[None]).numpy()[0]
    settings = DescentSettings(bfgs_cspace_limit_biasing=CspaceLimitBiasing.DISABLE)
    result = DescentSolver(franka, settings).solve("panda_hand", target[:3], target[3:], seeds=[q])
    assert result.num_descents == 1
    np.testing.assert_allclose(result.q, q, atol=1e-6)


def test_seeds_come_first_then_random_configurations(franka):
    """With nothing that moves the configuration, each descent ends where it starts, and the best of them is given."""
    solver = DescentSolver(franka, DescentSettings(**NO_DESCENT))
    seeds = random_configurations(franka, 6)  # more than there is room for at first
    poses_of_seeds = Kinematics(franka).frame_poses("panda_hand", seeds).numpy()
    for count in range(1, 7):
        solver.settings = replace(solver.settings, max_num_descents=count)
        target = poses_of_seeds[count - 1]
        result = solver.solve("panda_hand", target[:3], target[3:], seeds=seeds)
        assert result.success and result.num_descents == count
        np.testing.assert_array_equal(result.q, seeds[count - 1])
    solver.settings = replace(solver.settings, max_num_descents=1)
    drawn = solver.solve("panda_hand", [9.0, 9.0, 9.0]).q
    solver.settings = replace(solver.settings, max_num_descents=7)
    assert solver.solve("panda_hand", [9.0, 9.0, 9.0], seeds=seeds).num_descents == 7
    pose = Kinematics(franka).frame_poses("panda_hand", drawn[None]).numpy()[0]
    np.testing.assert_array_equal(solver.solve("panda_hand", pose[:3], pose[3:], seeds=seeds).q, drawn)


def test_default_seeds_come_after_those_of_the_query(franka):
    own, *default = random_configurations(franka, 3)
    solver = DescentSolver(franka, DescentSettings(**(NO_DESCENT | {"max_num_descents": 3})))
    solver.default_seeds = default
    for place, seed in enumerate([own, *default], start=1):
        pose = Kinematics(franka).frame_poses("panda_hand", seed[None]).numpy()[0]
        assert solver.solve("panda_hand", pose[:3], pose[3:], seeds=[own]).num_descents == place
    with pytest.raises(ValueError, match="seeds should have the shape"):
        solver.default_seeds = np.zeros((2, 6))
    np.testing.assert_array_equal(solver.default_seeds, default)


def test_tolerances_are_those_of_the_query_or_of_the_settings(franka):
    seed = random_configurations(franka, 1)
    pose = Kinematics(franka).frame_poses("panda_hand", seed).numpy()[0]
    solver = DescentSolver(franka, DescentSettings(**NO_DESCENT, position_tolerance=0.05))
    near = {"frame_name": "panda_hand", "position": pose[:3] + [0.0, 0.03, 0.0], "seeds": seed}
    assert solver.solve(**near).success
    assert not solver.solve(**near, position_tolerance=0.02).success
    turned = (Rotation.from_rotvec([0.0, 0.1, 0.0]) * Rotation.from_quat(pose[3:])).as_quat()
    assert not solver.solve(**near, orientation=turned).success
    assert solver.solve(**near, orientation=turned, orientation_tolerance=0.11).success


def test_seeds_beyond_the_limits_start_at_them(franka):
    solver = DescentSolver(franka, DescentSettings(**NO_DESCENT))
    result = solver.solve("panda_hand", [0.5, 0.0, 0.5], seeds=[franka.upper_limits + 1.0])
    np.testing.assert_array_equal(result.q, franka.upper_limits)


@pytest.mark.parametrize("order", [1, 2, 4])
def test_random_configurations_follow_the_irwin_hall_distribution(franka, order):
    """The mean of n uniform numbers has the variance 1/(12 n); that of 400 x 7 samples is off by 10 % at 3 sigma."""
    solver = DescentSolver(franka)
    samples = []
    for seed in range(400):
        solver.settings = DescentSettings(irwin_hall_sampling_order=order, sampling_seed=seed, **NO_DESCENT)
        samples.append(solver.solve("panda_hand", [0.5, 0.0, 0.5]).q)
    parts = (np.array(samples) - franka.lower_limits) / (franka.upper_limits - franka.lower_limits)
    assert parts.min() >= 0.0 and parts.max() <= 1.0
    assert parts.mean() == pytest.approx(0.5, abs=0.02)
    assert parts.var() == pytest.approx(1.0 / (12.0 * order), rel=0.1)


def test_joints_are_at_the_turn_next_to_the_seed_or_the_default(robots_path):
    """The joints of a UR5 turn by two turns, so most solutions come in several turns."""
    model = load_robot(robots_path / "ur_description/urdf/ur5_robot.urdf")
    kinematics, solver = Kinematics(model), DescentSolver(model, DescentSettings(irwin_hall_sampling_order=1))
    rng = np.random.default_rng(0)
    lower, upper = model.lower_limits, model.upper_limits
    has_room = upper - lower > 4.0 * math.pi - 0.1
    assert has_room.sum() >= 5
    for target in kinematics.frame_poses("tool0", rng.uniform(lower, upper, (20, 6))).numpy():
        seed = rng.uniform(lower + math.pi, upper - math.pi)
        for seeds, reference in ((None, model.default_q), (seed[None], seed)):
            result = solver.solve("tool0", target[:3], target[3:], seeds, 1e-4, 1e-3)
            assert result.success
            assert (np.abs(result.q - reference)[has_room] <= math.pi + 1e-9).all()
            distance, angle = errors(kinematics.frame_poses("tool0", result.q[None]).numpy()[0], target)
            assert distance <= 1e-4 and angle <= 1e-3 * math.sqrt(1.5)


def test_equal_queries_have_equal_answers(franka):
    target = Kinematics(franka).frame_poses("panda_hand", random_configurations(franka, 1)).numpy()[0]
    solver = DescentSolver(franka)
    first = solver.solve("panda_hand", target[:3], target[3:])
    solver.solve("panda_hand", [9.0, 9.0, 9.0])
    np.testing.assert_array_equal(solver.solve("panda_hand", target[:3], target[3:]).q, first.q)
    np.testing.assert_array_equal(DescentSolver(franka).solve("panda_hand", target[:3], target[3:]).q, first.q)


# How descents go.


def squared_error(model, frame, q, target, orientation_weight):
    """The error that a descent makes less, from the axes of the frame and of the target."""
    pose = Kinematics(model).frame_poses(frame, q[None]).numpy()[0]
    axes, wanted = Rotation.from_quat(pose[3:]).as_matrix(), Rotation.from_quat(target[3:]).as_matrix()
    return np.sum((pose[:3] - target[:3]) ** 2) + orientation_weight * np.sum((axes - wanted) ** 2)


@pytest.mark.parametrize("part", [0.05, 0.5, 0.95], ids=["at lower limits", "in the middle", "at upper limits"])
@pytest.mark.parametrize(
    ("urdf", "frame"),
    [("panda_description/urdf/panda.urdf", "panda_hand"), ("ur_description/urdf/ur5_robot.urdf", "tool0")],
)
def test_a_sweep_moves_each_joint_to_its_best_value_from_the_end_on(robots_path, urdf, frame, part):
    """Compared with the best of 20,001 values of each joint, one after the other; those of a UR turn twice."""
    model = load_robot(robots_path / urdf)
    kinematics = Kinematics(model)
    settings = DescentSettings(**(NO_DESCENT | {"ccd_max_iterations": 1}), ccd_orientation_weight=0.3)
    start = model.lower_limits + part * (model.upper_limits - model.lower_limits)
    target = kinematics.frame_poses(frame, random_configurations(model, 1, seed=7)).numpy()[0]
    wanted = Rotation.from_quat(target[3:]).as_matrix()
    result = DescentSolver(model, settings).solve(frame, target[:3], target[3:], seeds=[start]).q
    q = start.copy()
    for i in reversed(model.joint_coordinates[model.joints_to(frame)]):
        values = np.linspace(model.lower_limits[i], model.upper_limits[i], 20_001)
        trials = np.tile(q, (len(values), 1))
        trials[:, i], q[i] = values, result[i]
        reached = kinematics.frame_poses(frame, np.concatenate([trials, q[None]])).numpy()
        differences = Rotation.from_quat(reached[:, 3:]).as_matrix() - wanted
        error = np.sum((reached[:, :3] - target[:3]) ** 2, axis=1) + 0.3 * np.sum(differences**2, axis=(1, 2))
        assert error[-1] <= error[:-1].min() + 1e-12


def test_coordinates_that_drive_several_joints_are_searched_for(write_robot, mobile_urdf, mobile_description):
    """The right finger stands on the left one and slides across it: one coordinate, two joints, and no formula."""
    urdf = mobile_urdf.replace(
        """<parent link="tool"/> <child link="right_finger"/> <origin xyz="0 -0.01 0"/>
    <axis xyz="0 -1 0"/>""",
        """<parent link="left_finger"/> <child link="right_finger"/> <origin xyz="0 -0.01 0"/>
    <axis xyz="1 0 0"/>""",
    )
    rules = "rules:\n  - {name: rail, rule: fixed, value: 0.3}\n  - {name: shoulder, rule: fixed, value: -0.4}"
    description = mobile_description.replace("rules:", rules).replace("[rail, shoulder, left]", "[left]")
    description = description.replace("[0.0, 0.5, 0.01]", "[0.01]").replace("[1.0, 2.0, 3.0]", "[1.0]")
    model = load_robot(*write_robot(urdf, description))
    np.testing.assert_array_equal(model.joint_coordinates[model.joints_to("right_finger")], [0, 0])
    target = Kinematics(model).frame_poses("right_finger", [[0.033]]).numpy()[0]
    settings = DescentSettings(bfgs_max_iterations=0, ccd_max_iterations=1, max_num_descents=1)
    found = DescentSolver(model, settings).solve("right_finger", target[:3], target[3:], seeds=[[0.002]])
    assert found.q[0] == pytest.approx(0.033, abs=2 * 0.04 / 9 / 15_000)  # two spacings of samples, golden sections
    assert DescentSolver(model).solve("right_finger", target[:3], position_tolerance=1e-7).success


@pytest.mark.slow
def test_descents_never_make_the_error_worse(franka):
    """Cyclic descent and BFGS use one error here, so that it can be compared."""
    goal, *starts = random_configurations(franka, 20, seed=3)
    target = Kinematics(franka).frame_poses("panda_hand", goal[None]).numpy()[0]
    weights = {"ccd_orientation_weight": 0.2, "bfgs_orientation_weight": 0.2}
    off = {"bfgs_cspace_limit_biasing": False, "max_num_descents": 1}
    for start in starts:
        last = math.inf
        for sweeps, steps in ((0, 0), (1, 0), (3, 0), (3, 1), (3, 3), (3, 10), (3, 40)):
            settings = DescentSettings(
                ccd_max_iterations=sweeps,
                bfgs_max_iterations=steps,
                bfgs_gradient_norm_termination_coarse_scale_factor=1.0,
                **weights,
                **off,
            )
            q = DescentSolver(franka, settings).solve("panda_hand", target[:3], target[3:], seeds=[start]).q
            error = squared_error(franka, "panda_hand", q, target, 0.2)
            assert error <= last + 1e-14
            last = error


@pytest.mark.parametrize("joint", [0, 2, 4, 6])
def test_biasing_keeps_redundant_arms_off_their_limits(franka, joint):
    """From a start with a joint at its limit, which already is at the target."""
    q = franka.default_q.copy()
    q[[1, 3]] = -0.5, -1.8  # an elbow with room
    q[joint] = franka.upper_limits[joint]
    target = Kinematics(franka).frame_poses("panda_hand", q[None]).numpy()[0]
    margins = {}
    for biasing in (CspaceLimitBiasing.ENABLE, CspaceLimitBiasing.DISABLE):
        settings = DescentSettings(bfgs_cspace_limit_biasing=biasing, bfgs_cspace_limit_penalty_region=0.1)
        result = DescentSolver(franka, settings).solve("panda_hand", target[:3], target[3:], seeds=[q])
        assert result.success
        margins[biasing] = franka.upper_limits[joint] - result.q[joint]
    assert margins[CspaceLimitBiasing.DISABLE] < 1e-6
    assert margins[CspaceLimitBiasing.ENABLE] > 0.09 * (franka.upper_limits - franka.lower_limits)[joint]


# What cannot be reached, and what cannot be asked.


def test_unreachable_targets_are_no_errors(franka):
    result = DescentSolver(franka).solve("panda_hand", [3.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0])
    assert not result.success
    assert result.num_descents == 100
    assert 1.0 < result.position_error < 3.0
    assert np.isfinite(result.q).all()


def test_frames_that_nothing_moves_can_be_asked_for(mobile):
    solver = DescentSolver(mobile)
    assert solver.solve("base", [0.0, 0.0, 0.0]).success
    result = solver.solve("base", [0.0, 0.0, 1.0])
    assert not result.success
    np.testing.assert_array_equal(result.q[1:], mobile.default_q[1:])


def test_coordinates_that_do_not_move_the_frame_stay(mobile):
    solver = DescentSolver(mobile)
    target = Kinematics(mobile).frame_poses("tool", [[0.2, 1.0, 0.0]]).numpy()[0]
    assert solver.solve("tool", target[:3], target[3:]).q[2] == mobile.default_q[2]
    result = solver.solve("tool", target[:3], target[3:], seeds=[[0.0, 0.0, 0.03]])
    assert result.success and result.q[2] == 0.03


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"frame_name": "tcp"}, "no frame 'tcp'; there are: 'base_link'"),
        ({"position": [np.nan, 0.0, 0.0]}, "The position of the target should be finite"),
        ({"position": [0.0, 0.0]}, "The position of the target should hold 3 numbers"),
        ({"orientation": [0.0, 0.0, np.inf, 1.0]}, "The orientation of the target should be finite"),
        ({"orientation": [0.0, 0.0, 0.0, 0.0]}, "The orientation of the target should be a quaternion"),
        ({"orientation": np.eye(3)}, "The orientation of the target should hold 4 numbers, its shape is"),
        ({"seeds": np.zeros(7)}, r"seeds should have the shape \(N, 7\)"),
        ({"seeds": np.full((1, 7), np.nan)}, "seeds should be finite"),
        ({"position_tolerance": -1.0}, "position_tolerance should not be negative"),
        ({"orientation_tolerance": np.nan}, "orientation_tolerance should not be negative, it is nan"),
    ],
)
def test_what_cannot_be_asked_is_refused_and_the_solver_stays_usable(franka, arguments, message):
    solver = DescentSolver(franka)
    good = {"frame_name": "panda_hand", "position": [0.5, 0.0, 0.4]}
    expected = solver.solve(**good)
    with pytest.raises(ValueError, match=message):
        solver.solve(**(good | arguments))
    np.testing.assert_array_equal(solver.solve(**good).q, expected.q)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"max_num_descents": 0}, "max_num_descents should be at least 1, it is 0"),
        ({"max_num_descents": 2.5}, "max_num_descents should be a whole number, it is 2.5"),
        ({"irwin_hall_sampling_order": 0}, "should be at least 1"),
        ({"ccd_position_weight": -1.0}, "ccd_position_weight should be a finite number that is not negative"),
        ({"bfgs_gradient_norm_termination": math.nan}, "should be a finite number"),
        ({"bfgs_max_iterations": "many"}, "should be a finite number that is not negative, it is 'many'"),
        ({"ccd_bracket_search_num_uniform_samples": 2}, "should be at least 3"),
        ({"bfgs_cspace_limit_penalty_region": 0.6}, "should be at most 0.5"),
        ({"orientation_tolerance": 4.0}, "orientation_tolerance should be at most 3.14159"),
        ({"bfgs_cspace_limit_biasing": "sometimes"}, "should be one of 'auto', 'enable', 'disable' or a bool"),
    ],
)
def test_settings_that_cannot_be_are_refused(setting, message):
    with pytest.raises(ValueError, match=message):
        DescentSettings(**setting)


@pytest.mark.parametrize(
    ("value", "biasing", "coordinates", "weight"),
    [("AUTO", "AUTO", 6, 0.0), ("auto", "AUTO", 7, 2.0), (True, "ENABLE", 2, 2.0), (False, "DISABLE", 7, 0.0)],
)
def test_limits_are_avoided_where_there_is_room(value, biasing, coordinates, weight):
    settings = DescentSettings(bfgs_cspace_limit_biasing=value, bfgs_cspace_limit_biasing_weight=2.0)
    assert settings.bfgs_cspace_limit_biasing is CspaceLimitBiasing[biasing]
    assert settings.limits_bias(coordinates) == weight
