"""Poses and scales of prims, compared with scipy's rotations."""

from __future__ import annotations

import numpy as np
import pytest
from pxr import Gf, UsdGeom
from scipy.spatial.transform import Rotation

from pippin import sim

EPSILON = 1e-12  # double precision, values of order 1
FLOAT_EPSILON = 1e-6  # single precision, values of order 1


def random_pose(rng: np.random.Generator) -> tuple[np.ndarray, Rotation]:
    return rng.normal(size=3), Rotation.random(random_state=rng)


def same_orientation(quat: tuple[float, ...], expected: Rotation) -> bool:
    return (Rotation.from_quat(quat) * expected.inv()).magnitude() < 1e-7  # the angle is a square root of rounding


def test_poses_compose_down_the_stage(stage):
    rng = np.random.default_rng(1)
    (p1, r1), (p2, r2), (p3, r3) = (random_pose(rng) for _ in range(3))
    a = sim.create_prim("/A", translation=p1, orientation=r1.as_quat(), scale=(2.0, 2.0, 2.0))
    b = sim.create_prim("/A/B", translation=p2, orientation=r2.as_quat())
    c = sim.create_prim("/C", translation=p3, orientation=r3.as_quat(), scale=(5.0, 5.0, 5.0))

    position_b, quat_b = sim.resolve_prim_pose(b)
    np.testing.assert_allclose(position_b, p1 + 2.0 * r1.apply(p2), atol=EPSILON)
    assert same_orientation(quat_b, r1 * r2)

    position, quat = sim.resolve_prim_pose(b, ref_prim=c)
    np.testing.assert_allclose(position, r3.inv().apply(np.array(position_b) - p3), atol=EPSILON)
    assert same_orientation(quat, r3.inv() * r1 * r2)

    np.testing.assert_allclose(sim.resolve_prim_pose(a, ref_prim=a)[0], np.zeros(3), atol=EPSILON)


def test_scales_multiply_down_the_stage(stage):
    sim.create_prim("/A", scale=(1.0, 2.0, 3.0))
    b = sim.create_prim("/A/B", scale=(2.0, 2.0, 0.5), translation=(1.0, 0.0, 0.0))
    np.testing.assert_allclose(sim.resolve_prim_scale(b), (2.0, 4.0, 1.5), atol=EPSILON)


def test_a_world_pose_in_a_parents_frame_is_that_pose_in_the_world(stage):
    rng = np.random.default_rng(2)
    (p1, r1), (p2, r2) = random_pose(rng), random_pose(rng)
    sim.create_prim("/A", translation=p1, orientation=r1.as_quat(), scale=(2.0, 3.0, 4.0))
    b = sim.create_prim("/A/B", position=p2, orientation=r2.as_quat())
    position, _ = sim.resolve_prim_pose(b)
    np.testing.assert_allclose(position, p2, atol=1e-11)  # a matrix is inverted
    sim.create_prim("/D", translation=p1, orientation=r1.as_quat())
    c = sim.create_prim("/D/C", position=p2, orientation=r2.as_quat())
    assert same_orientation(sim.resolve_prim_pose(c)[1], r2)


def test_what_is_not_given_stays(stage):
    rng = np.random.default_rng(3)
    position, rotation = random_pose(rng)
    prim = sim.create_prim("/A", translation=position, orientation=rotation.as_quat(), scale=(1.0, 2.0, 3.0))
    sim.set_local_pose(prim, translation=(7.0, 8.0, 9.0))
    new_position, quat = sim.resolve_prim_pose(prim)
    np.testing.assert_allclose(new_position, (7.0, 8.0, 9.0), atol=EPSILON)
    assert same_orientation(quat, rotation)
    np.testing.assert_allclose(sim.resolve_prim_scale(prim), (1.0, 2.0, 3.0), atol=1e-7)  # out of a matrix


def test_any_transform_becomes_the_three_standard_operations(stage):
    xform = UsdGeom.Xform.Define(stage, "/A")
    rotation = Rotation.from_euler("XYZ", (10.0, 20.0, 30.0), degrees=True)
    matrix = np.eye(4)
    matrix[:3, :3] = rotation.as_matrix().T * 2.0
    matrix[3, :3] = (1.0, 2.0, 3.0)
    xform.AddTransformOp().Set(Gf.Matrix4d(matrix))
    sim.set_local_pose(xform.GetPrim())
    assert list(xform.GetXformOpOrderAttr().Get()) == ["xformOp:translate", "xformOp:orient", "xformOp:scale"]
    position, quat = sim.resolve_prim_pose(xform.GetPrim())
    np.testing.assert_allclose(position, (1.0, 2.0, 3.0), atol=EPSILON)
    assert same_orientation(quat, rotation)
    np.testing.assert_allclose(sim.resolve_prim_scale(xform.GetPrim()), (2.0, 2.0, 2.0), atol=1e-7)  # out of a matrix


def test_operations_of_single_precision_keep_their_type(stage):
    xform = UsdGeom.Xform.Define(stage, "/A")
    xform.AddTranslateOp(UsdGeom.XformOp.PrecisionFloat)
    xform.AddOrientOp(UsdGeom.XformOp.PrecisionFloat)
    xform.AddScaleOp(UsdGeom.XformOp.PrecisionFloat)
    rotation = Rotation.from_rotvec((0.1, 0.2, 0.3))
    sim.set_local_pose(xform.GetPrim(), (1.1, 2.2, 3.3), rotation.as_quat(), (0.1, 0.2, 0.3))
    assert str(xform.GetPrim().GetAttribute("xformOp:orient").GetTypeName()) == "quatf"
    position, quat = sim.resolve_prim_pose(xform.GetPrim())
    np.testing.assert_allclose(position, (1.1, 2.2, 3.3), atol=FLOAT_EPSILON)
    np.testing.assert_allclose(quat, rotation.as_quat(), atol=FLOAT_EPSILON)


@pytest.mark.parametrize(
    "values, message",
    [
        ({"translation": (0.0, 0.0)}, "translation .* should be 3 finite numbers"),
        ({"translation": (0.0, 0.0, float("nan"))}, "translation"),
        ({"orientation": (0.0, 0.0, 0.0, 0.0)}, "quaternion of zeros"),
        ({"orientation": (0.0, 0.0, 1.0)}, "orientation .* should be 4 finite numbers"),
        ({"scale": (1.0, 1.0, float("inf"))}, "scale"),
    ],
)
def test_bad_values_are_refused_and_nothing_is_spawned(stage, values, message):
    with pytest.raises(ValueError, match=message):
        sim.create_prim("/A", **values)
    assert not sim.is_prim_path_valid("/A")


def test_a_prim_without_place_is_refused(stage):
    with pytest.raises(ValueError, match="of type 'Material' has no pose"):
        sim.set_local_pose(sim.define_prim("/A", "Material"), (0.0, 0.0, 0.0))
