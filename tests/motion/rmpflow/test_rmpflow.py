"""RMPflow for one robot, with the methods that motion policies of Isaac Sim have."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pippin.motion.config_folders import load_config
from pippin.motion.kinematics import Kinematics
from pippin.motion.rmpflow import RmpFlow

DT = 1.0 / 60.0
TURN = Rotation.from_rotvec([0.3, -0.4, 0.2])
NONE = np.empty(0)


@dataclass(eq=False)
class DynamicSphere:
    """A ball of a scene."""

    position: list[float]
    radius: float = 0.1
    name: str = "ball"
    scale: list[float] = field(default_factory=lambda: [1.0, 1.0, 1.0])

    def get_world_pose(self):
        return np.array(self.position), np.array([0.0, 0.0, 0.0, 1.0])

    def get_radius(self):
        return self.radius

    def get_height(self):
        return 2.0 * self.radius

    def get_size(self):
        return self.radius

    def get_local_scale(self):
        return np.array(self.scale)


@pytest.fixture(scope="module")
def config(motion_data):
    return load_config(motion_data, "Franka", "RMPflow")


@pytest.fixture(scope="module")
def shared_policy(config):
    return RmpFlow(**config)


@pytest.fixture
def policy(shared_policy):
    """RMPflow of the Panda, as new."""
    shared_policy.reset()
    shared_policy.set_ignore_state_updates(False)
    return shared_policy


def targets_at(policy, q, frames=1):
    """Targets at rest at a configuration."""
    for _ in range(frames):
        targets = policy.compute_joint_targets(q, np.zeros_like(q), NONE, NONE, DT)
    return targets


def test_joints(policy, franka):
    assert policy.get_active_joints() == list(franka.coordinate_names)
    assert policy.get_watched_joints() == []
    np.testing.assert_array_equal(policy.get_default_cspace_position_target(), franka.default_q)


def test_state_is_fed_back_unless_ignored(policy):
    q = policy.get_default_cspace_position_target()
    policy.set_end_effector_target([0.5, 0.2, 0.4])
    first = targets_at(policy, q)
    np.testing.assert_array_equal(targets_at(policy, q), first)  # the robot did not move, so nothing changed
    policy.set_ignore_state_updates(True)
    second = targets_at(policy, q)
    assert np.abs(second[0] - q).max() > np.abs(first[0] - q).max()  # it is believed to have moved


def test_rollout_begins_with_the_state_of_the_first_call(config, franka):
    policy = RmpFlow(**{**config, "ignore_robot_state_updates": True})
    start = franka.default_q + 0.2
    first, _ = targets_at(policy, start)
    second, _ = targets_at(policy, franka.default_q)
    np.testing.assert_allclose(first, start, atol=0.02)  # a frame takes no robot farther
    np.testing.assert_allclose(second, first, atol=0.05)  # not 0.2 away, as it said
    policy.set_internal_robot_joint_states(franka.default_q, np.zeros(7), NONE, NONE)
    for found, expected in zip(
        policy.get_internal_robot_joint_states(), (franka.default_q, np.zeros(7), NONE, NONE), strict=True
    ):
        np.testing.assert_array_equal(found, expected)


def test_velocity_targets_are_those_of_the_motion(policy, franka):
    """Five substeps of semi-implicit Euler end with the velocity of the last one."""
    policy.set_end_effector_target([0.5, 0.2, 0.4])
    q, qd = franka.default_q, np.full(7, 0.1)
    before = policy.compute_joint_targets(q, qd, NONE, NONE, DT - DT / 5)[0]
    after, velocity = policy.compute_joint_targets(q, qd, NONE, NONE, DT)
    np.testing.assert_allclose((after - before) / (DT / 5), velocity, atol=1e-9)


def test_pose_and_jacobian_of_the_end_effector_stand_in_the_world(policy, franka):
    q = franka.default_q + 0.1
    local = Kinematics(franka).frame_poses("right_gripper", q[None]).numpy()[0]
    policy.set_robot_base_pose([1.0, 2.0, 3.0], TURN.as_quat())
    position, rotation = policy.get_end_effector_pose(q)
    np.testing.assert_allclose(position, [1.0, 2.0, 3.0] + TURN.apply(local[:3]), atol=1e-12)
    np.testing.assert_allclose(rotation, (TURN * Rotation.from_quat(local[3:])).as_matrix(), atol=1e-12)
    steps = 1e-6 * np.eye(7)
    differences = [
        (policy.get_end_effector_pose(q + s)[0] - policy.get_end_effector_pose(q - s)[0]) / 2e-6 for s in steps
    ]
    np.testing.assert_allclose(policy.get_end_effector_jacobian(q)[:3], np.transpose(differences), atol=1e-8)


def test_kinematics_solver_has_the_same_base(policy):
    policy.set_robot_base_pose([1.0, 2.0, 3.0], TURN.as_quat())
    q = policy.get_default_cspace_position_target()
    position, rotation = policy.get_end_effector_pose(q)
    result = policy.get_kinematics_solver().solve("right_gripper", position, Rotation.from_matrix(rotation).as_quat())
    assert result.success
    np.testing.assert_allclose(policy.get_end_effector_pose(result.q)[0], position, atol=1e-3)


def test_obstacles_come_move_and_go(policy, franka):
    q = franka.default_q
    free = targets_at(policy, q)[0]
    ball = DynamicSphere([0.4, 0.0, 5.0])
    assert policy.add_obstacle(ball)
    np.testing.assert_array_equal(targets_at(policy, q)[0], free)
    ball.position = [0.45, 0.0, 0.6]
    np.testing.assert_array_equal(targets_at(policy, q)[0], free)  # nobody looked yet
    policy.update_world()
    repelled = targets_at(policy, q)[0]
    assert np.abs(repelled - free).max() > 1e-6
    assert policy.disable_obstacle(ball)
    np.testing.assert_array_equal(targets_at(policy, q)[0], free)
    assert policy.enable_obstacle(ball)
    np.testing.assert_array_equal(targets_at(policy, q)[0], repelled)
    assert policy.remove_obstacle(ball)
    np.testing.assert_array_equal(targets_at(policy, q)[0], free)
    assert not policy.enable_obstacle(ball)
    assert not policy.remove_obstacle(ball)


def test_static_obstacles_stay_unless_named(policy, franka):
    free = targets_at(policy, franka.default_q)[0]
    ball = DynamicSphere([0.4, 0.0, 5.0])
    policy.add_sphere(ball, static=True)
    ball.position = [0.45, 0.0, 0.6]
    policy.update_world()
    np.testing.assert_array_equal(targets_at(policy, franka.default_q)[0], free)
    policy.update_world([ball])
    assert np.abs(targets_at(policy, franka.default_q)[0] - free).max() > 1e-6


@pytest.mark.parametrize("kind", ["cuboid", "sphere", "capsule", "cylinder", "cone"])
def test_all_shapes_repel(policy, franka, kind):
    free = targets_at(policy, franka.default_q)[0]
    thing = DynamicSphere([0.5, 0.0, 0.6], scale=[1.2, 1.2, 0.9])
    assert getattr(policy, f"add_{kind}")(thing)
    assert np.abs(targets_at(policy, franka.default_q)[0] - free).max() > 1e-6
    assert not getattr(policy, f"add_{kind}")(thing)


def test_objects_of_no_known_shape_are_no_obstacles(policy):
    assert not policy.add_obstacle(object())


def test_reset_forgets_everything(policy, franka):
    fresh = targets_at(policy, franka.default_q + 0.1)
    policy.add_sphere(DynamicSphere([0.5, 0.0, 0.6]))
    policy.set_robot_base_pose([0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0])
    policy.set_cspace_target(np.zeros(7))
    policy.set_end_effector_target([0.5, 0.0, 0.5], TURN.as_quat())
    assert np.abs(targets_at(policy, franka.default_q + 0.1)[0] - fresh[0]).max() > 1e-6
    policy.reset()
    np.testing.assert_array_equal(targets_at(policy, franka.default_q + 0.1), fresh)


def test_markers_follow_the_believed_state(policy, franka):
    policy.set_robot_base_pose([1.0, 2.0, 3.0], TURN.as_quat())
    spheres, hand = policy.get_collision_spheres_as_prims(), policy.get_end_effector_as_prim()
    order = np.argsort(franka.sphere_frames, kind="stable")  # by the names of their links
    assert [franka.sphere_frames[index] for index in order[:19]] == ["panda_hand"] * 18 + ["panda_link0"]
    assert [marker.get_radius() for marker in spheres] == list(franka.sphere_radii[order])
    assert not any(marker.get_visibility() for marker in [*spheres, hand])
    policy.visualize_collision_spheres()
    policy.visualize_end_effector_position()
    assert all(marker.get_visibility() for marker in [*spheres, hand])
    q = franka.default_q + 0.3
    policy.set_internal_robot_joint_states(q, np.zeros(7))
    centers = [1.0, 2.0, 3.0] + TURN.apply(Kinematics(franka).sphere_centers(q[None]).numpy()[0])
    np.testing.assert_allclose([marker.get_world_pose()[0] for marker in spheres], centers[order], atol=1e-12)
    np.testing.assert_allclose(hand.get_world_pose()[0], policy.get_end_effector_pose(q)[0], atol=1e-12)
    policy.stop_visualizing_collision_spheres()
    policy.stop_visualizing_end_effector()
    assert policy.get_end_effector_as_prim() is not hand
    assert policy.get_collision_spheres_as_prims()[0] is not spheres[0]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda p: targets_at(p, np.zeros(6)), r"positions should have the shape \(7,\)"),
        (lambda p: targets_at(p, np.full(7, np.nan)), "positions should be finite"),
        (lambda p: p.compute_joint_targets(np.zeros(7), np.zeros(7), [0.0], [0.0], DT), "watches no joints"),
        (lambda p: p.set_end_effector_target([np.nan, 0.0, 0.0]), "position should be finite"),
        (lambda p: p.set_robot_base_pose([0.0, 0.0, 0.0], [0.0] * 4), "should be a quaternion"),
        (lambda p: p.get_end_effector_pose(np.zeros(9)), "q should hold 7 numbers"),
        (lambda p: p.add_sphere(DynamicSphere([np.nan, 0.0, 0.0])), "pose of ball should be finite"),
        (lambda p: p.add_sphere(DynamicSphere([0.0, 0.0, 0.0], radius=-1.0)), "radius of a sphere should be positive"),
    ],
)
def test_bad_input_is_refused_and_changes_nothing(policy, franka, call, message):
    before = targets_at(policy, franka.default_q)
    with pytest.raises(ValueError, match=message):
        call(policy)
    np.testing.assert_array_equal(targets_at(policy, franka.default_q), before)


def test_unreachable_targets_leave_the_policy_usable(policy, franka):
    policy.set_ignore_state_updates(True)
    policy.set_end_effector_target([50.0, 0.0, 0.0], TURN.as_quat())
    q, qd = targets_at(policy, franka.default_q, frames=300)
    assert np.isfinite(q).all() and np.isfinite(qd).all()
    policy.set_end_effector_target([0.5, 0.2, 0.4])
    q, _ = targets_at(policy, franka.default_q, frames=600)
    np.testing.assert_allclose(policy.get_end_effector_pose(q)[0], [0.5, 0.2, 0.4], atol=0.01)
