"""Grippers that suck, and robots that are joined, under the names of Isaac Sim."""

from __future__ import annotations

import importlib

import numpy as np
import pytest

pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")

from pxr import Gf, Sdf, UsdPhysics

from isaacsim.core.api import World
from isaacsim.core.api.objects import DynamicCuboid, FixedCuboid
from isaacsim.core.prims import SingleArticulation, SingleXFormPrim
from isaacsim.core.surface_grippers import read_attachment_point
from isaacsim.core.utils.rotations import quat_to_rot_matrix
from isaacsim.core.utils.stage import add_reference_to_stage, create_new_stage, get_current_stage
from isaacsim.core.utils.types import ArticulationAction
from isaacsim.robot.manipulators import SingleManipulator
from isaacsim.robot.manipulators.examples import universal_robots
from isaacsim.robot.manipulators.examples.universal_robots import UR10
from isaacsim.robot.manipulators.grippers import SurfaceGripper
from isaacsim.robot.surface_gripper import _surface_gripper
from isaacsim.robot_setup.assembler import RobotAssembler
from isaacsim.storage.native import get_assets_root_path
from pippin.sim import SimulationContext

MASS = 0.5


@pytest.fixture
def world():
    create_new_stage()
    yield World()
    SimulationContext.clear_instance()


def test_the_cup_is_a_prim_of_the_arm_as_in_isaac_sim_5(world):
    """The arm stays where it is by its drives: the attachment point of its gripper does not tie it to the world."""
    robot_prim = add_reference_to_stage(
        get_assets_root_path() + "/Isaac/Robots/UniversalRobots/ur10/ur10.usd", "/World/UR10"
    )
    robot_prim.GetVariantSet("Gripper").SetVariantSelection("Short_Suction")
    gripper = SurfaceGripper("/World/UR10/ee_link", surface_gripper_path="/World/UR10/ee_link/SurfaceGripper")
    robot = SingleManipulator("/World/UR10", end_effector_prim_path="/World/UR10/ee_link", name="arm", gripper=gripper)
    world.scene.add(robot)
    robot.set_joints_default_state(positions=np.array([-np.pi / 2] * 4 + [np.pi / 2, 0.0]))
    world.reset()
    place, turn = robot.end_effector.get_world_pose()  # (w, x, y, z)
    ahead = quat_to_rot_matrix(turn) @ [1.0, 0.0, 0.0]
    world.stop()
    at = place + (0.1611 + 0.005 + 0.025) * ahead
    cube = DynamicCuboid("/World/cube", name="cube", position=at, orientation=turn, size=0.05, mass=MASS)
    world.scene.add(cube)
    world.reset()
    robot.gripper.forward("close")
    assert robot.gripper.is_closed()
    start = robot.end_effector.get_world_pose()[0]
    robot.apply_action(ArticulationAction(joint_positions=[0.3 - np.pi / 2, *[None] * 5]))
    for _ in range(120):
        world.step(render=False)
    moved = robot.end_effector.get_world_pose()[0]
    assert np.linalg.norm(moved - start) > 0.1  # 0.3 rad about the base, some decimetres away
    assert np.linalg.norm(cube.get_world_pose()[0] - moved) == pytest.approx(0.1911, abs=5e-3)


def test_a_gripper_of_a_prim_that_is_not_there_can_be_made_but_not_closed(world):
    gripper = SurfaceGripper("/World/UR10/ee_link", "")
    assert not gripper.is_closed()
    with pytest.raises(RuntimeError, match="no surface gripper at '': it can hold nothing"):
        gripper.close()


def test_what_a_surface_gripper_says_of_itself_is_read(world):
    """The body is the joint's second one, and the frame that is turned says which way is forward."""
    stage = get_current_stage()
    FixedCuboid("/World/hand")
    joint = UsdPhysics.Joint.Define(stage, "/World/hand/point")
    joint.CreateBody1Rel().SetTargets(["/World/hand"])
    joint.CreateLocalPos1Attr(Gf.Vec3f(0.1, 0.0, 0.2))
    joint.CreateLocalRot1Attr(Gf.Quatf(Gf.Rotation(Gf.Vec3d.YAxis(), 90.0).GetQuat()))
    joint.GetPrim().CreateAttribute("isaac:forwardAxis", Sdf.ValueTypeNames.Token).Set("Z")
    body, position, direction = read_attachment_point(joint.GetPrim())
    assert body == "/World/hand"
    np.testing.assert_allclose(position, [0.1, 0.0, 0.2], rtol=1e-6)
    np.testing.assert_allclose(direction, [1.0, 0.0, 0.0], atol=1e-6)  # z turned about y by 90 degrees
    prim = stage.DefinePrim("/World/hand/gripper", "IsaacSurfaceGripper")
    prim.CreateRelationship("isaac:attachmentPoints").SetTargets(["/World/hand/nothing"])
    with pytest.raises(ValueError, match="'/World/hand/gripper' has no attachment point whose joint names a body"):
        SurfaceGripper("/World/hand", surface_gripper_path="/World/hand/gripper")


def test_the_arm_holds_what_is_at_its_cup(world):
    robot = world.scene.add(UR10("/World/UR10", name="ur10", attach_gripper=True))
    world.reset()
    place, turn = robot.end_effector.get_world_pose()  # (w, x, y, z)
    w, x, y, z = turn
    along = np.array([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)])  # the x-axis of the link
    world.stop()
    at = place + (0.1611 + 0.005 + 0.025) * along
    cube = world.scene.add(
        DynamicCuboid("/World/cube", name="cube", position=at, orientation=turn, size=0.05, mass=MASS)
    )
    world.reset()
    action = robot.gripper.forward("close")
    assert action.joint_positions == [None] * 6
    assert robot.gripper.is_closed()
    before = robot.end_effector.get_world_pose()[0] - cube.get_world_pose()[0]
    for _ in range(60):
        world.step(render=False)
    np.testing.assert_allclose(robot.end_effector.get_world_pose()[0] - cube.get_world_pose()[0], before, atol=2e-3)
    robot.gripper.forward("open")
    for _ in range(30):
        world.step(render=False)
    assert not robot.gripper.is_closed()
    assert at[2] - cube.get_world_pose()[0][2] > 0.5  # 0.5 s of fall are 1.2 m
    with pytest.raises(ValueError, match="squeeze"):
        robot.gripper.forward("squeeze")


def pick_and_place(world, task, events_dt=None):
    """Let the UR10 do its task; gives the greatest height of the cube while it is held [m], and where it ends."""
    world.add_task(task)
    world.reset()
    robot, cube = world.scene.get_object("my_ur10"), world.scene.get_object("cube")
    controller = universal_robots.controllers.PickPlaceController(
        "controller", robot.gripper, robot, events_dt=events_dt
    )
    highest = 0.0
    while not controller.is_done():
        world.step(render=False)
        seen = world.get_observations()
        action = controller.forward(
            picking_position=seen["cube"]["position"],
            placing_position=seen["cube"]["target_position"],
            current_joint_positions=seen["my_ur10"]["joint_positions"],
            end_effector_offset=np.array([0.0, 0.0, 0.02]),
        )
        robot.apply_action(action)
        if robot.gripper.is_closed():
            highest = max(highest, cube.get_world_pose()[0][2])
    for _ in range(30):
        world.step(render=False)
    assert not robot.gripper.is_closed()
    return highest, cube.get_world_pose()[0]


def test_the_arm_sucks_a_cube_up_and_puts_it_down_where_the_task_wants_it(world):
    parts = [0.01, 0.01, 0.05, 0.5, 0.02, 0.01, 0.01, 0.2, 0.02, 0.5]
    highest, placed = pick_and_place(world, universal_robots.tasks.PickPlace(), parts)
    assert highest > 0.2
    np.testing.assert_allclose(placed, [0.5, -0.4, 0.02575], atol=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("place", [(-0.3, -0.3), (-0.46, 0.0), (-0.41, -0.41), (0.0, 0.72)])
def test_cubes_are_carried_past_the_base(world, place):
    """The way from above the cube to above its place leads over or near the base: the arm has to turn around it."""
    task = universal_robots.tasks.PickPlace(target_position=[*place, 0.02575])
    highest, placed = pick_and_place(world, task)
    assert highest > 0.25
    np.testing.assert_allclose(placed, [*place, 0.02575], atol=0.01)


def test_a_cup_needs_an_orientation(world):
    robot = world.scene.add(UR10("/World/UR10", name="ur10", attach_gripper=True))
    world.reset()
    controller = universal_robots.controllers.RMPFlowController("controller", robot, attach_gripper=True)
    with pytest.raises(ValueError, match="orientation"):
        controller.forward(np.array([0.5, 0.2, 0.3]))


def test_older_handles_hold_and_break(world):
    FixedCuboid("/World/block", position=[0.0, 0.0, 1.0], scale=[0.1, 0.1, 0.1])
    cube = DynamicCuboid("/World/cube", position=[0.0, 0.0, 0.895], size=0.1, mass=MASS)
    properties = _surface_gripper.Surface_Gripper_Properties()
    properties.parentPath = "/World/block"
    properties.offset.p = (0.0, 0.0, -0.05)
    properties.offset.r = (0.0, np.sqrt(0.5), 0.0, np.sqrt(0.5))  # its x-axis points down
    properties.gripThreshold = 0.02
    properties.forceLimit = 2.0 * MASS * 9.81
    gripper = _surface_gripper.Surface_Gripper(None)
    with pytest.raises(RuntimeError, match="initialize"):
        gripper.close()
    assert gripper.initialize(properties)
    world.reset()
    assert gripper.close()
    for _ in range(30):
        world.step(render=False)
        gripper.update()
    assert gripper.is_closed()
    assert cube.get_world_pose()[0][2] == pytest.approx(0.895, abs=1e-3)
    properties.forceLimit = 0.5 * MASS * 9.81
    gripper.initialize(properties)
    world.reset()
    gripper.close()
    world.step(render=False)
    world.step(render=False)
    assert not gripper.is_closed()


@pytest.mark.parametrize("single_robot", [False, True])
def test_robots_are_joined(world, single_robot):
    add_reference_to_stage(get_assets_root_path() + "/Isaac/Robots/UniversalRobots/ur10/ur10.usd", "/World/arm")
    add_reference_to_stage(get_assets_root_path() + "/Isaac/Robots/UniversalRobots/ur5/ur5.usd", "/World/tool")
    turn = [np.sqrt(0.5), 0.0, np.sqrt(0.5), 0.0]  # (w, x, y, z): by 90 degrees about y
    assembled = RobotAssembler().assemble_articulations(
        "/World/arm",
        "/World/tool",
        "/ee_link",
        "/base_link",
        np.array([0.1, 0.0, 0.0]),
        np.array(turn),
        mask_all_collisions=True,
        single_robot=single_robot,
    )
    np.testing.assert_allclose(assembled.get_fixed_joint_transform()[1], turn, atol=1e-6)
    world.reset()
    arm = SingleArticulation("/World/arm")
    arm.initialize()
    assert arm.num_dof == (12 if single_robot else 6)
    for _ in range(20):
        world.step(render=False)
    hand, tool = SingleXFormPrim("/World/arm/ee_link"), SingleXFormPrim("/World/tool/base_link")
    apart = np.linalg.norm(hand.get_world_pose()[0] - tool.get_world_pose()[0])
    assert apart == pytest.approx(0.1, abs=5e-3)


@pytest.mark.parametrize(
    "name",
    [
        "omni.isaac.surface_gripper: SurfaceGripper",
        "omni.isaac.surface_gripper._surface_gripper: Surface_Gripper",
        "omni.isaac.robot_assembler: AssembledRobot",
        "omni.isaac.core.loggers: DataLogger",
        "omni.isaac.core.prims: GeometryPrimView",
    ],
)
def test_older_names(name):
    module, _, attribute = name.partition(": ")
    assert isinstance(getattr(importlib.import_module(module), attribute), type)
