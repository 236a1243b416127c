"""Programs in the manner of Isaac Sim's tutorials: a robot, its configurations, and a loop over frames."""

from __future__ import annotations

import os

import numpy as np
import pytest

from pippin.sim import SimulationContext
from pippin.sim.converters import UrdfConverter, UrdfConverterCfg

pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")

from pxr import Gf, Usd, UsdGeom

import lula
from isaacsim import SimulationApp
from isaacsim.core.api import World
from isaacsim.core.api.controllers import BaseController
from isaacsim.core.api.objects.cuboid import DynamicCuboid, FixedCuboid, VisualCuboid
from isaacsim.core.prims import SingleArticulation as Articulation
from isaacsim.core.prims import SingleXFormPrim as XFormPrim
from isaacsim.core.utils.extensions import get_extension_path_from_name
from isaacsim.core.utils.numpy.rotations import euler_angles_to_quats, rot_matrices_to_quats
from isaacsim.core.utils.stage import add_reference_to_stage, create_new_stage
from isaacsim.robot.wheeled_robots.controllers import DifferentialController, WheelBasePoseController
from isaacsim.robot.wheeled_robots.robots import WheeledRobot
from isaacsim.robot_motion.motion_generation import (
    RRT,
    ArticulationKinematicsSolver,
    ArticulationMotionPolicy,
    ArticulationTrajectory,
    LulaCSpaceTrajectoryGenerator,
    LulaKinematicsSolver,
    LulaTaskSpaceTrajectoryGenerator,
    MotionPolicyController,
    PathPlannerVisualizer,
    RmpFlow,
)
from isaacsim.robot_motion.motion_generation import interface_config_loader as loader
from isaacsim.storage.native import get_assets_root_path

DT = 1.0 / 60.0
BASE = np.array([0.2, -0.1, 0.3])
BASE_ORIENTATION = euler_angles_to_quats([0.0, 0.0, 0.5])
DOWN = euler_angles_to_quats([0.0, np.pi, 0.0])


@pytest.fixture
def scene(robots_path):
    """A world with a Panda that does not stand at the origin, and a marker of its target."""
    create_new_stage()
    world = World(physics_dt=DT)
    assets = get_assets_root_path()
    add_reference_to_stage(assets + "/Isaac/Robots/Franka/franka.usd", "/panda")
    add_reference_to_stage(assets + "/Isaac/Props/UIElements/frame_prim.usd", "/World/target")
    robot = world.scene.add(Articulation("/panda", "panda", position=BASE, orientation=BASE_ORIENTATION))
    target = XFormPrim("/World/target", scale=[0.04, 0.04, 0.04])
    yield world, robot, target
    SimulationContext.clear_instance()


@pytest.mark.parametrize("arc", ["reference", "payload"])
def test_scenes_with_robots_of_isaac_sims_servers_have_stand_ins(robots_path, tmp_path, caplog, arc):
    """A scene that was saved with such a robot keeps its pose, and the program that begins with it has nine joints."""
    path = str(tmp_path / "scene.usda")
    saved = Usd.Stage.CreateNew(path)
    UsdGeom.SetStageUpAxis(saved, UsdGeom.Tokens.z)
    UsdGeom.SetStageMetersPerUnit(saved, 1.0)
    xform = UsdGeom.Xform.Define(saved, "/World/robots/franka")
    xform.AddTranslateOp().Set(Gf.Vec3d(0.5, -0.25, 0.0))
    arcs = xform.GetPrim().GetReferences() if arc == "reference" else xform.GetPrim().GetPayloads()
    add = arcs.AddReference if arc == "reference" else arcs.AddPayload
    add("https://omniverse.example/Assets/Isaac/5.1/Isaac/Robots/FrankaRobotics/FrankaPanda/franka.usd")
    saved.Save()
    app = SimulationApp({"headless": True, "open_usd": path})
    assert "stand-in" in caplog.text
    try:
        world = World(physics_dt=DT)
        robot = world.scene.add(Articulation("/World/robots/franka", "franka"))
        world.reset()
        assert robot.num_dof == 9
        np.testing.assert_allclose(robot.get_world_pose()[0], [0.5, -0.25, 0.0], atol=1e-6)
        before = robot.get_joint_positions()
        for _ in range(10):
            world.step(render=False)
        np.testing.assert_allclose(robot.get_joint_positions(), before, atol=0.02)
    finally:
        app.close()


def test_a_grid_of_isaac_sims_servers_is_a_plane_that_holds_a_box():
    create_new_stage()
    world = World(physics_dt=DT)
    add_reference_to_stage(get_assets_root_path() + "/Isaac/Environments/Grid/default_environment.usd", "/World/grid")
    box = world.scene.add(DynamicCuboid("/World/box", "box", position=[0.0, 0.0, 0.3], size=0.2))
    try:
        world.reset()
        for _ in range(60):
            world.step(render=False)
        np.testing.assert_allclose(box.get_world_pose()[0], [0.0, 0.0, 0.1], atol=5e-3)
    finally:
        SimulationContext.clear_instance()


def test_the_default_ground_is_made_once():
    create_new_stage()
    world = World(physics_dt=DT)
    try:
        assert world.scene.add_default_ground_plane() is world.scene.add_default_ground_plane()
    finally:
        SimulationContext.clear_instance()


def test_wheels_turn_as_the_base_should_go():
    """A base of 0.1125 m on wheels of 3 cm: it turns towards its goal, drives, and stops there."""
    turn = DifferentialController("turn", wheel_radius=0.03, wheel_base=0.1125)
    np.testing.assert_allclose(turn.forward([0.3, 2.0]).joint_velocities, [6.25, 13.75])
    controller = WheelBasePoseController("go", turn, is_holonomic=False)
    ahead = np.array([1.0, 0.0, 0.0, 0.0])
    for goal, wheels in (([0.0, 1.0], [-0.9375, 0.9375]), ([1.0, 0.0], [20.0 / 3.0] * 2), ([0.01, 0.0], [0.0, 0.0])):
        action = controller.forward(np.zeros(3), ahead, np.array(goal))
        np.testing.assert_allclose(action.joint_velocities, wheels)


ROVER = """<robot name="rover">
  <link name="base"><inertial><origin xyz="0 0 -0.05"/><mass value="5"/>
    <inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
  {wheels}
</robot>"""
WHEEL = """<link name="{side}"><inertial><mass value="0.2"/>
    <inertia ixx="0.001" iyy="0.001" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="{side}_axle" type="continuous"><parent link="base"/><child link="{side}"/>
    <origin xyz="0 {y} 0"/><axis xyz="0 1 0"/></joint>"""


@pytest.mark.slow
def test_a_robot_on_two_wheels_drives_as_commanded(tmp_path):
    """Wheels that roll without slip, 0.1 m in radius and 0.4 m apart: v = r (l + r) / 2, turn = r (r - l) / 0.4."""
    wheels = "".join(WHEEL.format(side=side, y=y) for side, y in (("left", 0.2), ("right", -0.2)))
    (tmp_path / "rover.urdf").write_text(ROVER.format(wheels=wheels))
    drive = UrdfConverterCfg.JointDriveCfg(
        target_type="velocity", gains=UrdfConverterCfg.JointDriveCfg.PDGainsCfg(stiffness=0.0, damping=0.2)
    )
    cfg = UrdfConverterCfg(
        asset_path=str(tmp_path / "rover.urdf"), usd_dir=str(tmp_path), fix_base=False, joint_drive=drive
    )
    create_new_stage()
    world = World(physics_dt=DT)
    world.scene.add_default_ground_plane()
    names = ["left_axle", "right_axle"]
    usd_path = UrdfConverter(cfg).usd_path
    robot = world.scene.add(
        WheeledRobot("/World/rover", "rover", None, names, None, usd_path, True, position=[0.0, 0.0, 0.1])
    )
    controller = DifferentialController("drive", wheel_radius=0.1, wheel_base=0.4)
    try:
        world.reset()
        for speed, turn in ((0.4, 0.0), (0.3, 0.5)):
            positions = []
            for _ in range(round(4.0 / DT)):
                robot.apply_wheel_actions(controller.forward([speed, turn]))
                world.step(render=False)
                positions.append(robot.get_world_pose()[0][:2])
            np.testing.assert_allclose(
                robot.get_wheel_velocities(), [(speed - 0.2 * turn) / 0.1, (speed + 0.2 * turn) / 0.1], rtol=0.02
            )
            way = np.linalg.norm(positions[-1] - positions[-1 - round(1.0 / DT)])  # of the last second: a chord
            np.testing.assert_allclose(way, speed * np.sinc(0.5 * turn / np.pi), rtol=0.02)
            np.testing.assert_allclose(robot.get_angular_velocity()[2], turn, atol=0.01)
    finally:
        SimulationContext.clear_instance()


def in_world(position):
    """A position in the frame of the robot's base, in that of the world."""
    turn = 0.5
    matrix = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    return BASE + matrix @ position


def end_effector(robot, solver, frame):
    solver.set_robot_base_pose(*robot.get_world_pose())
    return ArticulationKinematicsSolver(robot, solver, frame).compute_end_effector_pose()


@pytest.mark.slow
def test_rmpflow_with_the_files_of_the_extension(scene):
    world, robot, target = scene
    configs = os.path.join(
        get_extension_path_from_name("isaacsim.robot_motion.motion_generation"), "motion_policy_configs"
    )
    rmpflow = RmpFlow(
        robot_description_path=configs + "/franka/rmpflow/robot_descriptor.yaml",
        urdf_path=configs + "/franka/lula_franka_gen.urdf",
        rmpflow_config_path=configs + "/franka/rmpflow/franka_rmpflow_common.yaml",
        end_effector_frame_name="right_gripper",
        maximum_substep_size=0.00334,
    )
    obstacle = FixedCuboid("/World/obstacle", size=0.1, position=in_world([0.5, 0.0, 0.8]), color=np.array([0, 0, 1.0]))
    rmpflow.add_obstacle(obstacle)
    articulation_rmpflow = ArticulationMotionPolicy(robot, rmpflow)
    target.set_world_pose(in_world([0.5, 0.2, 0.4]), DOWN)
    goal = target.get_world_pose()[0]

    def update(step):
        rmpflow.set_end_effector_target(*target.get_world_pose())
        rmpflow.set_robot_base_pose(*robot.get_world_pose())
        rmpflow.update_world()
        robot.apply_action(articulation_rmpflow.get_next_articulation_action(step))

    world.reset()
    world.add_physics_callback("sim_step", callback_fn=update)
    for _ in range(300):
        world.step(render=False)
    position, _ = end_effector(robot, rmpflow.get_kinematics_solver(), "right_gripper")
    np.testing.assert_allclose(position, goal, atol=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ur5", "ur10"])
def test_other_arms_follow_rmpflow_over_the_ground(robots_path, name):
    create_new_stage()
    world = World(physics_dt=DT)
    ground = world.scene.add_default_ground_plane()
    robots = get_assets_root_path() + "/Isaac/Robots/UniversalRobots"
    add_reference_to_stage(f"{robots}/{name}/{name}.usd", "/arm")
    robot = world.scene.add(Articulation("/arm", "arm"))
    world.reset()
    config = loader.load_supported_motion_policy_config(name.upper(), "RMPflow")
    rmpflow = RmpFlow(**config)
    rmpflow.add_obstacle(ground)
    policy = ArticulationMotionPolicy(robot, rmpflow, DT)
    for goal in ([0.5, 0.3, 0.4], [0.4, -0.4, 0.6]):
        rmpflow.set_end_effector_target(np.array(goal))
        for _ in range(360):
            policy.move()
            world.step(render=False)
        solver = rmpflow.get_kinematics_solver()
        position, _ = end_effector(robot, solver, config["end_effector_frame_name"])
        np.testing.assert_allclose(position, goal, atol=0.01)
    SimulationContext.clear_instance()


@pytest.mark.slow
def test_a_controller_of_ones_own_wraps_a_motion_policy(scene):
    world, robot, _ = scene

    class Follower(MotionPolicyController):
        def __init__(self, name, robot):
            rmpflow = RmpFlow(**loader.load_supported_motion_policy_config("Franka", "RMPflow"))
            rmpflow.set_robot_base_pose(BASE, BASE_ORIENTATION)
            super().__init__(name, ArticulationMotionPolicy(robot, rmpflow, DT))

    follower = Follower("follower", robot)
    assert isinstance(follower, BaseController)
    world.reset()
    goal = in_world([0.4, -0.3, 0.5])
    for _ in range(300):
        robot.get_articulation_controller().apply_action(follower.forward(goal, DOWN))
        world.step(render=False)
    solver = follower.get_motion_policy().get_kinematics_solver()
    np.testing.assert_allclose(end_effector(robot, solver, "right_gripper")[0], goal, atol=0.01)


@pytest.mark.slow
def test_inverse_kinematics_moves_the_robot(scene):
    world, robot, _ = scene
    assert "Franka" in loader.get_supported_robots_with_lula_kinematics()
    solver = LulaKinematicsSolver(**loader.load_supported_lula_kinematics_solver_config("Franka"))
    articulation_solver = ArticulationKinematicsSolver(robot, solver, "right_gripper")
    world.reset()
    solver.set_robot_base_pose(*robot.get_world_pose())
    goal = in_world([0.45, 0.1, 0.3])
    action, success = articulation_solver.compute_inverse_kinematics(goal, DOWN)
    assert success
    robot.apply_action(action)
    for _ in range(120):
        world.step(render=False)
    position, rotation = articulation_solver.compute_end_effector_pose()
    np.testing.assert_allclose(position, goal, atol=1e-3)
    np.testing.assert_allclose(np.abs(rot_matrices_to_quats(rotation) @ DOWN), 1.0, atol=1e-4)
    robot_of_lula = lula.load_robot(*list(loader.load_supported_lula_kinematics_solver_config("Franka").values()))
    same = LulaKinematicsSolver(None, None, robot_description=robot_of_lula)
    assert same.get_joint_names() == solver.get_joint_names()
    q = articulation_solver.get_joints_subset().get_joint_positions()
    in_base = robot_of_lula.kinematics().pose(q, "right_gripper", "panda_link0")
    np.testing.assert_allclose(in_world(in_base.translation), position, atol=1e-5)


@pytest.mark.slow
def test_trajectories_are_followed_frame_by_frame(scene):
    world, robot, _ = scene
    config = loader.load_supported_lula_kinematics_solver_config("Franka")
    world.reset()
    start = robot.get_joint_positions()[:7]
    waypoints = np.array([start, start + 0.2, start + [0.4, 0.1, 0.0, 0.3, 0.0, -0.3, 0.2]])
    trajectory = LulaCSpaceTrajectoryGenerator(**config).compute_c_space_trajectory(waypoints)
    for action in ArticulationTrajectory(robot, trajectory, DT).get_action_sequence():
        robot.apply_action(action)
        world.step(render=False)
    for _ in range(60):
        world.step(render=False)
    np.testing.assert_allclose(robot.get_joint_positions()[:7], waypoints[-1], atol=5e-3)

    generator = LulaTaskSpaceTrajectoryGenerator(**config)
    path = lula.create_task_space_path_spec(lula.Pose3(lula.Rotation3(np.pi, np.array([1.0, 0, 0])), [0.4, 0.0, 0.5]))
    path.add_linear_path(lula.Pose3(lula.Rotation3(np.pi, np.array([1.0, 0, 0])), [0.4, 0.2, 0.5]))
    spec = lula.create_composite_path_spec(robot.get_joint_positions()[:7])
    spec.add_task_space_path_spec(path, lula.CompositePathSpec.TransitionMode.FREE)
    trajectory = generator.compute_task_space_trajectory_from_path_spec(spec, "right_gripper")
    actions = ArticulationTrajectory(robot, trajectory, DT)
    assert len(actions.get_action_sequence()) == int(np.ceil(actions.get_trajectory_duration() / DT - 1e-9))
    for action in actions.get_action_sequence():
        robot.apply_action(action)
        world.step(render=False)
    for _ in range(60):
        world.step(render=False)
    position, _ = end_effector(robot, LulaKinematicsSolver(**config), "right_gripper")
    np.testing.assert_allclose(position, in_world([0.4, 0.2, 0.5]), atol=5e-3)


@pytest.mark.slow
def test_paths_are_planned_and_followed(scene):
    world, robot, _ = scene
    planner = RRT(**loader.load_supported_path_planner_config("Franka", "RRT"))
    wall = VisualCuboid(
        "/World/wall",
        scale=np.array([0.4, 0.05, 0.25]),
        position=in_world([0.6, 0.0, 0.125]),
        orientation=BASE_ORIENTATION,
    )
    planner.add_obstacle(wall)
    visualizer = PathPlannerVisualizer(robot, planner)
    solver = LulaKinematicsSolver(**loader.load_supported_lula_kinematics_solver_config("Franka"))
    world.reset()
    planner.set_robot_base_pose(*robot.get_world_pose())
    solver.set_robot_base_pose(*robot.get_world_pose())
    planner.update_world()
    goal, success = solver.compute_inverse_kinematics("right_gripper", in_world([0.45, 0.3, 0.3]), DOWN)
    assert success
    planner.set_cspace_target(goal)
    plan = visualizer.compute_plan_as_articulation_actions(max_cspace_dist=0.02)
    assert plan
    for action in plan:
        robot.apply_action(action)
        world.step(render=False)
    for _ in range(120):
        world.step(render=False)
    np.testing.assert_allclose(robot.get_joint_positions()[:7], goal, atol=5e-3)


@pytest.mark.slow
def test_older_names_run_the_same_program(robots_path):
    from omni.isaac.core import World as OlderWorld
    from omni.isaac.core.articulations import Articulation as OlderArticulation
    from omni.isaac.core.utils.nucleus import get_assets_root_path as older_root
    from omni.isaac.core.utils.stage import add_reference_to_stage as older_add
    from omni.isaac.motion_generation import ArticulationMotionPolicy as OlderPolicy
    from omni.isaac.motion_generation import RmpFlow as OlderRmpFlow
    from omni.isaac.motion_generation.interface_config_loader import load_supported_motion_policy_config

    create_new_stage()
    world = OlderWorld(stage_units_in_meters=1.0)
    older_add(usd_path=older_root() + "/Isaac/Robots/Franka/franka.usd", prim_path="/panda")
    robot = world.scene.add(OlderArticulation(prim_path="/panda", name="panda"))
    world.reset()
    rmpflow = OlderRmpFlow(**load_supported_motion_policy_config("Franka", "RMPflow"))
    policy = OlderPolicy(robot, rmpflow, world.get_physics_dt())
    rmpflow.set_end_effector_target(np.array([0.5, 0.1, 0.5]))
    before = robot.get_joint_positions()
    for _ in range(30):
        policy.move()
        world.step(render=False)
    assert np.abs(robot.get_joint_positions() - before).max() > 0.05
    SimulationContext.clear_instance()
