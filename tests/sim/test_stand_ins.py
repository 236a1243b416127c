"""Props of NVIDIA's cloud: what takes their place, how large it is, and what is refused."""

from __future__ import annotations

import logging
from pathlib import Path

import numpy as np
import pytest
from pxr import Usd, UsdGeom, UsdPhysics

from pippin import sim
from pippin.sim.spawners import stand_ins

ROOT = "omniverse://assets/Isaac"
BOX = f"{ROOT}/Props/YCB/Axis_Aligned_Physics/003_cracker_box.usd"
CUBE = f"{ROOT}/Props/Blocks/DexCube/dex_cube_instanceable.usd"
TABLE = f"{ROOT}/Props/Mounts/SeattleLabTable/table_instanceable.usd"


INSIDE = np.array([[0.0, 0.0, 0.15], [0.15, 0.25, 0.2], [-0.15, -0.25, 0.05]])
"""Points inside a bin of 0.4 x 0.6 x 0.3 m on the ground."""


@pytest.fixture(autouse=True)
def _told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stand_ins, "_told", set())


def bounds(prim: Usd.Prim) -> np.ndarray:
    """Lower and upper corner of a prim in the world [m], shape (2, 3)."""
    box = UsdGeom.BBoxCache(Usd.TimeCode.Default(), ["default"]).ComputeWorldBound(prim).ComputeAlignedRange()
    return np.array([box.GetMin(), box.GetMax()])


def test_a_table_has_its_top_at_the_origin_of_its_file(context: sim.SimulationContext) -> None:
    cfg = sim.UsdFileCfg(usd_path=TABLE)
    prim = cfg.func("/World/Table", cfg, translation=(0.5, 0.0, 0.2), orientation=(0.0, 0.0, 0.5**0.5, 0.5**0.5))
    np.testing.assert_allclose(bounds(prim), [[0.05, -0.65, -0.85], [0.95, 0.65, 0.2]], atol=1e-6)
    assert not prim.HasAPI(UsdPhysics.RigidBodyAPI)
    assert any(below.HasAPI(UsdPhysics.CollisionAPI) for below in Usd.PrimRange(prim))


def test_a_cube_takes_the_scale_and_the_properties_of_the_config(context: sim.SimulationContext) -> None:
    cfg = sim.UsdFileCfg(
        usd_path=CUBE,
        scale=(0.8, 0.8, 0.8),
        rigid_props=sim.PhysxRigidBodyCfg(disable_gravity=True),
        mass_props=sim.MassCfg(density=400.0),
    )
    prim = cfg.func("/World/Cube", cfg, translation=(0.0, 0.0, 1.0))
    np.testing.assert_allclose(bounds(prim), [[-0.025, -0.025, 0.975], [0.025, 0.025, 1.025]], atol=1e-6)
    assert prim.HasAPI(UsdPhysics.RigidBodyAPI)
    assert UsdPhysics.MassAPI(prim).GetDensityAttr().Get() == pytest.approx(400.0)


@pytest.mark.parametrize(
    ("name", "size", "mass"),
    [("007_tuna_fish_can", (0.085, 0.033, 0.085), 0.171), ("008_pudding_box", (0.11, 0.089, 0.035), 0.187)],
)
def test_groceries_have_the_sizes_of_their_public_table(
    context: sim.SimulationContext, name: str, size: tuple[float, ...], mass: float
) -> None:
    cfg = sim.UsdFileCfg(usd_path=f"{ROOT}/Props/YCB/Axis_Aligned/{name}.usd")
    prim = cfg.func("/World/Thing", cfg)
    np.testing.assert_allclose(np.ptp(bounds(prim), axis=0), size, atol=1e-6)
    assert UsdPhysics.MassAPI(prim).GetMassAttr().Get() == pytest.approx(mass)


def test_a_stand_in_is_told_once_with_its_size_and_the_way_to_the_file(
    context: sim.SimulationContext, caplog: pytest.LogCaptureFixture
) -> None:
    cfg = sim.UsdFileCfg(usd_path=CUBE)
    with caplog.at_level(logging.WARNING, logger="pippin"):
        cfg.func("/World/A", cfg)
        cfg.func("/World/B", cfg)
    told = [record.getMessage() for record in caplog.records if CUBE in record.getMessage()]
    assert len(told) == 1
    assert "0.0625" in told[0] and "PIPPIN_ASSETS_ROOT" in told[0]


def test_objects_of_ycb_have_their_published_size(context: sim.SimulationContext) -> None:
    cfg = sim.UsdFileCfg(usd_path=BOX)
    low, high = bounds(cfg.func("/World/Box", cfg))
    np.testing.assert_allclose(high - low, [0.164, 0.2134, 0.0718], atol=1e-6)


def test_a_bin_is_open_at_the_top(context: sim.SimulationContext) -> None:
    cfg = sim.UsdFileCfg(usd_path=f"{ROOT}/Props/KLT_Bin/small_KLT.usd", scale=(2.0, 2.0, 2.0))
    prim = cfg.func("/World/Bin", cfg, translation=(0.0, 0.0, 0.15))
    np.testing.assert_allclose(bounds(prim), [[-0.2, -0.3, 0.0], [0.2, 0.3, 0.3]], atol=1e-6)
    parts = [bounds(part) for part in Usd.PrimRange(prim) if part.HasAPI(UsdPhysics.CollisionAPI)]
    assert len(parts) == 5
    assert not any((low < middle).all() and (middle < high).all() for low, high in parts for middle in INSIDE)
    assert [part.HasAPI(UsdPhysics.RigidBodyAPI) for part in Usd.PrimRange(prim)].count(True) == 1


@pytest.mark.parametrize(
    ("name", "kind"),
    [("cube", UsdGeom.Cube), ("sphere", UsdGeom.Sphere), ("cylinder", UsdGeom.Cylinder), ("cone", UsdGeom.Cone)],
)
def test_simple_shapes_are_as_large_as_their_scale_and_touch_nothing(
    context: sim.SimulationContext, caplog: pytest.LogCaptureFixture, name: str, kind: type
) -> None:
    """Public programs mark goals by the sphere at a scale of some centimetres."""
    cfg = sim.UsdFileCfg(usd_path=f"{ROOT}/Props/Shapes/{name}.usd", scale=(0.03, 0.03, 0.06))
    with caplog.at_level(logging.WARNING, logger="pippin"):
        prim = cfg.func("/World/Goal", cfg, translation=(0.0, 0.0, 1.0))
    assert "a box" not in caplog.text or name == "cube"
    np.testing.assert_allclose(bounds(prim), [[-0.015, -0.015, 0.97], [0.015, 0.015, 1.03]], atol=1e-6)
    below = list(Usd.PrimRange(prim))
    assert any(each.IsA(kind) for each in below)
    assert not any(each.HasAPI(UsdPhysics.CollisionAPI) or each.HasAPI(UsdPhysics.RigidBodyAPI) for each in below)


def test_surroundings_become_a_plane(context: sim.SimulationContext) -> None:
    cfg = sim.UsdFileCfg(usd_path=f"{ROOT}/Environments/Simple_Warehouse/warehouse.usd", scale=(2.0, 2.0, 2.0))
    prim = cfg.func("/World/Ground", cfg)
    planes = [below for below in Usd.PrimRange(prim) if below.IsA(UsdGeom.Plane)]
    assert len(planes) == 1 and planes[0].HasAPI(UsdPhysics.CollisionAPI)


def test_a_file_on_this_machine_is_never_replaced(context: sim.SimulationContext, tmp_path: Path) -> None:
    file = tmp_path / "Props" / "Blocks" / "DexCube" / "cube.usda"
    file.parent.mkdir(parents=True)
    stage = Usd.Stage.CreateNew(str(file))
    UsdGeom.Sphere.Define(stage, "/Ball").GetRadiusAttr().Set(0.5)
    stage.SetDefaultPrim(stage.GetPrimAtPath("/Ball"))
    stage.Save()
    cfg = sim.UsdFileCfg(usd_path=str(file))
    assert cfg.func("/World/Ball", cfg).IsA(UsdGeom.Sphere)
    absent = sim.UsdFileCfg(usd_path=str(file.with_name("absent.usda")))
    with pytest.raises(FileNotFoundError, match="absent"):
        absent.func("/World/Absent", absent)


def test_a_copy_of_some_assets_leaves_the_others_their_stand_ins(
    context: sim.SimulationContext,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Who puts a single policy below the folder of assets has not lost the cube, nor what else he had before."""
    monkeypatch.setenv("PIPPIN_ASSETS_ROOT", str(tmp_path))
    cube = str(tmp_path / "Isaac/Props/Blocks/DexCube/dex_cube_instanceable.usd")
    cfg = sim.UsdFileCfg(usd_path=cube)
    with caplog.at_level(logging.WARNING, logger="pippin"):
        prim = cfg.func("/World/Cube", cfg)
    np.testing.assert_allclose(bounds(prim), [[-0.03125] * 3, [0.03125] * 3], atol=1e-6)
    assert "is not in the folder" in caplog.text and "put a copy there" in caplog.text
    own = tmp_path / "Isaac/Props/Blocks/DexCube/own.usda"
    own.parent.mkdir(parents=True)
    own.write_text('#usda 1.0\n(defaultPrim = "Ball")\ndef Sphere "Ball" {}\n')
    cfg = sim.UsdFileCfg(usd_path=str(own))
    assert cfg.func("/World/Ball", cfg).IsA(UsdGeom.Sphere)


@pytest.mark.parametrize(
    "server", ["omniverse://localhost/NVIDIA/Assets/Isaac/4.2", "https://example.com/Assets/Isaac/5.1"]
)
def test_a_copy_of_assets_is_found_for_paths_of_any_server(
    context: sim.SimulationContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: str
) -> None:
    """Programs that name a server mean the asset; so does a file that refers to it."""
    monkeypatch.setenv("PIPPIN_ASSETS_ROOT", str(tmp_path))
    (tmp_path / "Isaac" / "Props").mkdir(parents=True)
    ball = '#usda 1.0\n(defaultPrim = "Ball")\ndef Sphere "Ball" {}\n'
    (tmp_path / "Isaac" / "Props" / "ball.usda").write_text(ball)
    named = f"{server}/Isaac/Props/ball.usda"
    scene = (
        f'#usda 1.0\n(defaultPrim = "Room")\ndef Xform "Room"\n{{\ndef "Ball" (references = @{named}@)\n{{\n}}\n}}\n'
    )
    (tmp_path / "scene.usda").write_text(scene)
    cfg = sim.UsdFileCfg(usd_path=named)
    assert cfg.func("/World/Ball", cfg).IsA(UsdGeom.Sphere)
    room = sim.UsdFileCfg(usd_path=str(tmp_path / "scene.usda"))
    assert room.func("/World/Room", room).GetChild("Ball").IsA(UsdGeom.Sphere)
    absent = sim.UsdFileCfg(usd_path=f"{server}/Isaac/Props/absent.usda")
    with pytest.raises(FileNotFoundError, match="lies in a cloud"):
        absent.func("/World/Absent", absent)


def test_what_has_no_stand_in_is_refused_with_the_way_to_the_file(context: sim.SimulationContext) -> None:
    cfg = sim.UsdFileCfg(usd_path=f"{ROOT}/Props/Forklift/forklift.usd")
    with pytest.raises(FileNotFoundError, match="PIPPIN_ASSETS_ROOT"):
        cfg.func("/World/Forklift", cfg)
