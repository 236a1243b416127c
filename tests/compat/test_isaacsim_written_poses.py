"""``xformOp`` attributes hold where bodies are while the simulation plays, and where they began when it stops."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")

from pxr import Gf, Usd, UsdGeom, UsdPhysics

from isaacsim.core.api import World
from isaacsim.core.api.objects import DynamicCuboid
from isaacsim.core.prims import SingleRigidPrim
from isaacsim.core.utils.stage import create_new_stage, get_current_stage
from isaacsim.robot.manipulators.examples.franka import Franka
from pippin.sim import SimulationContext

ENGINE = 2e-6
"""Single precision of the engine's poses, of a few metres."""

NOW = Usd.TimeCode.Default()


@pytest.fixture
def world():
    create_new_stage()
    yield World()
    SimulationContext.clear_instance()


def free_box(path: str) -> UsdGeom.Xform:
    """A box of 1 kg without operations."""
    box = UsdGeom.Xform.Define(get_current_stage(), path)
    shape = UsdGeom.Cube.Define(get_current_stage(), f"{path}/shape")
    shape.CreateSizeAttr(0.1)
    UsdPhysics.CollisionAPI.Apply(shape.GetPrim())
    UsdPhysics.RigidBodyAPI.Apply(box.GetPrim())
    UsdPhysics.MassAPI.Apply(box.GetPrim()).CreateMassAttr(1.0)
    return box


def tumble(world: World, path: str, steps: int = 20) -> SingleRigidPrim:
    """Let a body fall that turns about an axis of no frame."""
    world.reset()
    body = SingleRigidPrim(path)
    body.initialize()
    body.set_angular_velocity(np.array([0.7, -2.0, 1.1]))
    for _ in range(steps):
        world.step(render=False)
    return body


def matrix_of(body: SingleRigidPrim) -> np.ndarray:
    """Matrix of a body in the world from the engine, whose rows are USD's."""
    position, (w, *xyz) = body.get_world_pose()
    rotation = Gf.Matrix4d().SetRotate(Gf.Quatd(float(w), *map(float, xyz)))
    return np.array(rotation.SetTranslateOnly(Gf.Vec3d(*map(float, position))))


def test_attributes_of_a_box_that_falls_are_where_it_is(world):
    box = world.scene.add(
        DynamicCuboid("/World/box", "box", position=np.array([0.0, 0.0, 5.0]), scale=np.ones(3) * 0.1)
    )
    tumble(world, "/World/box")
    position, orientation = box.get_world_pose()
    assert position[2] < 4.6  # by 0.5 g t^2, 0.54 m in a third of a second
    prim = get_current_stage().GetPrimAtPath("/World/box")
    np.testing.assert_allclose(prim.GetAttribute("xformOp:translate").Get(), position, atol=ENGINE)
    quat = prim.GetAttribute("xformOp:orient").Get()
    assert abs(np.dot([quat.GetReal(), *quat.GetImaginary()], orientation)) == pytest.approx(1.0, abs=1e-6)
    np.testing.assert_allclose(prim.GetAttribute("xformOp:scale").Get(), [0.1, 0.1, 0.1])
    ops = {op.GetOpName(): op for op in UsdGeom.Xformable(prim).GetOrderedXformOps()}
    np.testing.assert_allclose(ops["xformOp:translate"].Get(), position, atol=ENGINE)
    place = ops["xformOp:translate"].GetOpTransform(NOW).ExtractTranslation()
    np.testing.assert_allclose(place, position, atol=ENGINE)
    vectors = UsdGeom.XformCommonAPI(prim).GetXformVectors(NOW)
    np.testing.assert_allclose(vectors[0], position, atol=ENGINE)
    world.stop()
    assert tuple(prim.GetAttribute("xformOp:translate").Get()) == (0.0, 0.0, 5.0)


PRECISIONS = {
    UsdGeom.XformOp.PrecisionDouble: (Gf.Vec3d, Gf.Quatd, 1e-6),
    UsdGeom.XformOp.PrecisionFloat: (Gf.Vec3f, Gf.Quatf, 1e-6),
    UsdGeom.XformOp.PrecisionHalf: (Gf.Vec3h, Gf.Quath, 4e-3),  # 11 bits of up to 4 m
}


@pytest.mark.parametrize("precision", PRECISIONS)
def test_operations_make_up_the_pose_below_parents_that_are_turned_and_scaled(world, precision):
    """Operations with a pivot, in each precision: translate, pivot, orient, scale, pivot back."""
    vector, quat, tolerance = PRECISIONS[precision]
    parent = UsdGeom.Xform.Define(get_current_stage(), "/World/shelf")
    parent.AddTranslateOp().Set((0.5, -1.0, 2.0))
    parent.AddRotateXYZOp().Set((20.0, -35.0, 70.0))
    parent.AddScaleOp().Set((2.0, 2.0, 2.0))
    box = free_box("/World/shelf/box")
    place = box.AddTranslateOp(precision)
    place.Set(vector(0.1, 0.2, 0.3))
    box.AddTranslateOp(precision, "pivot").Set(vector(0.05, 0.0, 0.02))
    turn = box.AddOrientOp(precision)
    turn.Set(quat(1.0, 0.0, 0.0, 0.0))
    box.AddScaleOp().Set((0.5, 0.5, 0.5))
    box.AddTranslateOp(precision, "pivot", isInverseOp=True)
    body = tumble(world, "/World/shelf/box")
    values = place.Get(), turn.Get()
    assert [type(value) for value in values] == [vector, quat]
    expected = matrix_of(body)
    world.stop()
    place.Set(values[0])
    turn.Set(values[1])
    matrix = np.array(box.ComputeLocalToWorldTransform(NOW))
    np.testing.assert_allclose(matrix, expected, atol=tolerance)


def orders() -> list[str]:
    return [f"AddRotate{axes}Op" for axes in ("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX")]


@pytest.mark.parametrize("add", orders())
def test_angles_turn_as_the_body_lies(world, add):
    box = free_box("/World/box")
    place, turn = box.AddTranslateOp(), getattr(box, add)()
    place.Set((0.0, 0.0, 3.0))
    turn.Set((10.0, 20.0, 30.0))
    expected = matrix_of(tumble(world, "/World/box"))
    values = place.Get(), turn.Get()
    common = UsdGeom.XformCommonAPI(box).GetXformVectors(NOW)
    np.testing.assert_allclose(common[1], values[1], rtol=1e-6)
    world.stop()
    place.Set(values[0])
    turn.Set(values[1])
    np.testing.assert_allclose(np.array(box.GetLocalTransformation()), expected, atol=ENGINE)


def test_a_matrix_is_the_pose_in_the_frame_of_the_parent(world):
    parent = UsdGeom.Xform.Define(get_current_stage(), "/World/shelf")
    parent.AddTranslateOp().Set((0.0, 0.0, 2.0))
    parent.AddRotateZOp().Set(90.0)
    box = free_box("/World/shelf/box")
    op = box.AddTransformOp()
    op.Set(Gf.Matrix4d(1.0))
    expected = matrix_of(tumble(world, "/World/shelf/box"))
    above = np.array(parent.ComputeLocalToWorldTransform(NOW))
    np.testing.assert_allclose(np.array(op.Get()) @ above, expected, atol=ENGINE)


def test_rotations_that_cannot_say_how_a_body_lies_are_named(world, caplog):
    box = free_box("/World/hinged")
    box.AddTranslateOp().Set((0.0, 0.0, 3.0))
    turns = box.AddRotateXOp(), box.AddRotateYOp()
    for turn in turns:
        turn.Set(0.0)
    body = tumble(world, "/World/hinged")
    place = box.GetPrim().GetAttribute("xformOp:translate")
    with caplog.at_level("WARNING", "pippin"):
        assert [turn.Get() for turn in turns] == [0.0, 0.0]
    assert (
        "The rotations of '/World/hinged' (xformOp:translate, xformOp:rotateX, xformOp:rotateY) cannot" in caplog.text
    )
    np.testing.assert_allclose(place.Get(), body.get_world_pose()[0], atol=ENGINE)


def test_attributes_of_a_link_are_where_the_joints_put_it(world):
    panda = world.scene.add(Franka("/World/panda", "panda", position=np.array([0.3, -0.2, 0.0])))
    world.reset()
    panda.set_joint_positions(np.array([1.2, -0.5, 0.3, -2.0, 0.1, 1.5, 0.2, 0.04, 0.04]))
    link = get_current_stage().GetPrimAtPath("/World/panda/panda_rightfinger")
    place = np.array(link.GetAttribute("xformOp:translate").Get())
    base = np.array(UsdGeom.Xformable(link.GetParent()).ComputeLocalToWorldTransform(NOW))
    np.testing.assert_allclose(
        np.append(place, 1.0) @ base, [*panda.end_effector.get_world_pose()[0], 1.0], atol=ENGINE
    )


def test_a_pose_that_is_written_in_part_leaves_the_rest_as_it_is(world):
    box = world.scene.add(
        DynamicCuboid("/World/box", "box", position=np.array([0.0, 0.0, 5.0]), scale=np.ones(3) * 0.1)
    )
    tumble(world, "/World/box")
    prim = get_current_stage().GetPrimAtPath("/World/box")
    _, before = box.get_world_pose()
    prim.GetAttribute("xformOp:translate").Set((1.0, 2.0, 3.0))
    place, orientation = box.get_world_pose()
    np.testing.assert_allclose(place, [1.0, 2.0, 3.0], atol=ENGINE)
    assert abs(np.dot(before, orientation)) == pytest.approx(1.0, abs=1e-6)
    assert tuple(prim.GetAttribute("xformOp:translate").Get()) == pytest.approx((1.0, 2.0, 3.0), abs=ENGINE)


@pytest.mark.parametrize("how", ["attribute", "operation", "common"])
def test_a_body_goes_back_to_what_the_stage_has_already(world, how):
    """As programs let things fall again; USD tells nobody of a value that was there before."""
    start = Gf.Vec3d(0.0, 0.0, 5.0)
    box = free_box("/World/box")
    place = box.AddTranslateOp()
    place.Set(start)
    body = tumble(world, "/World/box")
    assert body.get_world_pose()[0][2] < 4.6
    if how == "attribute":
        place.GetAttr().Set(start)
    elif how == "operation":
        place.Set(start)
    else:
        UsdGeom.XformCommonAPI(box).SetTranslate(start)
    np.testing.assert_allclose(body.get_world_pose()[0], start, atol=ENGINE)


def test_poses_written_while_it_plays_are_gone_when_it_stops(world):
    prim = free_box("/World/box").GetPrim()
    UsdGeom.Xformable(prim).AddTranslateOp().Set((0.0, 0.0, 5.0))
    still = free_box("/World/still").GetPrim()
    UsdPhysics.RigidBodyAPI(still).CreateKinematicEnabledAttr(True)
    UsdGeom.Xformable(still).AddTranslateOp().Set((3.0, 0.0, 0.5))
    lamp = UsdGeom.Xform.Define(get_current_stage(), "/World/lamp")
    place = lamp.AddTranslateOp()
    world.reset()
    prim.GetAttribute("xformOp:translate").Set((4.0, 0.0, 5.0))
    UsdGeom.Xformable(prim).AddOrientOp().Set(Gf.Quatf(0.0, 1.0, 0.0, 0.0))
    still.GetAttribute("xformOp:translate").Set((3.0, 1.0, 0.5))
    place.Set((0.0, 0.0, 2.0))
    world.pause()
    world.play()  # a pause is no end
    assert prim.GetAttribute("xformOp:translate").Get()[0] == pytest.approx(4.0)
    world.reset()
    body = SingleRigidPrim("/World/box")
    body.initialize()
    position, orientation = body.get_world_pose()
    np.testing.assert_allclose(position, [0.0, 0.0, 5.0], atol=ENGINE)
    np.testing.assert_allclose(np.abs(orientation), [1.0, 0.0, 0.0, 0.0], atol=1e-6)
    world.stop()
    assert UsdGeom.Xformable(prim).GetXformOpOrderAttr().Get() == ["xformOp:translate"]
    assert tuple(still.GetAttribute("xformOp:translate").Get()) == (3.0, 0.0, 0.5)
    assert tuple(place.Get()) == (0.0, 0.0, 2.0)  # of what physics has not, programs' writes stay


def test_usd_is_its_own_again_when_the_simulation_stops(world):
    reads = Usd.Attribute.Get, UsdGeom.XformOp.Get, UsdGeom.XformCommonAPI.GetXformVectors
    free_box("/World/box")
    world.reset()
    assert Usd.Attribute.Get is not reads[0]
    world.stop()
    assert (Usd.Attribute.Get, UsdGeom.XformOp.Get, UsdGeom.XformCommonAPI.GetXformVectors) == reads
