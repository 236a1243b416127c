"""Names of Lula: each gives what the part of Pippin behind it gives, in Lula's order of calls."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

pytest.importorskip("lula", reason="pippin-isaac is missing")

import lula
from isaacsim.robot_motion.motion_generation.lula.interface_helper import LulaInterfaceHelper
from isaacsim.robot_motion.motion_generation.lula.motion_policies import RmpFlowSmoothed
from isaacsim.robot_motion.motion_generation.lula.utils import get_pose3, get_pose_rel_robot_base
from isaacsim.robot_motion.motion_generation.lula.world import LulaWorld
from pippin.motion.rmpflow import RmpFlow

FRAME = "right_gripper"


@pytest.fixture(scope="module")
def folder(motion_data):
    return motion_data / "franka"


@pytest.fixture(scope="module")
def robot(folder):
    return lula.load_robot(folder / "rmpflow" / "robot_descriptor.yaml", folder / "lula_franka_gen.urdf")


def box(size):
    obstacle = lula.create_obstacle(lula.Obstacle.Type.CUBE)
    obstacle.set_attribute(lula.Obstacle.Attribute.SIDE_LENGTHS, size)
    return obstacle


def test_robots_load_from_memory(folder, robot):
    texts = [(folder / name).read_text() for name in ("rmpflow/robot_descriptor.yaml", "lula_franka_gen.urdf")]
    loaded = lula.load_robot_from_memory(*texts)
    q = np.linspace(0.1, 0.7, 7)
    expected = robot.kinematics().pose(q, FRAME).matrix()
    np.testing.assert_array_equal(loaded.kinematics().pose(q, FRAME).matrix(), expected)


def test_inverse_kinematics_finds_what_forward_kinematics_gives(robot):
    kinematics, config = robot.kinematics(), lula.CyclicCoordDescentIkConfig()
    target = kinematics.pose(robot.default_c_space_configuration() + 0.2, FRAME)
    config.position_tolerance, config.orientation_tolerance = 1e-5, 1e-4
    config.bfgs_gradient_norm_termination = False
    config.bfgs_cspace_limit_biasing = lula.CyclicCoordDescentIkConfig.CSpaceLimitBiasing.DISABLE
    results = lula.compute_ik_ccd(kinematics, target, FRAME, config)
    assert results.success
    reached = kinematics.pose(results.cspace_position, FRAME)
    assert np.linalg.norm(reached.translation - target.translation) <= 1e-5
    config.cspace_seeds = [robot.default_c_space_configuration() + 0.2]
    assert lula.compute_ik_ccd(kinematics, target, FRAME, config).num_descents == 1


def test_accelerations_are_those_of_the_policies(folder, robot):
    """Against the velocities that RMPflow, asked as Isaac Sim asks it, gives after a very short time."""
    world = lula.create_world()
    handle = world.add_obstacle(box([0.1, 0.2, 0.3]), lula.Pose3.from_translation([0.5, 0.0, 0.3]))
    path = folder / "rmpflow" / "franka_rmpflow_common.yaml"
    policy = lula.create_rmpflow(lula.create_rmpflow_config(path, robot, FRAME, world.add_world_view()))
    policy.set_end_effector_position_attractor([0.6, 0.3, 0.4])
    q, qd, qdd = robot.default_c_space_configuration(), np.full(7, 0.1), np.zeros(7)

    files = folder / "rmpflow" / "robot_descriptor.yaml", folder / "lula_franka_gen.urdf", path
    other = RmpFlow(*files, FRAME, 1e-3, guided=False)
    other.set_end_effector_target([0.6, 0.3, 0.4])
    for has_box in (True, False):
        if has_box:
            other.world.add("box", lula_box_shape(), [0.5, 0.0, 0.3])
        else:
            world.disable_obstacle(handle)
            other.world.remove("box")
        policy.eval_accel(q, qd, qdd)
        _, velocity = other.compute_joint_targets(q, qd, (), (), 1e-7)
        np.testing.assert_allclose(qdd, (velocity - qd) / 1e-7, rtol=1e-4, atol=1e-3)
    assert policy.num_collision_spheres() == len(policy.collision_sphere_positions(q)) == 55


def lula_box_shape():
    return box([0.1, 0.2, 0.3]).shape()


def test_planner_finds_ways_around_obstacles(robot):
    world = lula.create_world()
    planner = lula.create_motion_planner(robot, world.add_world_view())
    start = robot.default_c_space_configuration()
    goal = start + np.array([1.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    assert len(planner.plan_to_cspace_target(start, goal).path) == 2
    world.add_obstacle(box([0.4, 0.04, 0.8]), lula.Pose3(lula.Rotation3(0.6, [0.0, 0.0, 1.0]), [0.33, 0.23, 0.4]))
    results = planner.plan_to_cspace_target(start, goal, generate_interpolated_path=True)
    assert results.path_found and len(results.path) > 2
    steps = np.linalg.norm(np.diff(results.interpolated_path, axis=0), axis=1)
    assert steps.max() <= 0.01 + 1e-12
    assert planner.set_param("step_size", 0.1)
    assert not planner.set_param("nothing", 1)
    with pytest.raises(TypeError, match="a robot description and a world view"):
        lula.create_motion_planner(robot)


def test_trajectories_keep_to_their_limits_and_paths_to_their_frames(robot):
    kinematics = robot.kinematics()
    generator = lula.create_c_space_trajectory_generator(kinematics)
    generator.set_velocity_limits(np.full(7, 0.5))
    q = robot.default_c_space_configuration()
    trajectory = generator.generate_trajectory([q, q + 0.2, q - 0.1])
    domain = trajectory.domain()
    speeds = [np.abs(trajectory.eval(time, 1)).max() for time in np.linspace(domain.lower, domain.upper, 200)]
    assert 0.45 < max(speeds) <= 0.5 + 1e-9

    pose = kinematics.pose(q, FRAME)
    spec = lula.create_task_space_path_spec(pose)
    spec.add_translation(pose.translation + [0.0, 0.15, 0.05])
    path = lula.convert_task_space_path_spec_to_c_space(spec, kinematics, FRAME)
    along = np.array([kinematics.position(path.eval(s), FRAME) for s in np.linspace(0.0, path.path_length(), 50)])
    direction = np.array([0.0, 0.15, 0.05]) / np.hypot(0.15, 0.05)
    assert np.linalg.norm(np.cross(along - pose.translation, direction), axis=1).max() <= 3e-3
    np.testing.assert_allclose(along[-1], pose.translation + [0.0, 0.15, 0.05], atol=1e-6)
    linear = lula.create_linear_c_space_path(lula.create_c_space_path_spec(q))
    assert linear.path_length() == 0.0


def test_attributes_of_shapes_have_to_be_there_and_make_sense():
    obstacle = lula.create_obstacle(lula.Obstacle.Type.CYLINDER)
    obstacle.set_attribute(lula.Obstacle.Attribute.RADIUS, 0.1)
    with pytest.raises(ValueError, match="needs the attribute HEIGHT"):
        lula.create_world().add_obstacle(obstacle)
    with pytest.raises(ValueError, match="SIDE_LENGTHS should be 3 positive"):
        box([1.0, 2.0])


def test_helpers_turn_poses_into_the_frame_of_the_base(robot):
    rotation = Rotation.from_euler("xyz", [0.3, -0.2, 0.5])
    w, x, y, z = np.roll(rotation.as_quat(), 1)
    helper = LulaInterfaceHelper(robot)
    assert helper.set_robot_base_pose([1.0, 2.0, 3.0], [w, x, y, z])
    q = robot.default_c_space_configuration()
    position, matrix = helper.get_end_effector_pose(q, FRAME)
    back, turned = get_pose_rel_robot_base(position, matrix, [1.0, 2.0, 3.0], rotation.as_matrix())
    expected = robot.kinematics().pose(q, FRAME)
    np.testing.assert_allclose(back, expected.translation, atol=1e-12)
    np.testing.assert_allclose(turned, expected.rotation.matrix(), atol=1e-12)
    np.testing.assert_allclose(get_pose3(rot_quat=[w, x, y, z]).rotation.matrix(), rotation.as_matrix(), atol=1e-12)


def test_worlds_hold_objects_of_scenes():
    class Sphere:
        name = "ball"

        def get_world_pose(self):
            return np.array([1.0, 0.0, 0.5]), np.array([1.0, 0.0, 0.0, 0.0])

        def get_radius(self):
            return 0.2

    world, ball = LulaWorld(), Sphere()
    assert world.add_sphere(ball)
    centre = np.zeros((1, 1, 3))
    assert world.world.nearest(centre, [0.0]).distances.numpy()[0, 0] == pytest.approx(np.hypot(1.0, 0.5) - 0.2)
    world.update_world(robot_pos=[1.0, 0.0, 0.0], robot_base_moved=True)
    assert world.world.nearest(centre, [0.0]).distances.numpy()[0, 0] == pytest.approx(0.3)
    assert world.remove_obstacle(ball)


def test_smoothed_motion_arrives_with_less_of_a_jerk(folder):
    files = folder / "rmpflow" / "robot_descriptor.yaml", folder / "lula_franka_gen.urdf"
    policy = RmpFlowSmoothed(*map(str, files), str(folder / "rmpflow" / "franka_rmpflow_common.yaml"), FRAME, 1 / 300)
    q, qd = policy.get_default_cspace_position_target(), np.zeros(7)
    target = policy.get_end_effector_pose(q)[0] + [0.0, 0.2, 0.1]
    policy.set_end_effector_target(target)
    speeds = []
    for _ in range(400):
        q, qd = policy.compute_joint_targets(q, qd, (), (), 1.0 / 60.0)
        speeds.append(policy.speed_scalar)
    assert min(speeds) < 0.9
    assert speeds[-1] > 0.95
    assert np.linalg.norm(policy.get_end_effector_pose(q)[0] - target) < 2e-3
