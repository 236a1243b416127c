"""Gravity on the stage means what UsdPhysics says, and counts as soon as a program changes it."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest
from pxr import Gf, Usd, UsdGeom, UsdPhysics

from pippin.sim import SimulationCfg, SimulationContext
from pippin.sim.run.gravity import EARTH_GRAVITY, GravityWatch, read_gravity, write_gravity


@pytest.fixture
def scene() -> Iterator[UsdPhysics.Scene]:
    stage = Usd.Stage.CreateInMemory()
    UsdGeom.SetStageMetersPerUnit(stage, 1.0)
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.z)
    yield UsdPhysics.Scene.Define(stage, "/physics")
    del stage  # a prim does not keep its stage


def test_what_is_written_is_read(scene: UsdPhysics.Scene) -> None:
    for gravity in ((0.0, 0.0, -9.81), (1.0, -2.0, 3.0), (0.0, 0.0, 0.0)):
        write_gravity(scene, gravity)
        np.testing.assert_allclose(read_gravity(scene), gravity, rtol=1e-6)  # directions are float32


def test_nothing_written_is_earth_against_the_up_axis(scene: UsdPhysics.Scene) -> None:
    assert read_gravity(scene) == pytest.approx((0.0, 0.0, -EARTH_GRAVITY))
    UsdGeom.SetStageUpAxis(scene.GetPrim().GetStage(), UsdGeom.Tokens.y)
    assert read_gravity(scene) == pytest.approx((0.0, -EARTH_GRAVITY, 0.0))


def test_the_earths_is_in_the_unit_of_the_stage_which_is_a_metre_where_it_says_nothing() -> None:
    stage = Usd.Stage.CreateInMemory()
    scene = UsdPhysics.Scene.Define(stage, "/physics")
    assert np.linalg.norm(read_gravity(scene)) == pytest.approx(EARTH_GRAVITY)
    UsdGeom.SetStageMetersPerUnit(stage, 0.01)
    assert np.linalg.norm(read_gravity(scene)) == pytest.approx(100.0 * EARTH_GRAVITY)


def test_directions_need_no_unit_length(scene: UsdPhysics.Scene) -> None:
    scene.CreateGravityDirectionAttr(Gf.Vec3f(0.0, 3.0, -4.0))
    scene.CreateGravityMagnitudeAttr(10.0)
    assert read_gravity(scene) == pytest.approx((0.0, 6.0, -8.0))


def test_what_is_no_gravity_is_refused(scene: UsdPhysics.Scene) -> None:
    for wrong in ((0.0, 0.0), (0.0, 0.0, math.nan)):
        with pytest.raises(ValueError, match="gravity"):
            write_gravity(scene, wrong)
    with pytest.raises(TypeError, match="gravity"):
        write_gravity(scene, "down")  # type: ignore[arg-type]


def test_only_changes_of_gravity_are_told(scene: UsdPhysics.Scene) -> None:
    seen: list[tuple[float, float, float]] = []
    watch = GravityWatch(scene, seen.append)
    stage = scene.GetPrim().GetStage()
    UsdGeom.Cube.Define(stage, "/cube").CreateSizeAttr(2.0)
    assert not seen
    scene.CreateGravityMagnitudeAttr(1.62)
    assert seen[-1] == pytest.approx((0.0, 0.0, -1.62))
    count = len(seen)
    scene.GetGravityMagnitudeAttr().Set(math.inf)  # not finite: left as it was
    assert len(seen) == count
    stage.RemovePrim("/physics")
    assert len(seen) == count
    del watch
    scene = UsdPhysics.Scene.Define(stage, "/physics")
    scene.CreateGravityMagnitudeAttr(3.7)
    assert len(seen) == count


def test_the_stage_counts_before_the_simulation_plays(physics) -> None:
    context = SimulationContext(SimulationCfg(device="cpu"))
    UsdPhysics.Scene(context.stage.GetPrimAtPath("/physicsScene")).GetGravityMagnitudeAttr().Set(1.62)
    context.reset()
    assert physics[0].cfg.gravity == pytest.approx((0.0, 0.0, -1.62))
