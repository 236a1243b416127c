"""RMPflow under the names of Isaac Sim, with quaternions (w, x, y, z)."""

from __future__ import annotations

import inspect

import numpy as np
import pytest
from pxr import UsdGeom
from scipy.spatial.transform import Rotation

motion_generation = pytest.importorskip("isaacsim.robot_motion.motion_generation")

TURN = Rotation.from_rotvec([0.3, -0.4, 0.2])
WXYZ = np.roll(TURN.as_quat(), 1)


@pytest.fixture(scope="module")
def policy(motion_data):
    loader = motion_generation.interface_config_loader
    assert loader.get_supported_robot_policy_pairs(motion_data)["franka"] == ["rmpflow"]
    config = loader.load_supported_motion_policy_config("Franka", "RMPflow", motion_data)
    return motion_generation.RmpFlow(**config)


def test_it_is_a_motion_policy_with_every_method_of_the_interface(policy):
    assert isinstance(policy, motion_generation.MotionPolicy)
    assert isinstance(policy, motion_generation.WorldInterface)
    methods = inspect.getmembers(motion_generation.MotionPolicy, inspect.isfunction)
    for name in (name for name, _ in methods if not name.startswith("_")):
        owner = next(base for base in type(policy).__mro__ if name in vars(base))
        assert owner not in (motion_generation.MotionPolicy, motion_generation.WorldInterface), name


def test_substeps_may_be_counted_in_a_frame(motion_data):
    loader = motion_generation.interface_config_loader
    config = loader.load_supported_motion_policy_config("Franka", "RMPflow", motion_data)
    del config["maximum_substep_size"]
    q = np.zeros(7)
    counted = motion_generation.RmpFlow(**config, evaluations_per_frame=5)
    measured = motion_generation.RmpFlow(**config, maximum_substep_size=1.0 / 300.0)
    moves = [each.compute_joint_targets(q, q, q[:0], q[:0], 1.0 / 60.0) for each in (counted, measured)]
    np.testing.assert_array_equal(moves[0], moves[1])
    with pytest.raises(ValueError, match="maximum_substep_size"):
        motion_generation.RmpFlow(**config)


def test_quaternions_begin_with_w(policy):
    q = policy.get_default_cspace_position_target()
    policy.set_robot_base_pose(np.zeros(3), WXYZ)
    position, _ = policy.get_end_effector_pose(q)
    policy.set_robot_base_pose(np.zeros(3), np.array([1.0, 0.0, 0.0, 0.0]))
    np.testing.assert_allclose(position, TURN.apply(policy.get_end_effector_pose(q)[0]), atol=1e-12)


def test_marker_orientations_begin_with_w(policy):
    policy.set_robot_base_pose(np.zeros(3), WXYZ)
    policy.set_internal_robot_joint_states(policy.get_default_cspace_position_target(), np.zeros(7))
    w, x, y, z = policy.get_end_effector_as_prim().get_world_pose()[1]
    _, rotation = policy.get_end_effector_pose(policy.get_default_cspace_position_target())
    np.testing.assert_allclose(Rotation.from_quat([x, y, z, w]).as_matrix(), rotation, atol=1e-12)


def test_kinematics_solver_has_the_same_base(policy):
    q = policy.get_default_cspace_position_target()
    policy.set_robot_base_pose(np.array([1.0, 2.0, 3.0]), WXYZ)
    position, rotation = policy.get_kinematics_solver().compute_forward_kinematics("right_gripper", q)
    expected = policy.get_end_effector_pose(q)
    np.testing.assert_allclose(position, expected[0], atol=1e-12)
    np.testing.assert_allclose(rotation, expected[1], atol=1e-12)


def test_target_orientations_begin_with_w(policy):
    policy.reset()
    policy.set_ignore_state_updates(True)
    q = policy.get_default_cspace_position_target()
    position, rotation = policy.get_end_effector_pose(q)
    wanted = Rotation.from_matrix(rotation) * TURN
    policy.set_end_effector_target(position, np.roll(wanted.as_quat(), 1))
    for _ in range(600):
        q, _ = policy.compute_joint_targets(q, np.zeros(7), [], [], 1.0 / 60.0)
    assert (wanted.inv() * Rotation.from_matrix(policy.get_end_effector_pose(q)[1])).magnitude() < 0.02


def test_algorithms_without_obstacles_say_so():
    interface = motion_generation.WorldInterface()

    class FixedCuboid:
        pass

    assert interface.add_obstacle(FixedCuboid()) is False
    assert interface.remove_obstacle(FixedCuboid()) is False


def test_markers_are_prims_of_the_stage_and_leave_it(policy):
    from isaacsim.core.utils.stage import create_new_stage

    stage = create_new_stage()
    policy.reset()
    q = policy.get_default_cspace_position_target()
    policy.set_internal_robot_joint_states(q, np.zeros(7))
    policy.visualize_collision_spheres()
    policy.visualize_end_effector_position()
    spheres, hand = policy.get_collision_spheres_as_prims(), policy.get_end_effector_as_prim()
    for marker in [*spheres, hand]:
        assert UsdGeom.Imageable(stage.GetPrimAtPath(marker.prim_path)).ComputeVisibility() == "inherited"
    policy.set_internal_robot_joint_states(q + 0.2, np.zeros(7))
    place = UsdGeom.Xformable(hand.prim).ComputeLocalToWorldTransform(0)
    position, rotation = policy.get_end_effector_pose(q + 0.2)
    np.testing.assert_allclose(place.ExtractTranslation(), position, atol=1e-6)
    np.testing.assert_allclose(np.array(place)[:3, :3].T, rotation, atol=1e-6)
    assert UsdGeom.Sphere(spheres[3].prim).GetRadiusAttr().Get() == pytest.approx(spheres[3].get_radius())
    policy.stop_visualizing_collision_spheres()
    policy.stop_visualizing_end_effector()
    assert not any(stage.GetPrimAtPath(marker.prim_path) for marker in [*spheres, hand])


def test_markers_survive_the_end_of_their_stage(policy):
    from isaacsim.core.utils.stage import create_new_stage

    create_new_stage()
    policy.visualize_collision_spheres()
    create_new_stage()
    policy.set_internal_robot_joint_states(policy.get_default_cspace_position_target(), np.zeros(7))
    policy.reset()
