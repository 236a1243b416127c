"""The trajectories of isaacsim.robot_motion.motion_generation and lula, with quaternions (w, x, y, z)."""

from __future__ import annotations

import inspect

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pippin.motion.kinematics import Kinematics

motion_generation = pytest.importorskip("isaacsim.robot_motion.motion_generation", reason="pippin-isaac is missing")
lula = pytest.importorskip("lula", reason="pippin-isaac is missing")

READY = np.array([0.0, -0.8, 0.0, -2.2, 0.0, 1.6, 0.8])
FRAME = "right_gripper"
RIGHT_DOWN = lula.Rotation3(np.pi, np.array([1.0, 0.0, 0.0]))


@pytest.fixture
def files(motion_data):
    """Paths of the description and the URDF of a Panda."""
    folder = motion_data / "franka"
    return str(folder / "rmpflow" / "robot_descriptor.yaml"), str(folder / "lula_franka_gen.urdf")


def test_c_space_trajectories(files, excess):
    generator = motion_generation.LulaCSpaceTrajectoryGenerator(robot_description_path=files[0], urdf_path=files[1])
    waypoints = READY + np.random.default_rng(0).uniform(-0.5, 0.5, (5, 7))
    for trajectory in (
        generator.compute_c_space_trajectory(waypoints),
        generator.compute_timestamped_c_space_trajectory(waypoints, np.arange(5.0)),
    ):
        assert isinstance(trajectory, motion_generation.LulaTrajectory)
        assert isinstance(trajectory, motion_generation.Trajectory)
        assert trajectory.get_active_joints() == [f"panda_joint{number}" for number in range(1, 8)]
        np.testing.assert_allclose(trajectory.get_joint_targets(trajectory.start_time)[0], waypoints[0], atol=1e-9)
        np.testing.assert_allclose(trajectory.get_joint_targets(trajectory.end_time)[0], waypoints[-1], atol=1e-9)


def test_points_have_quaternions_that_begin_with_w(files, franka):
    generator = motion_generation.LulaTaskSpaceTrajectoryGenerator(*files)
    positions = np.array([[0.4, -0.2, 0.4], [0.4, 0.2, 0.4]])
    turned = lula.Rotation3(0.3, [0.0, 0.0, 1.0]) * RIGHT_DOWN
    orientations = np.array([[r.w(), r.x(), r.y(), r.z()] for r in (RIGHT_DOWN, turned)])
    trajectory = generator.compute_task_space_trajectory_from_points(positions, orientations, FRAME)
    ends = trajectory.evaluate([trajectory.start_time, trajectory.end_time])
    poses = Kinematics(franka).frame_poses(FRAME, ends).warp.numpy()
    np.testing.assert_allclose(poses[:, :3], positions, atol=1e-8)
    matrices = Rotation.from_quat(poses[:, 3:]).as_matrix()
    np.testing.assert_allclose(matrices, [RIGHT_DOWN.matrix(), turned.matrix()], atol=1e-8)


@pytest.mark.slow
def test_every_move_of_a_composite_path(files, franka):
    """A program as users of Lula write it."""
    low, high = np.array([0.45, -0.1, 0.35]), np.array([0.45, -0.1, 0.5])
    right, middle = np.array([0.45, 0.2, 0.35]), np.array([0.45, 0.05, 0.45])
    tilted = lula.Rotation3(np.pi - 0.3, np.array([1.0, 0.0, 0.0]))
    spec = lula.create_task_space_path_spec(lula.Pose3(RIGHT_DOWN, low))
    assert spec.add_linear_path(lula.Pose3(tilted, high))
    assert spec.add_translation(low)
    assert spec.add_rotation(RIGHT_DOWN)
    assert spec.add_three_point_arc(right, middle, constant_orientation=True)
    assert spec.add_three_point_arc_with_orientation_target(lula.Pose3(tilted, low), middle)
    assert spec.add_tangent_arc(right, constant_orientation=True)
    assert spec.add_tangent_arc_with_orientation_target(lula.Pose3(RIGHT_DOWN, low))
    c_space_spec = lula.create_c_space_path_spec(READY)
    assert c_space_spec.add_c_space_waypoint(READY + 0.2)
    composite = lula.create_composite_path_spec(READY)
    assert composite.add_task_space_path_spec(spec, lula.CompositePathSpec.TransitionMode.FREE)
    assert composite.add_c_space_path_spec(c_space_spec, lula.CompositePathSpec.TransitionMode.SKIP)

    generator = motion_generation.LulaTaskSpaceTrajectoryGenerator(*files)
    assert isinstance(generator.get_path_conversion_config(), lula.TaskSpacePathConversionConfig)
    trajectory = generator.compute_task_space_trajectory_from_path_spec(composite, FRAME)
    at_waypoints = trajectory.evaluate(trajectory.waypoint_times)
    np.testing.assert_allclose(at_waypoints[[0, -1]], [READY, READY + 0.2], atol=1e-9)
    positions = Kinematics(franka).frame_poses(FRAME, at_waypoints).warp.numpy()[:, :3]
    visited = [int(np.argmin(np.linalg.norm(positions - position, axis=1))) for position in (high, right)]
    np.testing.assert_allclose(positions[visited], [high, right], atol=1e-8)


def test_names_of_lula_share_parameters_with_those_of_pippin():
    for create in (lula.create_c_space_path_spec, lula.create_composite_path_spec):
        assert list(inspect.signature(create).parameters) == ["initial_c_space_position"]


class TestRotations:
    QUATERNION = np.array([0.1, 0.2, 0.3, np.sqrt(1.0 - 0.14)])  # (x, y, z, w)

    @pytest.fixture
    def rotation(self):
        x, y, z, w = self.QUATERNION
        return lula.Rotation3(w, x, y, z)

    def test_every_way_to_make_one(self, rotation):
        expected = Rotation.from_quat(self.QUATERNION)
        axis = expected.as_rotvec()
        for same in (
            rotation,
            lula.Rotation3(expected.as_matrix()),
            lula.Rotation3(np.linalg.norm(axis), 3.0 * axis),
            lula.Rotation3.from_scaled_axis(axis),
            rotation.inverse().inverse(),
            rotation * lula.Rotation3.identity(),
        ):
            np.testing.assert_allclose(np.asarray(same), self.QUATERNION, atol=1e-12)
            np.testing.assert_allclose([same.x(), same.y(), same.z(), same.w()], self.QUATERNION, atol=1e-12)
            np.testing.assert_allclose(same.matrix(), expected.as_matrix(), atol=1e-12)
            np.testing.assert_allclose(same.scaled_axis(), axis, atol=1e-12)

    def test_products_and_inverses_are_those_of_matrices(self, rotation):
        pose = lula.Pose3(rotation, [1.0, 2.0, 3.0])
        other = lula.Pose3(RIGHT_DOWN, [-1.0, 0.5, 0.0])
        np.testing.assert_allclose((pose * other).matrix(), pose.matrix() @ other.matrix(), atol=1e-12)
        np.testing.assert_allclose(pose.inverse().matrix(), np.linalg.inv(pose.matrix()), atol=1e-12)
        np.testing.assert_allclose(pose * np.ones(3), (pose.matrix() @ np.ones(4))[:3], atol=1e-12)
        np.testing.assert_allclose(rotation * np.ones(3), rotation.matrix() @ np.ones(3), atol=1e-12)

    def test_every_way_to_make_a_pose(self, rotation):
        pose = lula.Pose3(rotation, [1.0, 2.0, 3.0])
        np.testing.assert_allclose(np.asarray(lula.Pose3(pose.matrix())), [1.0, 2.0, 3.0, *self.QUATERNION], atol=1e-12)
        np.testing.assert_allclose(lula.Pose3.from_rotation(rotation).matrix()[:3, :3], rotation.matrix(), atol=1e-12)
        np.testing.assert_allclose(np.asarray(lula.Pose3.from_translation([1, 2, 3])), [1, 2, 3, 0, 0, 0, 1])
        np.testing.assert_allclose(lula.Pose3.identity().matrix(), lula.Pose3().matrix())

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ([], "angle and axis, a matrix, or w, x, y and z"),
            ([2.0 * np.eye(3)], "should be orthogonal"),
            ([1.0, [0.0, 0.0, 0.0]], "an axis of 3 numbers"),
            ([0.0, 0.0, 0.0, 0.0], "should not be zero"),
        ],
    )
    def test_what_is_none_is_refused(self, arguments, message):
        with pytest.raises(ValueError, match=message):
            lula.Rotation3(*arguments)

    @pytest.mark.parametrize("arguments", [[np.eye(3)], [np.eye(3), np.zeros(3)], [RIGHT_DOWN, np.zeros(2)]])
    def test_what_is_no_pose_is_refused(self, arguments):
        with pytest.raises(ValueError, match="should|is made of"):
            lula.Pose3(*arguments)
