"""Surface grippers are commanded by the paths of their prims, as in Isaac Sim 5."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")

from isaacsim.core.api import World
from isaacsim.core.api.objects import DynamicCuboid
from isaacsim.core.surface_grippers import write_surface_gripper
from isaacsim.core.utils.stage import create_new_stage, get_current_stage
from isaacsim.robot.surface_gripper import GripperView, _surface_gripper
from pippin.sim import SimulationContext

CUP = 0.06
"""Where the surface is along x, from the middle of a hand of 0.1 m [m]."""


@pytest.fixture
def world():
    create_new_stage()
    _surface_gripper.acquire_surface_gripper_interface.cache_clear()
    yield World()
    SimulationContext.clear_instance()
    _surface_gripper.acquire_surface_gripper_interface.cache_clear()


def hand_and_box(world: World, name: str, y: float, gap: float) -> tuple[DynamicCuboid, str]:
    """A hand that is held where it is, with a gripper along x, and a box of 0.2 kg before it."""
    hand = f"/World/hand_{name}"
    world.scene.add(DynamicCuboid(hand, hand, position=np.array([0.0, y, 2.0]), size=0.1))
    get_current_stage().GetPrimAtPath(hand).GetAttribute("physics:kinematicEnabled").Set(True)
    write_surface_gripper(f"{hand}/gripper", hand, CUP)
    place = np.array([CUP + gap + 0.05, y, 2.0])
    box = world.scene.add(DynamicCuboid(f"/World/box_{name}", name, position=place, size=0.1, mass=0.2))
    return box, f"{hand}/gripper"


def steps(world: World, number: int) -> None:
    for _ in range(number):
        world.step(render=False)


def test_a_gripper_holds_what_is_before_it_until_it_is_told_to_open(world):
    box, path = hand_and_box(world, "near", 0.0, 0.005)
    grippers = _surface_gripper.acquire_surface_gripper_interface()
    status = _surface_gripper.GripperStatus
    with pytest.raises(RuntimeError, match="no surface gripper '/World/hand_near/gripper'; there are: none"):
        grippers.close_gripper(path)
    world.reset()
    assert grippers.get_gripper_status(path) == status.Open
    assert grippers.close_gripper(path)
    steps(world, 30)
    assert (grippers.get_gripper_status(path), grippers.get_gripped_objects(path)) == (
        status.Closed,
        ["/World/box_near"],
    )
    assert box.get_world_pose()[0][2] == pytest.approx(2.0, abs=5e-3)  # the hold is a constraint that yields a little
    assert not grippers.set_gripper_action(path, 0.2)  # too small to count
    assert grippers.set_gripper_action(path, -1.0)
    steps(world, 30)
    assert (grippers.get_gripper_status(path), grippers.get_gripped_objects(path)) == (status.Open, [])
    assert 2.0 - box.get_world_pose()[0][2] > 1.0  # half a second of fall is 1.2 m
    world.reset()
    assert grippers.close_gripper(path)  # also when it plays anew


def test_a_view_commands_grippers_by_their_rows(world):
    """The second box is too far away at first; each row has its own reach, and its gripper goes on trying."""
    hand_and_box(world, "near", 0.0, 0.005)
    far, far_path = hand_and_box(world, "wide", 1.0, 0.03)
    view = GripperView("/World/hand_.*/gripper")
    assert (view.count, view.paths[1]) == (2, far_path)
    world.reset()
    view.apply_gripper_action([1.0], [1])
    assert view.get_surface_gripper_status() == [0, 0]  # it has tried once
    view.set_surface_gripper_properties(retry_interval=[0.1, 0.1])
    view.apply_gripper_action([0.0, 1.0], [[1]])  # a value for each of all, of which one counts
    assert view.get_surface_gripper_status() == [0, 1]  # open, closing
    view.set_surface_gripper_properties(max_grip_distance=[0.05], indices=[1])
    view.apply_gripper_action([1.0, 1.0])
    assert view.get_surface_gripper_status() == [2, 2]
    assert view.get_gripped_objects() == [["/World/box_near"], ["/World/box_wide"]]
    view.set_surface_gripper_properties(shear_force_limit=[0.5], indices=[1])  # less than the 2 N of its weight
    steps(world, 30)
    assert view.get_surface_gripper_status() == [2, 0]
    assert far.get_world_pose()[0][2] < 1.9
    with pytest.raises(ValueError, match="3 values for 2 surface grippers"):
        view.apply_gripper_action([1.0, 1.0, 1.0])


def test_grippers_that_nobody_asks_for_are_not_made(world):
    _, path = hand_and_box(world, "near", 0.0, 0.005)
    world.reset()
    with pytest.raises(RuntimeError, match="its interface acquired, when the simulation begins to play"):
        _surface_gripper.acquire_surface_gripper_interface().get_gripper_status(path)
