"""What programs ask of USD itself while the simulation plays is where prims are now, as Isaac Sim writes it there."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")

from pxr import Usd, UsdGeom

import omni.usd
from isaacsim.core.api import World
from isaacsim.core.api.objects import DynamicCuboid, FixedCuboid, VisualSphere
from isaacsim.core.utils.bounds import compute_aabb
from isaacsim.core.utils.stage import create_new_stage, get_current_stage
from isaacsim.robot.manipulators.examples.franka import Franka
from pippin.sim import SimulationContext

EDGES = np.array([0.1, 0.2, 0.3])
ON_IT = np.array([0.0, 0.0, 0.5])  # in edges of the box


@pytest.fixture
def world():
    create_new_stage()
    yield World()
    SimulationContext.clear_instance()


def place_of(matrix) -> np.ndarray:
    return np.array(matrix.ExtractTranslation())


def test_a_box_that_falls_is_where_usd_says_and_so_is_what_is_on_it(world):
    turn = np.array([np.cos(0.2), np.sin(0.2), 0.0, 0.0])  # (w, x, y, z), about x
    box = world.scene.add(
        DynamicCuboid("/World/box", "box", position=np.array([0.0, 0.0, 5.0]), orientation=turn, scale=EDGES, size=1.0)
    )
    VisualSphere("/World/box/mark", "mark", translation=ON_IT, radius=0.01)
    world.reset()
    box.set_angular_velocity(np.array([0.0, 3.0, 0.0]))
    stage = get_current_stage()
    prim, mark = stage.GetPrimAtPath("/World/box"), stage.GetPrimAtPath("/World/box/mark")
    for _ in range(20):
        world.step(render=False)
    position, (w, *xyz) = box.get_world_pose()
    assert position[2] < 4.6  # by 0.5 g t^2, 0.54 m in a third of a second
    matrix = UsdGeom.Xformable(prim).ComputeLocalToWorldTransform(Usd.TimeCode.Default())
    np.testing.assert_allclose(place_of(matrix), position, atol=1e-6)  # single precision of the engine's poses
    rotation = matrix.RemoveScaleShear().ExtractRotationQuat()
    same = np.dot([rotation.GetReal(), *rotation.GetImaginary()], [w, *xyz])
    assert abs(same) == pytest.approx(1.0, abs=1e-6)
    scales = [np.linalg.norm(matrix.GetRow3(axis)) for axis in range(3)]
    np.testing.assert_allclose(scales, EDGES, rtol=1e-6)
    expected = np.array(matrix.Transform((0.0, 0.0, 0.5)))
    np.testing.assert_allclose(place_of(UsdGeom.XformCache().GetLocalToWorldTransform(mark)), expected, atol=1e-9)
    np.testing.assert_allclose(place_of(omni.usd.get_world_transform_matrix(mark)), expected, atol=1e-9)
    local = UsdGeom.Xformable(prim).GetLocalTransformation()  # below /World, which has no pose
    np.testing.assert_allclose(place_of(local), position, atol=1e-6)
    np.testing.assert_allclose(place_of(UsdGeom.Xformable(mark).GetLocalTransformation()), ON_IT)
    world.stop()
    assert place_of(UsdGeom.Xformable(prim).ComputeLocalToWorldTransform(0))[2] == pytest.approx(5.0)


def test_links_of_a_robot_are_where_its_joints_are(world):
    panda = world.scene.add(Franka("/World/panda", "panda", position=np.array([0.3, -0.2, 0.0])))
    world.reset()
    hand = get_current_stage().GetPrimAtPath("/World/panda/panda_rightfinger")
    before = place_of(UsdGeom.Xformable(hand).ComputeLocalToWorldTransform(Usd.TimeCode.Default()))
    panda.set_joint_positions(np.array([1.2, -0.5, 0.3, -2.0, 0.1, 1.5, 0.2, 0.04, 0.04]))
    after = place_of(UsdGeom.Xformable(hand).ComputeLocalToWorldTransform(Usd.TimeCode.Default()))
    np.testing.assert_allclose(after, panda.end_effector.get_world_pose()[0], atol=1e-6)
    assert np.linalg.norm(after - before) > 0.3


def test_kinematic_bodies_and_other_prims_are_where_programs_put_them(world):
    box = world.scene.add(DynamicCuboid("/World/box", "box", position=np.array([0.0, 0.0, 5.0])))
    stage = get_current_stage()
    stage.GetPrimAtPath(box.prim_path).GetAttribute("physics:kinematicEnabled").Set(True)
    target = UsdGeom.Xform.Define(stage, "/World/target")
    world.reset()
    world.step(render=False)
    target.AddTranslateOp().Set((1.0, 2.0, 3.0))
    prim = UsdGeom.Xformable(stage.GetPrimAtPath("/World/box"))
    prim.GetPrim().GetAttribute("xformOp:translate").Set((0.0, 0.0, 6.0))
    assert place_of(target.ComputeLocalToWorldTransform(Usd.TimeCode.Default())).tolist() == [1.0, 2.0, 3.0]
    assert place_of(prim.ComputeLocalToWorldTransform(Usd.TimeCode.Default()))[2] == 6.0


def test_boxes_around_what_falls_are_where_it_is(world):
    """A cube of 1 m that falls beside one that stands: around both, the box reaches from one to the other."""
    falling = world.scene.add(DynamicCuboid("/World/pair/falling", "falling", position=np.array([0.0, 0.0, 5.0])))
    FixedCuboid("/World/pair/standing", "standing", position=np.array([3.0, 0.0, 5.0]))
    world.reset()
    for _ in range(20):
        world.step(render=False)
    z = falling.get_world_pose()[0][2]
    stage = get_current_stage()
    cache = UsdGeom.BBoxCache(Usd.TimeCode.Default(), [UsdGeom.Tokens.default_])
    alone = cache.ComputeWorldBound(stage.GetPrimAtPath("/World/pair/falling")).ComputeAlignedRange()
    np.testing.assert_allclose([*alone.GetMin(), *alone.GetMax()], [-0.5, -0.5, z - 0.5, 0.5, 0.5, z + 0.5], atol=1e-6)
    both = UsdGeom.Imageable(stage.GetPrimAtPath("/World/pair")).ComputeWorldBound(0, UsdGeom.Tokens.default_)
    expected = [-0.5, -0.5, z - 0.5, 3.5, 0.5, 5.5]
    np.testing.assert_allclose([*both.GetRange().GetMin(), *both.GetRange().GetMax()], expected, atol=1e-6)
    np.testing.assert_allclose(compute_aabb(cache, "/World/pair"), expected, atol=1e-6)
    assert z < 4.6


def test_a_body_goes_where_a_program_writes_it_to_be(world):
    """Its velocity stays; a link of a robot follows its joints, and a warning says so."""
    box = world.scene.add(DynamicCuboid("/World/box", "box", position=np.array([0.0, 0.0, 5.0])))
    world.reset()
    for _ in range(20):
        world.step(render=False)
    speed = box.get_linear_velocity()[2]
    prim = get_current_stage().GetPrimAtPath("/World/box")
    prim.GetAttribute("xformOp:translate").Set((1.0, 2.0, 8.0))
    np.testing.assert_allclose(box.get_world_pose()[0], [1.0, 2.0, 8.0], atol=1e-6)
    assert box.get_linear_velocity()[2] == pytest.approx(speed) and speed < -3.0  # 9.81 m/s^2 for a third of a second
    turned = UsdGeom.XformOp(prim.GetAttribute("xformOp:orient"))
    half = np.sqrt(0.5)
    turned.Set(type(turned.Get())(half, 0.0, 0.0, half))  # a quarter about z
    position, orientation = box.get_world_pose()
    np.testing.assert_allclose(position, [1.0, 2.0, 8.0], atol=1e-6)
    np.testing.assert_allclose(np.abs(orientation), [half, 0.0, 0.0, half], atol=1e-6)
    world.step(render=False)
    assert box.get_world_pose()[0][2] < 8.0


def test_a_link_that_is_written_to_stays_on_its_joints(world, caplog):
    world.scene.add(Franka("/World/panda", "panda"))
    world.reset()
    link = get_current_stage().GetPrimAtPath("/World/panda/panda_hand")
    before = place_of(UsdGeom.Xformable(link).ComputeLocalToWorldTransform(Usd.TimeCode.Default()))
    with caplog.at_level("WARNING", "pippin"):
        link.GetAttribute("xformOp:translate").Set((0.0, 0.0, 3.0))
    assert "written to '/World/panda/panda_hand' has no effect: Links of articulations follow" in caplog.text
    after = place_of(UsdGeom.Xformable(link).ComputeLocalToWorldTransform(Usd.TimeCode.Default()))
    np.testing.assert_allclose(after, before, atol=1e-6)
