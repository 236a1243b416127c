"""Motion policies that drive robots with more joints than they control, in another order."""

from __future__ import annotations

import numpy as np
import pytest

from pippin.motion.articulations.action import ArticulationSubset
from pippin.motion.articulations.policy import ArticulationMotionPolicy, MotionPolicyController
from pippin.motion.config_folders import load_config
from pippin.motion.rmpflow import RmpFlow

DT = 1.0 / 60.0


class PerfectRobot:
    """A robot with a gripper, joints in reverse order, that is where it should be after a frame."""

    def __init__(self, arm_names, arm_positions):
        self.dof_names = ["finger", *reversed(arm_names)]
        self.positions = np.concatenate([[0.04], arm_positions[::-1]])
        self.velocities = np.zeros(len(self.positions))

    def get_joint_positions(self):
        return self.positions

    def get_joint_velocities(self):
        return self.velocities

    def apply_action(self, action):
        self.positions[action.joint_indices] = action.joint_positions
        self.velocities[action.joint_indices] = action.joint_velocities


class Ball:
    """A ball of a scene."""

    def __init__(self, position):
        self.position = np.array(position)

    def get_world_pose(self):
        return self.position, np.array([0.0, 0.0, 0.0, 1.0])

    def get_radius(self):
        return 0.1


class VisualSphere(Ball):
    """A class whose name tells the shape."""


@pytest.fixture(scope="module")
def shared_policy(motion_data):
    return RmpFlow(**load_config(motion_data, "Franka", "RMPflow"))


@pytest.fixture
def policy(shared_policy):
    shared_policy.reset()
    return shared_policy


@pytest.fixture
def robot(policy):
    return PerfectRobot(policy.get_active_joints(), policy.get_default_cspace_position_target())


def gripper(policy, robot):
    q = ArticulationSubset(robot, policy.get_active_joints()).get_joint_positions()
    return policy.get_end_effector_pose(q)[0]


def test_robot_reaches_the_target_and_keeps_its_gripper(policy, robot):
    driver = ArticulationMotionPolicy(robot, policy)
    policy.set_end_effector_target([0.5, 0.2, 0.4])
    for _ in range(600):
        driver.move()
    np.testing.assert_allclose(gripper(policy, robot), [0.5, 0.2, 0.4], atol=0.01)
    assert robot.positions[0] == 0.04
    assert driver.get_robot_articulation() is robot
    assert driver.get_motion_policy() is policy


def test_actions_are_those_of_the_policy(policy, robot):
    driver = ArticulationMotionPolicy(robot, policy, 0.02)
    policy.set_end_effector_target([0.5, 0.2, 0.4])
    action = driver.get_next_articulation_action()
    q = policy.get_default_cspace_position_target()
    expected = policy.compute_joint_targets(q, np.zeros(7), (), (), 0.02)
    np.testing.assert_array_equal(action.joint_positions, expected[0])
    np.testing.assert_array_equal(action.joint_velocities, expected[1])
    assert [robot.dof_names[i] for i in action.joint_indices] == policy.get_active_joints()
    other = driver.get_next_articulation_action(0.01)
    assert np.abs(other.joint_positions - expected[0]).max() > 0.0
    assert driver.get_default_physics_dt() == 0.02
    driver.set_default_physics_dt(0.01)
    np.testing.assert_array_equal(driver.get_next_articulation_action().joint_positions, other.joint_positions)


def test_watched_joints_of_rmpflow_are_none(policy, robot):
    assert ArticulationMotionPolicy(robot, policy).get_watched_joints_subset().num_joints == 0


@pytest.mark.slow
def test_controller_follows_a_target_that_moves_around_a_ball_that_moves(policy, robot):
    controller = MotionPolicyController("follow", ArticulationMotionPolicy(robot, policy))
    ball = VisualSphere([0.5, 0.0, 1.5])
    controller.add_obstacle(ball)
    for step in range(900):
        ball.position = np.array([0.5, 0.0, 1.5 - min(step, 300) / 300])
        target = np.array([0.5, 0.3 * np.sin(min(step, 600) / 100.0), 0.3])
        robot.apply_action(controller.forward(target))
        spheres = policy.get_collision_spheres_as_prims()
        gaps = [np.linalg.norm(s.position - ball.position) - s.get_radius() - 0.1 for s in spheres]
        assert min(gaps) > 0.0
    np.testing.assert_allclose(gripper(policy, robot), target, atol=0.01)
    controller.reset()
    assert not policy.remove_obstacle(ball)


def test_subset_maps_to_the_order_of_the_robot(policy, robot):
    subset = ArticulationSubset(robot, policy.get_active_joints()[:2])
    values = subset.map_to_articulation_order([1.0, 2.0])
    assert values[robot.dof_names.index("panda_joint1")] == 1.0
    assert values[robot.dof_names.index("panda_joint2")] == 2.0
    assert np.isnan(values).sum() == 6


def test_robots_that_lack_joints_are_named(policy, robot):
    robot.dof_names = robot.dof_names[:-1]
    with pytest.raises(ValueError, match="no joint 'panda_joint1'; there are: 'finger', 'panda_joint7'"):
        ArticulationMotionPolicy(robot, policy)


def test_robots_that_are_not_initialised_say_so(policy, robot):
    names, robot.dof_names = robot.dof_names, None
    driver = ArticulationMotionPolicy(robot, policy)
    with pytest.raises(RuntimeError, match="initialise it first"):
        driver.get_next_articulation_action()
    robot.dof_names = names
    driver.move()


@pytest.mark.parametrize("duration", [0.0, -1.0, np.nan])
def test_frames_last_some_time(policy, robot, duration):
    with pytest.raises(ValueError, match="duration of a frame should be a positive time"):
        ArticulationMotionPolicy(robot, policy, duration)
    with pytest.raises(ValueError, match="duration of a frame should be a positive time"):
        ArticulationMotionPolicy(robot, policy).move(duration)


def test_targets_of_other_length_are_refused(policy, robot):
    subset = ArticulationSubset(robot, policy.get_active_joints())
    with pytest.raises(ValueError, match=r"joint_positions should have the shape \(7,\), it has \(6,\)"):
        subset.make_articulation_action(np.zeros(6))
