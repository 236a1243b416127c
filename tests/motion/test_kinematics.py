"""Forward kinematics and Jacobians, against pinocchio and finite differences.

Both sides compute in double precision, along chains of some ten joints and a few metres: 1e-12 is a thousand times the
rounding of the longest. The target of the project is 1e-6 m and 1e-6 rad.
"""

from __future__ import annotations

import math

import numpy as np
import pinocchio as pin
import pytest
import torch
import warp as wp
from scipy.spatial.transform import Rotation

from pippin.motion import poses
from pippin.motion.kinematics import Kinematics, SingleRobotKinematics
from pippin.motion.robot_description import load_robot

ROBOTS = [  # arms and others, with revolute, continuous, prismatic and mimicking joints
    ("panda_description/urdf/panda.urdf", "panda_hand"),
    ("ur_description/urdf/ur5_robot.urdf", "tool0"),
    ("kinova_description/robots/kinova.urdf", "j2s6s200_end_effector"),
    ("tiago_pro_description/robots/tiago_pro.urdf", "gripper_right_fingertip_left_link"),
    ("talos_data/robots/talos_full_v2.urdf", "gripper_left_fingertip_1_link"),
]


@pytest.fixture(scope="session", params=ROBOTS, ids=lambda robot: robot[0].split("/")[-1].split(".")[0])
def robot(request, robots_path):
    """Path, model and the name of a frame far from the base."""
    path = robots_path / request.param[0]
    return path, load_robot(path), request.param[1]


def random_configurations(model, count):
    """Configurations within the limits; joints without limits turn within one turn either way."""
    lower = np.maximum(model.lower_limits, -2.0 * math.pi)
    upper = np.minimum(model.upper_limits, 2.0 * math.pi)
    return np.random.default_rng(0).uniform(lower, upper, (count, model.num_coordinates))


def pinocchio_configuration(pin_model, model, q):
    """What pinocchio calls q, with the joints that mimic others where they should be."""
    result = pin.neutral(pin_model)
    positions = model.joint_multipliers * q[model.joint_coordinates] + model.joint_biases
    for name, position in zip(model.joint_names, positions, strict=True):
        joint = pin_model.joints[pin_model.getJointId(name)]
        result[joint.idx_q : joint.idx_q + joint.nq] = (
            position if joint.nq == 1 else [math.cos(position), math.sin(position)]
        )
    return result


def body_frame(pin_model, name):
    return pin_model.getFrameId(name, pin.FrameType.BODY)


def assert_same_pose(pose, placement, tolerance=1e-12):
    np.testing.assert_allclose(pose[:3], placement.translation, atol=tolerance)
    turn = Rotation.from_quat(pose[3:]).as_matrix().T @ placement.rotation
    np.testing.assert_allclose(turn, np.eye(3), atol=tolerance)


@pytest.mark.slow
def test_ten_thousand_poses_agree_with_pinocchio(robot):
    path, model, frame = robot
    pin_model = pin.buildModelFromUrdf(str(path))
    data, frame_id = pin_model.createData(), body_frame(pin_model, frame)
    qs = random_configurations(model, 10_000)
    poses = Kinematics(model).frame_poses(frame, qs).numpy()
    expected = np.empty((len(qs), 3, 4))
    for i, q in enumerate(qs):
        pin.forwardKinematics(pin_model, data, pinocchio_configuration(pin_model, model, q))
        placement = pin.updateFramePlacement(pin_model, data, frame_id)
        expected[i, :, :3], expected[i, :, 3] = placement.rotation, placement.translation
    np.testing.assert_allclose(poses[:, :3], expected[:, :, 3], atol=1e-12)
    np.testing.assert_allclose(Rotation.from_quat(poses[:, 3:]).as_matrix(), expected[:, :, :3], atol=1e-12)


def test_every_frame_agrees_with_pinocchio(robot):
    path, model, _ = robot
    pin_model = pin.buildModelFromUrdf(str(path))
    data = pin_model.createData()
    q = random_configurations(model, 1)
    pin.framesForwardKinematics(pin_model, data, pinocchio_configuration(pin_model, model, q[0]))
    kinematics = Kinematics(model)
    for frame in model.frame_names:
        assert_same_pose(kinematics.frame_poses(frame, q).numpy()[0], data.oMf[body_frame(pin_model, frame)])


def test_jacobians_agree_with_pinocchio(robot):
    path, model, frame = robot
    pin_model = pin.buildModelFromUrdf(str(path))
    data, frame_id = pin_model.createData(), body_frame(pin_model, frame)
    qs = random_configurations(model, 20)
    jacobians = Kinematics(model).jacobians(frame, qs).numpy()
    for q, jacobian in zip(qs, jacobians, strict=True):
        pin_q = pinocchio_configuration(pin_model, model, q)
        by_joint = pin.computeFrameJacobian(pin_model, data, pin_q, frame_id, pin.LOCAL_WORLD_ALIGNED)
        expected = np.zeros_like(jacobian)
        for joint, name in enumerate(model.joint_names):
            column = by_joint[:, pin_model.joints[pin_model.getJointId(name)].idx_v]
            expected[:, model.joint_coordinates[joint]] += model.joint_multipliers[joint] * column
        np.testing.assert_allclose(jacobian, expected, atol=1e-12)


def test_jacobian_is_the_derivative_of_the_pose(mobile):
    """Central differences of a step of 1e-6 leave errors of 1e-10 from rounding and 1e-12 from curvature."""
    kinematics, step, frame = Kinematics(mobile), 1e-6, "right_finger"
    q = np.array([[0.3, -0.8, 0.02]])
    jacobian = kinematics.jacobians(frame, q).numpy()[0]
    for i in range(3):
        ahead, behind = (kinematics.frame_poses(frame, q + sign * step * np.eye(3)[i]).numpy()[0] for sign in (1, -1))
        turn = Rotation.from_quat(ahead[3:]) * Rotation.from_quat(behind[3:]).inv()
        derivative = np.concatenate([ahead[:3] - behind[:3], turn.as_rotvec()]) / (2.0 * step)
        np.testing.assert_allclose(jacobian[:, i], derivative, atol=1e-8)


def test_coordinates_that_do_not_move_a_frame_have_zero_columns(mobile):
    jacobian = Kinematics(mobile).jacobians("camera", [[0.1, 0.2, 0.01]]).numpy()[0]
    assert np.abs(jacobian[:, :2]).max() > 0.0
    np.testing.assert_array_equal(jacobian[:, 2], 0.0)


def test_frames_on_the_base_stand_still(mobile):
    kinematics = Kinematics(mobile)
    np.testing.assert_array_equal(kinematics.frame_poses("base", [[0.5, 1.0, 0.0]]).numpy(), [[0, 0, 0, 0, 0, 0, 1]])
    np.testing.assert_array_equal(kinematics.jacobians("base", [[0.5, 1.0, 0.0]]).numpy(), np.zeros((1, 6, 3)))


def test_spheres_move_with_their_links(mobile):
    kinematics, q = Kinematics(mobile), random_configurations(mobile, 5)
    tool = kinematics.frame_poses("tool", q).numpy()
    expected = tool[:, :3] + Rotation.from_quat(tool[:, 3:]).apply([0.1, 0.0, 0.0])
    centers = kinematics.sphere_centers(q).numpy()
    np.testing.assert_allclose(centers[:, 0], expected, atol=1e-14)
    np.testing.assert_allclose(centers[:, 1], [[0.0, 0.0, 0.1]] * 5, atol=1e-15)


def test_the_z_axis_of_a_joint_frame_is_its_axis(mobile):
    frame = Kinematics(mobile).joint_frames(np.zeros((1, 3))).numpy()[0, 1]
    carriage = Rotation.from_euler("xyz", [0.1, 0.2, 0.3])
    expected = (carriage * Rotation.from_euler("xyz", [0.0, 0.5, 0.0])).apply(np.array([0, 1, 1]) / math.sqrt(2.0))
    np.testing.assert_allclose(Rotation.from_quat(frame[3:]).apply([0.0, 0.0, 1.0]), expected, atol=1e-14)


@pytest.mark.parametrize("scalar", [wp.float32, wp.float64])
def test_both_precisions_on_every_device(franka, device, scalar):
    """Single precision: 7 joints, each with a rounding of 6e-8 of some 1 m, leave less than 2e-6 m."""
    qs = random_configurations(franka, 100)
    reference = Kinematics(franka).frame_poses("right_gripper", qs).numpy()
    poses = Kinematics(franka, device, scalar).frame_poses("right_gripper", qs).numpy()
    np.testing.assert_allclose(poses, reference, atol=1e-12 if scalar is wp.float64 else 2e-6)


def test_configurations_may_be_held_by_anything(franka):
    kinematics, q = Kinematics(franka), random_configurations(franka, 3)
    reference = kinematics.frame_poses("panda_hand", q).numpy()
    for same in (q.tolist(), torch.tensor(q), wp.array(q, dtype=wp.float64, device="cpu"), np.asfortranarray(q)):
        np.testing.assert_array_equal(kinematics.frame_poses("panda_hand", same).numpy(), reference)


@pytest.mark.parametrize(
    ("q", "message"),
    [
        (np.zeros(7), r"q should have the shape \(N, 7\), it has \(7,\)"),
        (np.zeros((2, 6)), r"q should have the shape \(N, 7\), it has \(2, 6\)"),
        (np.full((1, 7), np.nan), "q should be finite"),
    ],
)
def test_wrong_configurations_are_refused(franka, q, message):
    with pytest.raises(ValueError, match=message):
        Kinematics(franka).frame_poses("panda_hand", q)


def test_unknown_frames_are_refused_with_those_there_are(franka):
    with pytest.raises(ValueError, match="no frame 'tcp'; there are: 'base_link', 'panda_link0'"):
        Kinematics(franka).frame_poses("tcp", np.zeros((1, 7)))


def test_no_configurations_have_no_poses(franka):
    assert Kinematics(franka).frame_poses("panda_hand", np.zeros((0, 7))).shape == (0,)


# One robot.


def test_one_robot_is_in_the_world(franka):
    base = poses.make_pose([1.0, -2.0, 0.5], [0.3, -0.1, 0.7, 0.4])
    kinematics = SingleRobotKinematics(franka)
    for q in random_configurations(franka, 3):
        local = Kinematics(franka).frame_poses("panda_hand", q[None]).numpy()[0]
        for pose in (poses.IDENTITY, base):
            kinematics.set_base_pose(pose[:3], pose[3:])
            expected = poses.compose(pose, local)
            position, rotation = kinematics.forward("panda_hand", q)
            np.testing.assert_allclose(position, expected[:3], atol=1e-14)
            np.testing.assert_allclose(rotation, Rotation.from_quat(expected[3:]).as_matrix(), atol=1e-14)


def test_answers_are_the_callers_own(franka):
    kinematics = SingleRobotKinematics(franka)
    first = kinematics.forward("panda_hand", franka.default_q)
    kept = [array.copy() for array in first]
    kinematics.forward("panda_hand", franka.default_q + 0.1)
    for array, copy in zip(first, kept, strict=True):
        np.testing.assert_array_equal(array, copy)


@pytest.mark.parametrize(
    ("frame", "q", "message"),
    [
        ("tcp", np.zeros(7), "no frame 'tcp'; there are: 'base_link'"),
        ("panda_hand", np.zeros(6), r"q should hold 7 numbers, its shape is \(6,\)"),
        ("panda_hand", np.full(7, np.nan), "q should be finite"),
    ],
)
def test_one_robot_is_asked_for_what_there_is(franka, frame, q, message):
    with pytest.raises(ValueError, match=message):
        SingleRobotKinematics(franka).forward(frame, q)
