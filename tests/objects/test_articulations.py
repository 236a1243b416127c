"""Robots as objects: their joints, drives and actions, on every backend."""

from __future__ import annotations

import numpy as np
import pytest
import warp as wp
from pxr import Usd, UsdPhysics
from scipy.spatial.transform import Rotation

from pippin.actuators import IdealPDActuatorCfg
from pippin.motion.articulations.action import ArticulationSubset
from pippin.objects import (
    Articulation,
    ArticulationAction,
    ArticulationActions,
    SingleArticulation,
    SingleRigidPrim,
    add_robot,
)
from pippin.objects.arguments import checked_array
from pippin.physics.scene import playing_scene
from pippin.robots import FRANKA_PANDA_CFG
from pippin.sim import create_prim, get_prim, is_prim_path_valid

FLOAT = 1e-6
BASE = (0.3, -0.2, 0.5)
TURN = Rotation.from_rotvec([0.0, 0.0, 1.0]).as_quat()
READY = [0.0, -0.569, 0.0, -2.810, 0.0, 3.037, 0.741, 0.04, 0.04]


@pytest.fixture
def panda(robots_path, world):
    return world.scene.add(add_robot("/World/panda", FRANKA_PANDA_CFG, "panda", BASE, TURN))


@pytest.fixture
def cpu_panda(robots_path, cpu_world):
    return cpu_world.scene.add(add_robot("/World/panda", FRANKA_PANDA_CFG, "panda"))


def run(world, steps):
    for _ in range(steps):
        world.step(render=False)


def test_it_begins_as_its_config_says_and_holds_still(world, panda):
    assert panda.dof_names is None
    assert panda.num_dof is None
    world.reset()
    assert panda.dof_names == [f"panda_joint{i}" for i in range(1, 8)] + ["panda_finger_joint1", "panda_finger_joint2"]
    assert panda.num_dof == 9
    assert panda.get_dof_index("panda_joint3") == 2
    for _ in range(2):
        np.testing.assert_allclose(panda.get_joint_positions(), READY, atol=FLOAT)
        np.testing.assert_allclose(panda.get_world_pose()[0], BASE, atol=FLOAT)
        np.testing.assert_allclose(panda.get_world_pose()[1], TURN, atol=FLOAT)
        run(world, 100)
    np.testing.assert_allclose(panda.get_joint_velocities(), 0.0, atol=1e-5)
    stiffness, damping = panda.get_articulation_controller().get_gains()
    np.testing.assert_allclose(stiffness, 4 * [600] + 3 * [250] + 2 * [2000], rtol=1e-6)
    np.testing.assert_allclose(damping, 4 * [50] + 3 * [20] + 2 * [100], rtol=1e-6)
    np.testing.assert_allclose(panda.dof_properties["maxEffort"], 4 * [87] + 3 * [12] + 2 * [100], rtol=1e-6)
    np.testing.assert_allclose(panda.dof_properties["lower"][3], -3.0718, rtol=1e-6)
    np.testing.assert_allclose(panda.dof_properties["maxVelocity"], 4 * [2.175] + 3 * [2.61] + 2 * [0.2], rtol=1e-6)
    armatures = wp.zeros((1, 9), dtype=float, device=world.device)
    playing_scene(world).articulations("/World/panda").read_joint_armature(armatures)
    np.testing.assert_allclose(armatures.numpy()[0], 7 * [0.1] + 2 * [0.5], rtol=1e-6)


@pytest.mark.slow
def test_actions_move_the_joints_that_they_name(world, panda):
    world.reset()
    panda.apply_action(ArticulationAction(joint_positions=[0.4, None, 0.01, 0.01], joint_indices=[0, 1, 7, 8]))
    run(world, 150)
    expected = [0.4, *READY[1:7], 0.01, 0.01]  # one finger mimics the other
    np.testing.assert_allclose(panda.get_joint_positions(), expected, atol=2e-3)
    np.testing.assert_allclose(panda.get_applied_action().joint_positions, expected, atol=FLOAT)
    world.reset()
    np.testing.assert_allclose(panda.get_joint_positions(), READY, atol=FLOAT)
    np.testing.assert_allclose(panda.get_applied_action().joint_positions, READY, atol=FLOAT)


def test_efforts_accelerate_as_the_drives_say(cpu_world, cpu_panda):
    """In the mode for efforts a joint under a constant effort gains the speed effort / inertia * time."""
    cpu_world.reset()
    controller = cpu_panda.get_articulation_controller()
    controller.switch_control_mode("effort")
    np.testing.assert_array_equal(np.concatenate(controller.get_gains()), 0.0)
    cpu_panda.set_joint_efforts([2.0], joint_indices=[0])
    run(cpu_world, 5)
    slow = cpu_panda.get_joint_velocities([0])[0]
    cpu_world.reset()
    controller.switch_control_mode("effort")
    cpu_panda.set_joint_efforts([4.0], joint_indices=[0])
    np.testing.assert_allclose(cpu_panda.get_applied_joint_efforts([0]), [4.0])
    np.testing.assert_allclose(cpu_panda.get_measured_joint_efforts([0, 1]), [4.0, 0.0], atol=FLOAT)
    run(cpu_world, 5)
    assert slow > 0.0
    assert cpu_panda.get_joint_velocities([0])[0] == pytest.approx(2.0 * slow, rel=1e-2)


def test_velocities_are_followed_in_their_mode(cpu_world, cpu_panda):
    cpu_world.reset()
    cpu_panda.get_articulation_controller().switch_control_mode("velocity")
    cpu_panda.apply_action(ArticulationAction(joint_velocities=[0.2], joint_indices=[0]))
    run(cpu_world, 100)
    assert cpu_panda.get_joint_velocities([0])[0] == pytest.approx(0.2, rel=1e-2)
    cpu_panda.get_articulation_controller().switch_control_mode("position")
    assert cpu_panda.get_articulation_controller().get_gains()[0][0] == pytest.approx(600)


def test_largest_efforts_limit_the_drives(cpu_world, cpu_panda):
    cpu_world.reset()
    controller = cpu_panda.get_articulation_controller()
    controller.set_max_efforts([3.0], [0])
    assert controller.get_max_efforts()[0] == pytest.approx(3.0)
    cpu_panda.apply_action(ArticulationAction(joint_positions=[2.0], joint_indices=[0]))
    assert cpu_panda.get_measured_joint_efforts([0])[0] == pytest.approx(3.0)


def test_states_that_are_written_are_read_and_kept_as_default(world, panda):
    world.reset()
    q = np.array(READY) + [0.1, -0.1, 0.2, 0.3, -0.2, 0.1, 0.3, -0.01, -0.02]
    panda.set_joints_default_state(positions=q)
    panda.set_joint_positions([0.7], [1])
    panda.set_joint_velocities([0.5], [1])
    assert panda.get_joint_positions([1])[0] == pytest.approx(0.7)
    assert panda.get_joint_velocities([1])[0] == pytest.approx(0.5)
    world.reset()
    np.testing.assert_allclose(panda.get_joint_positions(), q, atol=FLOAT)
    np.testing.assert_allclose(panda.get_joints_state().velocities, 0.0, atol=FLOAT)


def test_links_are_where_the_base_and_the_joints_put_them(world, panda):
    hand = SingleRigidPrim("/World/panda/panda_hand", "hand")
    world.reset()
    position, _ = hand.get_world_pose()
    panda.set_world_pose((0, 0, 0), (0, 0, 0, 1))
    local, _ = hand.get_world_pose()
    np.testing.assert_allclose(position, BASE + Rotation.from_quat(TURN).apply(local), atol=1e-5)
    with pytest.raises(ValueError, match="Links of articulations follow their joints"):
        hand.set_world_pose((0, 0, 0))


@pytest.mark.slow
def test_several_robots_are_addressed_by_rows_and_columns(robots_path, world):
    for i in (2, 0, 1):
        add_robot(f"/World/panda_{i}", FRANKA_PANDA_CFG, position=(0, i, 0))
    robots = Articulation([f"/World/panda_{i}" for i in range(3)])
    world.reset()
    np.testing.assert_allclose(robots.get_world_poses()[0][:, 1], [0, 1, 2], atol=FLOAT)
    robots.apply_action(ArticulationActions(joint_positions=[[0.1], [0.3]], joint_indices=[0]), indices=[0, 2])
    run(world, 150)
    np.testing.assert_allclose(robots.get_joint_positions(joint_indices=[0])[:, 0], [0.1, 0.0, 0.3], atol=2e-3)
    robots.set_joint_positions([[0.5, -0.5]], indices=[1], joint_indices=[0, 1])
    one = SingleArticulation("/World/panda_1")
    np.testing.assert_allclose(one.get_joint_positions([1, 0]), [-0.5, 0.5], atol=FLOAT)


def test_subsets_have_an_order_of_their_own(cpu_world, cpu_panda):
    subset = ArticulationSubset(cpu_panda, ["panda_joint4", "panda_joint2"])
    assert not subset.is_initialized
    cpu_world.reset()
    assert subset.is_initialized
    np.testing.assert_allclose(subset.get_joint_positions(), [-2.810, -0.569], atol=FLOAT)
    subset.apply_action(joint_positions=[-2.0, 0.1], joint_efforts=[1.0, 2.0])
    applied = subset.get_applied_action()
    np.testing.assert_allclose(applied.joint_positions, [-2.0, 0.1], atol=FLOAT)
    np.testing.assert_allclose(cpu_panda.get_applied_joint_efforts(), [0, 2, 0, 1, 0, 0, 0, 0, 0], atol=FLOAT)


def test_subsets_set_the_state_of_their_joints(cpu_world, cpu_panda):
    subset = ArticulationSubset(cpu_panda, ["panda_joint4", "panda_joint2"])
    cpu_world.reset()
    subset.set_joint_positions([-2.0, 0.3])
    subset.set_joint_velocities([0.1, -0.2])
    subset.set_joint_efforts([3.0, 4.0])
    np.testing.assert_allclose(cpu_panda.get_joint_positions([1, 3]), [0.3, -2.0], atol=FLOAT)
    np.testing.assert_allclose(cpu_panda.get_joint_velocities([1, 3]), [-0.2, 0.1], atol=FLOAT)
    damping = cpu_panda.get_articulation_controller().get_gains()[1]
    expected = np.array([3.0, 4.0]) - damping[[3, 1]] * [0.1, -0.2]  # positions are where their targets are
    np.testing.assert_allclose(subset.get_joint_efforts(), expected, atol=1e-3)
    with pytest.raises(ValueError, match=r"positions should have the shape \(2,\)"):
        subset.set_joint_positions([1.0])


def test_what_is_meant_for_one_robot_needs_no_dimension_for_it():
    np.testing.assert_array_equal(checked_array("positions", np.arange(9.0), (1, 9)), np.arange(9.0)[None])
    with pytest.raises(ValueError, match="positions"):
        checked_array("positions", np.arange(9.0), (2, 9))


def test_robots_that_lack_a_method_are_named():
    class Robot:
        dof_names = ("a",)

    with pytest.raises(NotImplementedError, match=r"'Robot' has no method 'set_joint_positions'"):
        ArticulationSubset(Robot(), ["a"]).set_joint_positions([1.0])


def test_actions_tell_what_is_in_them():
    action = ArticulationAction(joint_positions=[1.0, None], joint_velocities=np.array([3.0, 4.0]))
    assert action.get_length() == 2
    assert ArticulationAction().get_length() is None
    assert action.get_dof_action(1) == {"position": None, "velocity": 4.0, "effort": None}
    assert set(action.get_dict()) == {"joint_positions", "joint_velocities", "joint_efforts"}


def test_joints_that_are_moved_stay_there(cpu_world, cpu_panda):
    cpu_world.reset()
    cpu_panda.set_joint_positions([0.5, 0.3], [0, 1])
    run(cpu_world, 100)
    np.testing.assert_allclose(cpu_panda.get_joint_positions([0, 1]), [0.5, 0.3], atol=1e-4)


@pytest.mark.slow
def test_a_soft_reset_brings_back_positions_and_targets(cpu_world, cpu_panda):
    cpu_world.reset()
    cpu_panda.apply_action(ArticulationAction(joint_positions=[0.5], joint_velocities=[0.1], joint_indices=[0]))
    run(cpu_world, 50)
    cpu_world.reset(soft=True)
    run(cpu_world, 50)
    np.testing.assert_allclose(cpu_panda.get_joint_positions(), READY, atol=1e-4)


@pytest.mark.slow
def test_gains_of_the_start_come_back_with_the_mode(cpu_world, cpu_panda):
    cpu_world.reset()
    controller = cpu_panda.get_articulation_controller()
    start = controller.get_gains()
    controller.set_gains(2.0 * start[0], 3.0 * start[1])
    np.testing.assert_allclose(controller.get_gains(), [2.0 * start[0], 3.0 * start[1]], rtol=1e-6)
    controller.switch_control_mode("position")
    np.testing.assert_allclose(controller.get_gains(), start, rtol=1e-6)


@pytest.mark.slow
def test_a_prim_around_a_robot_moves_with_its_root(robots_path, cpu_world):
    create_prim("/World/group", position=(0, 2, 0))
    add_robot("/World/group/panda", FRANKA_PANDA_CFG, position=(1, 2, 0))
    group = SingleArticulation("/World/group")
    hand = SingleRigidPrim("/World/group/panda/panda_link0")
    cpu_world.reset()
    np.testing.assert_allclose(group.get_world_pose()[0], (0, 2, 0), atol=FLOAT)
    group.set_world_pose((0, 0, 0), TURN)
    np.testing.assert_allclose(hand.get_world_pose()[0], Rotation.from_quat(TURN).apply([1, 0, 0]), atol=FLOAT)
    np.testing.assert_allclose(group.get_world_pose()[0], (0, 0, 0), atol=FLOAT)


@pytest.mark.slow
def test_robots_that_nobody_asks_for_hold_still(robots_path, cpu_world):
    add_robot("/World/panda", FRANKA_PANDA_CFG)
    cpu_world.reset()
    run(cpu_world, 50)
    np.testing.assert_allclose(SingleArticulation("/World/panda").get_joint_positions(), READY, atol=1e-4)


@pytest.mark.slow
def test_the_root_may_be_carried_by_a_joint(robots_path, cpu_world):
    """As in many USD files, the fixed joint to the world carries the articulation root."""
    add_robot("/World/panda", FRANKA_PANDA_CFG)
    prims = list(Usd.PrimRange(get_prim("/World/panda")))
    (root,) = [prim for prim in prims if prim.HasAPI(UsdPhysics.ArticulationRootAPI)]
    fixed = [UsdPhysics.Joint(prim) for prim in prims if prim.IsA(UsdPhysics.FixedJoint)]
    (to_world,) = [joint.GetPrim() for joint in fixed if not joint.GetBody0Rel().GetTargets()]
    root.RemoveAPI(UsdPhysics.ArticulationRootAPI)
    UsdPhysics.ArticulationRootAPI.Apply(to_world)
    robot = SingleArticulation("/World/panda")
    cpu_world.reset()
    run(cpu_world, 20)
    np.testing.assert_allclose(robot.get_joint_positions(), READY, atol=1e-4)
    robot.set_world_pose((1, 0, 0))
    np.testing.assert_allclose(robot.get_world_pose()[0], (1, 0, 0), atol=FLOAT)


@pytest.mark.slow
def test_two_objects_of_one_robot_share_what_its_drives_were_told(cpu_world, cpu_panda):
    cpu_world.reset()
    cpu_panda.apply_action(ArticulationAction(joint_positions=[0.4], joint_indices=[0]))
    other = SingleArticulation("/World/panda", "other")
    other.apply_action(ArticulationAction(joint_positions=[0.2], joint_indices=[1]))
    run(cpu_world, 150)
    np.testing.assert_allclose(cpu_panda.get_joint_positions([0, 1]), [0.4, 0.2], atol=2e-3)


# -- bad input --


@pytest.mark.slow
@pytest.mark.parametrize(
    "action, error, message",
    [
        (
            ArticulationAction(np.zeros(8)),
            ValueError,
            r"joint_positions should have the shape \(1, 9\); its shape is \(1, 8\)",
        ),
        (
            ArticulationAction(np.zeros(1), joint_indices=[9]),
            IndexError,
            "joint_indices should be whole numbers from 0 to 8",
        ),
        (ArticulationAction(np.zeros(1), joint_indices=[-1]), IndexError, "joint_indices should be whole numbers"),
        (ArticulationAction(["up"], joint_indices=[0]), ValueError, "joint_positions should be numbers"),
    ],
)
def test_actions_that_make_no_sense_change_nothing(cpu_world, cpu_panda, action, error, message):
    cpu_world.reset()
    action.joint_efforts = None if action.joint_positions is None else np.ones(1)
    with pytest.raises(error, match=message):
        cpu_panda.apply_action(action)
    np.testing.assert_array_equal(cpu_panda.get_applied_joint_efforts(), 0.0)
    np.testing.assert_allclose(cpu_panda.get_applied_action().joint_positions, READY, atol=FLOAT)


def test_names_and_gains_that_make_no_sense_are_refused(cpu_world, cpu_panda):
    with pytest.raises(RuntimeError, match="only while the simulation plays"):
        cpu_panda.get_joint_positions()
    cpu_world.reset()
    with pytest.raises(ValueError, match="no joint 'elbow'; there are: panda_joint1, "):
        cpu_panda.get_dof_index("elbow")
    with pytest.raises(ValueError, match="kps should not be negative"):
        cpu_panda.get_articulation_controller().set_gains(kps=-np.ones(9))
    with pytest.raises(ValueError, match="positions should be finite"):
        cpu_panda.set_joint_positions(np.full(9, np.nan))
    with pytest.raises(ValueError, match="control mode should be 'position'"):
        cpu_panda.get_articulation_controller().switch_control_mode("torque")


@pytest.mark.slow
def test_gains_that_are_saved_are_those_of_the_next_start(cpu_world, cpu_panda):
    """Those that are not saved are lost at stop. Seven joints turn, a finger slides, and the other one follows it."""
    cpu_world.reset()
    controller = cpu_panda.get_articulation_controller()
    before = controller.get_gains()
    stiffness, damping = np.linspace(100.0, 900.0, 9), np.linspace(10.0, 90.0, 9)
    for save in (False, True):
        controller.set_gains(stiffness, damping, save_to_usd=save)
        np.testing.assert_allclose(controller.get_gains(), [stiffness, damping], rtol=FLOAT)
        cpu_world.stop()
        cpu_world.reset()
        expected = np.array([stiffness, damping] if save else before)
        np.testing.assert_allclose(np.array(controller.get_gains())[:, :8], expected[:, :8], rtol=1e-5)


@pytest.mark.slow
def test_robots_without_gravity_need_no_effort_to_stay(cpu_world, cpu_panda):
    """Without gravity, drives without stiffness let the arm rest; with it, it falls."""

    def moved():
        before = cpu_panda.get_joint_positions()
        for _ in range(30):
            cpu_world.step(render=False)
        return np.abs(cpu_panda.get_joint_positions() - before).max()

    cpu_panda.disable_gravity()  # on the stage
    cpu_world.reset()
    cpu_panda.get_articulation_controller().switch_control_mode("effort")
    assert moved() < 1e-6
    cpu_panda.enable_gravity()
    assert moved() > 0.01
    cpu_world.reset()
    cpu_panda.get_articulation_controller().switch_control_mode("effort")
    assert moved() < 1e-6


def test_prims_that_hold_no_robot_are_refused(cpu_world, cpu_panda):
    create_prim("/World/nothing")
    robot = SingleArticulation("/World/nothing", "nothing")
    cpu_world.reset()
    with pytest.raises(RuntimeError, match="'nothing' is no articulation in the simulation"):
        robot.get_joint_positions()


def test_explicit_actuators_are_refused(robots_path, cpu_world):
    cfg = FRANKA_PANDA_CFG.copy()
    cfg.actuators["hand"] = IdealPDActuatorCfg(joint_names_expr=["panda_finger.*"], stiffness=1.0, damping=1.0)
    with pytest.raises(NotImplementedError, match="actuators hand are computed outside of the engine"):
        add_robot("/World/panda", cfg)


def test_robots_that_fail_leave_nothing_on_the_stage(robots_path, cpu_world):
    cfg = FRANKA_PANDA_CFG.copy()
    cfg.init_state.joint_pos = {"elbow": 0.1}
    with pytest.raises(ValueError, match="elbow"):
        add_robot("/World/panda", cfg)
    assert not is_prim_path_valid("/World/panda")


def test_values_for_one_robot_may_have_a_dimension_too_many(cpu_world, cpu_panda):
    """As what one of several robots gave: (1, n) is (n,) for one robot."""
    cpu_world.reset()
    cpu_panda.set_joint_positions(np.array([READY]))
    np.testing.assert_allclose(cpu_panda.get_joint_positions(), READY, atol=FLOAT)
    with pytest.raises(ValueError, match="positions"):
        cpu_panda.set_joint_positions(np.array([READY, READY]))


@pytest.mark.parametrize("damping", [1.0e12, 1.0e13, 1.0e14])
def test_drives_of_1e15_follow_what_they_are_told(cpu_world, cpu_panda, damping):
    """As Isaac Sim's tests of trajectories set them: each joint is within 3 mrad of where it is to be."""
    cpu_world.reset()
    controller = cpu_panda.get_articulation_controller()
    controller.set_gains(np.full(9, 1.0e15), np.full(9, damping))
    wave = np.array([0.8, 0.3, 0.4, 0.3, -0.4, 0.3, 0.5, 0.0, 0.0])
    for phase in np.pi * cpu_world.get_physics_dt() * np.arange(1, 121):  # [rad], from rest to rest and back
        targets = READY + 0.5 * wave * (1.0 - np.cos(phase))
        speeds = 0.5 * np.pi * wave * np.sin(phase)
        controller.apply_action(ArticulationAction(joint_positions=targets, joint_velocities=speeds))
        run(cpu_world, 1)
        np.testing.assert_allclose(cpu_panda.get_joint_positions()[:7], targets[:7], atol=3e-3)
