"""Arms with grippers under the names of Isaac Sim: the Panda picks a cube up and puts it down."""

from __future__ import annotations

import asyncio
import importlib
import unittest

import numpy as np
import pytest

pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")

import omni.timeline
from isaacsim.core.api import World
from isaacsim.core.api.tasks import PickPlace
from isaacsim.core.prims import SingleArticulation
from isaacsim.core.utils.stage import create_new_stage, open_stage_async, update_stage
from isaacsim.core.utils.string import find_unique_string_name
from isaacsim.robot.manipulators import SingleManipulator
from isaacsim.robot.manipulators.controllers import PickPlaceController, StackingController
from isaacsim.robot.manipulators.examples import franka, universal_robots
from isaacsim.robot.manipulators.grippers import ParallelGripper, SurfaceGripper
from isaacsim.storage.native import get_assets_root_path
from omni.kit.test import AsyncTestCase
from pippin.objects import ArticulationAction

FASTER = [0.012, 0.012, 0.5, 0.1, 0.02, 0.012, 0.015, 0.2, 0.1, 0.2]


@pytest.fixture(autouse=True)
def stage():
    create_new_stage()
    yield
    World.clear_instance()


class Recorder:
    """Stands for a controller of an arm and for a gripper: keeps what it is asked for."""

    def __init__(self):
        self.asked = []

    def forward(self, target_end_effector_position=None, target_end_effector_orientation=None, action=None):
        self.asked.append(action or target_end_effector_position)
        return ArticulationAction(joint_positions=[0.0])

    def reset(self):
        self.asked.append("reset")


def test_events_lead_over_the_thing_down_up_across_down_and_back():
    recorder = Recorder()
    controller = PickPlaceController("pick", recorder, recorder, 0.5, [0.25] * 10)
    picking, placing, offset = np.array([0.4, 0.3, 0.02]), np.array([-0.4, 0.1, 0.06]), np.array([0.0, 0.0, 0.01])
    events = []
    for _ in range(40):
        events.append(controller.get_current_event())
        controller.forward(picking, placing, [0.0], end_effector_offset=offset)
    assert events == sorted(events)
    assert controller.is_done()
    points = np.array([asked for asked in recorder.asked if not isinstance(asked, str)]) - offset
    np.testing.assert_allclose(points[:5], [[0.4, 0.3, 0.5]] * 5)  # above it, and as the way down begins
    ways = points.reshape(7, 4, 3)  # events 0, 1, 4, 5, 6, 8, 9
    lowest = 0.02 + (0.5 - 0.02) * 0.5 * (1.0 + np.cos(0.75 * np.pi))
    np.testing.assert_allclose(ways[1, -1], [0.4, 0.3, lowest])
    np.testing.assert_allclose(ways[2, 0], [0.4, 0.3, 0.02])
    np.testing.assert_allclose(ways[5, 0], [-0.4, 0.1, 0.06])
    np.testing.assert_allclose(ways[3][:, 2], 0.5)
    actions = [asked for asked in recorder.asked if isinstance(asked, str)]
    assert actions == ["close"] * 4 + ["open"] * 4
    assert controller.forward(picking, placing, [0.0]).joint_positions == [None]
    assert controller.is_paused()
    controller.reset()
    assert controller.get_current_event() == 0
    with pytest.raises(ValueError, match="events_dt"):
        controller.reset(events_dt=[0.1])


def test_stacking_takes_one_cube_after_the_other():
    recorder = Recorder()
    pick_place = PickPlaceController("pick", recorder, recorder, 0.5, [1.0] * 10)
    controller = StackingController("stack", pick_place, ["a", "b"], "robot")
    cube = {"position": np.zeros(3), "target_position": np.ones(3)}
    observations = {"a": cube, "b": cube, "robot": {"joint_positions": np.zeros(1)}}
    for _ in range(20):
        assert not controller.is_done()
        controller.forward(observations)
    assert controller.is_done()
    assert controller.forward(observations).joint_positions == [None]


def test_actions_of_grippers():
    applied = []
    gripper = ParallelGripper("/World/hand", ["left", "right"], [0.04, 0.04], [0.0, 0.0])
    with pytest.raises(RuntimeError, match="initialize"):
        gripper.open()
    gripper._joint_dof_indicies, gripper._num_dof = [1, 3], 4
    gripper._apply, gripper._get_positions = applied.append, lambda: np.array([9.0, 0.01, 9.0, 0.02])
    assert gripper.forward("open").joint_positions == [None, 0.04, None, 0.04]
    gripper.close()
    assert applied[0].joint_positions == [None, 0.0, None, 0.0]
    gripper.set_action_deltas([0.005, 0.005])
    assert gripper.forward("close").joint_positions == pytest.approx([None, 0.005, None, 0.015])
    with pytest.raises(ValueError, match="squeeze"):
        gripper.forward("squeeze")
    with pytest.raises(ValueError, match="joint_closed_positions"):
        ParallelGripper("/World/hand", ["left", "right"], [0.04, 0.04], [0.0])


@pytest.mark.slow
def test_the_panda_puts_a_cube_where_it_is_to_be():
    world = World()
    task = franka.tasks.PickPlace(cube_initial_position=[0.45, 0.2, 0.0258], target_position=[0.45, -0.2, 0.0258])
    world.add_task(task)
    world.reset()
    names = {key: value["value"] for key, value in task.get_params().items()}
    robot = world.scene.get_object(names["robot_name"])
    assert isinstance(robot, SingleManipulator)
    controller = franka.controllers.PickPlaceController(
        "pick", robot.gripper, robot, end_effector_initial_height=0.2, events_dt=FASTER
    )
    heights = []
    while not controller.is_done():
        seen = world.get_observations()
        cube = seen[names["cube_name"]]
        heights.append(cube["position"][2])
        robot.apply_action(
            controller.forward(cube["position"], cube["target_position"], seen[names["robot_name"]]["joint_positions"])
        )
        world.step(render=False)
    assert max(heights) > 0.15
    placed = world.get_observations()[names["cube_name"]]["position"]
    np.testing.assert_allclose(placed, task.get_params()["target_position"]["value"], atol=0.02)


def test_a_default_state_may_be_set_before_there_is_physics():
    world = World()
    robot = world.scene.add(franka.Franka("/World/Franka"))
    asked = np.array([0.1, -0.5, 0.1, -2.0, 0.1, 1.6, 0.7, 0.03, 0.03])
    robot.set_joints_default_state(positions=asked)
    world.reset()
    np.testing.assert_allclose(robot.get_joint_positions()[:7], asked[:7], atol=1e-6)  # the gripper opens
    robot._articulation_controller.switch_dof_control_mode(2, "effort")
    stiffness, _ = robot._articulation_view.get_gains()
    assert stiffness[0, 2] == 0.0 < stiffness[0, 1]


def test_drives_hold_the_joints_from_play_on():
    """Also where nobody resets a world; the default state, which is read late, is at rest."""
    robot = franka.Franka("/World/Franka")
    omni.timeline.get_timeline_interface().play()
    update_stage()
    robot.initialize()
    robot.disable_gravity()
    robot.post_reset()
    began = robot.get_joint_positions()
    assert abs(began[3] + 2.81) < 0.01
    for _ in range(20):
        update_stage()
    np.testing.assert_allclose(robot.get_joint_positions()[:7], began[:7], atol=2e-3)


def test_served_robots_open_as_stages_and_are_found_by_their_root_joint():
    opened = asyncio.run(open_stage_async(get_assets_root_path() + "/Isaac/Robots/UniversalRobots/ur10/ur10.usd"))
    assert opened == (True, "")
    world = World()
    robot = SingleArticulation("/ur10/root_joint")
    assert robot.prim_path == "/ur10"
    world.reset()
    robot.initialize()
    assert robot.num_dof == 6
    world.stop()
    sucking = universal_robots.UR10("/World/UR10", attach_gripper=True)
    assert isinstance(sucking.gripper, SurfaceGripper)


@pytest.mark.parametrize(
    "name",
    [
        "omni.isaac.franka.controllers.rmpflow_controller: RMPFlowController",
        "omni.isaac.franka.tasks: FollowTarget",
        "omni.isaac.franka: Franka",
        "omni.isaac.manipulators.controllers.pick_place_controller: PickPlaceController",
        "omni.isaac.manipulators.grippers.parallel_gripper: ParallelGripper",
        "omni.isaac.universal_robots.controllers: RMPFlowController",
        "isaacsim.robot.manipulators.examples.franka.kinematics_solver: KinematicsSolver",
        "isaacsim.robot.manipulators.manipulators: SingleManipulator",
        "omni.isaac.core.utils.xforms: get_world_pose",
    ],
)
def test_newer_and_older_names(name):
    module, _, attribute = name.partition(": ")
    assert callable(getattr(importlib.import_module(module), attribute))


def test_tasks_say_what_subclasses_should_do():
    with pytest.raises(TypeError, match="set_robot"):
        PickPlace("task")
    taken = {"cube", "cube_1"}
    assert find_unique_string_name("cube", lambda name: name not in taken) == "cube_2"


def test_methods_of_cases_may_wait():
    steps = []

    class Case(AsyncTestCase):
        async def setUp(self):
            await super().setUp()
            steps.append("set up")

        async def tearDown(self):
            steps.append("torn down")

        async def test_something(self):
            await asyncio.sleep(0)
            steps.append("tested")
            self.fail("as it should")

    result = Case("test_something").run()
    assert steps == ["set up", "tested", "torn down"]
    assert len(result.failures) == 1
    assert isinstance(result, unittest.TestResult)
