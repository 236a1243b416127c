"""Kinematics of robots in a scene, single ones and instances of many, on every backend."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pippin.assets import Articulation
from pippin.motion.articulations.instance import ArticulationInstance
from pippin.motion.articulations.kinematics import ArticulationKinematicsSolver
from pippin.objects import ArticulationAction, SingleRigidPrim, World, add_robot
from pippin.robots import FRANKA_PANDA_CFG
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import SimulationCfg, SimulationContext

lula = pytest.importorskip("isaacsim.robot_motion.motion_generation.lula", reason="pippin-isaac is not installed")

BASE = np.array([0.3, -0.2, 0.5])
TURN = Rotation.from_rotvec([0.0, 0.0, 1.0])
WXYZ = np.roll(TURN.as_quat(), 1)
HAND = "panda_hand"
DT = 0.01


@pytest.fixture(scope="module")
def solver(motion_data):
    folder = motion_data / "franka"
    paths = folder / "rmpflow" / "robot_descriptor.yaml", folder / "lula_franka_gen.urdf"
    solver = lula.LulaKinematicsSolver(*map(str, paths))
    solver.set_robot_base_pose(BASE, WXYZ)
    return solver


@pytest.fixture
def world(backend):
    name, device = backend
    with World(SimulationCfg(dt=DT, device=device, backend=name)) as world:
        yield world


def test_the_frame_is_where_the_engine_has_its_link(robots_path, world, solver):
    """The solver's URDF and the simulated one describe the same Panda: they agree to single precision."""
    robot = add_robot("/World/panda", FRANKA_PANDA_CFG, "panda", BASE, TURN.as_quat())
    hand = SingleRigidPrim(f"/World/panda/{HAND}")
    kinematics = ArticulationKinematicsSolver(robot, solver, HAND)
    world.reset()
    robot.set_joint_positions([0.3, -0.2, 0.4, -2.0, 0.5, 1.5, -0.6, 0.02, 0.02])
    position, rotation = kinematics.compute_end_effector_pose()
    expected, orientation = hand.get_world_pose()
    np.testing.assert_allclose(position, expected, atol=1e-5)
    np.testing.assert_allclose(rotation, Rotation.from_quat(orientation).as_matrix(), atol=1e-5)


@pytest.mark.slow
def test_the_robot_goes_where_inverse_kinematics_says(robots_path, world, solver):
    robot = add_robot("/World/panda", FRANKA_PANDA_CFG, "panda", BASE, TURN.as_quat())
    hand = SingleRigidPrim(f"/World/panda/{HAND}")
    kinematics = ArticulationKinematicsSolver(robot, solver, HAND)
    world.reset()
    target = BASE + TURN.apply([0.5, 0.2, 0.5])
    down = np.array([0.0, 1.0, 0.0, 0.0])  # w, x, y, z
    action, success = kinematics.compute_inverse_kinematics(target, down)
    assert success
    assert kinematics.get_joints_subset().joint_names == [f"panda_joint{i}" for i in range(1, 8)]
    fingers = robot.get_joint_positions([7, 8])
    robot.apply_action(action)
    for _ in range(250):
        world.step(render=False)
    position, orientation = hand.get_world_pose()
    np.testing.assert_allclose(position, target, atol=1e-3)
    assert (Rotation.from_quat(orientation).inv() * Rotation.from_quat([1, 0, 0, 0])).magnitude() < 0.01
    np.testing.assert_allclose(robot.get_joint_positions([7, 8]), fingers, atol=1e-4)
    action, success = kinematics.compute_inverse_kinematics(BASE + [5.0, 0.0, 0.0])
    assert not success
    assert np.isfinite(action.joint_positions).all()


@pytest.mark.slow
def test_each_instance_of_an_articulation_is_a_robot(robots_path, backend, solver):
    name, device = backend
    with SimulationContext(SimulationCfg(dt=DT, device=device, backend=name)) as simulation:
        InteractiveScene(InteractiveSceneCfg(num_envs=2, env_spacing=2.0))
        pandas = Articulation(FRANKA_PANDA_CFG.replace(prim_path="/World/envs/env_.*/panda"))
        robots = [ArticulationInstance(pandas, env_id) for env_id in range(2)]
        assert robots[0].dof_names is None
        simulation.reset()
        kinematics = ArticulationKinematicsSolver(robots[1], solver, HAND)
        action, success = kinematics.compute_inverse_kinematics(BASE + TURN.apply([0.5, 0.2, 0.5]))
        assert success
        robots[1].apply_action(action)
        robots[0].apply_action(ArticulationAction([0.4, None], joint_indices=[0, 1]))
        before = robots[0].get_joint_positions()
        for _ in range(250):
            pandas.write_data_to_sim()
            simulation.step(render=False)
            pandas.update(DT)
        np.testing.assert_allclose(robots[1].get_joint_positions()[:7], action.joint_positions, atol=2e-3)
        np.testing.assert_allclose(robots[0].get_joint_positions(), [0.4, *before[1:]], atol=2e-3)
        np.testing.assert_allclose(robots[0].get_joint_velocities(), 0.0, atol=1e-3)
        with pytest.raises(ValueError, match=r"Targets should have the shape \(9,\); given: \(7,\)"):
            robots[0].apply_action(ArticulationAction(np.zeros(7)))
        with pytest.raises(IndexError, match="no instance 2: there are 2"):
            ArticulationInstance(pandas, 2)


class Robot:
    """A robot with names of joints alone."""

    dof_names = ("a", "b")


def test_frames_and_joints_that_are_not_there_are_named(robots_path, solver):
    with pytest.raises(ValueError, match="no frame 'tool'; there are: '"):
        ArticulationKinematicsSolver(Robot(), solver, "tool")
    with pytest.raises(ValueError, match="no joint 'panda_joint1', .*; there are: 'a', 'b'"):
        ArticulationKinematicsSolver(Robot(), solver, HAND)
    with World(SimulationCfg(dt=DT, device="cpu", backend="mujoco")):
        robot = add_robot("/World/panda", FRANKA_PANDA_CFG)
        kinematics = ArticulationKinematicsSolver(robot, solver, HAND)
        with pytest.raises(RuntimeError, match="initialise it first"):
            kinematics.get_joints_subset().get_joint_subset_indices()
        with pytest.raises(ValueError, match="no frame 'tool'"):
            kinematics.set_end_effector_frame("tool")
        assert kinematics.get_end_effector_frame() == HAND
