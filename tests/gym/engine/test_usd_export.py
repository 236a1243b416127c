"""Assets and simulations written as USD files: read back, they are what they were."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from pxr import Usd, UsdGeom, UsdPhysics

from pippin.gym import gymapi


@pytest.fixture
def exporter(gym: gymapi.Gym, tmp_path: Path) -> gymapi.UsdExporter:
    """Writer into a folder of its own."""
    exporter = gym.create_usd_exporter()
    assert gym.set_usd_export_root(exporter, str(tmp_path / "usd"))
    assert gym.get_usd_export_root(exporter) == str(tmp_path / "usd")
    return exporter


def test_an_asset_comes_back(
    gym: gymapi.Gym, sim: gymapi.Sim, walker: gymapi.Asset, exporter: gymapi.UsdExporter
) -> None:
    assert gym.export_usd_asset(exporter, walker, "walker.usda")
    again = gym.load_usd(sim, gym.get_usd_export_root(exporter), "walker.usda", gymapi.AssetOptions())
    assert gym.get_asset_rigid_body_names(again) == gym.get_asset_rigid_body_names(walker)
    assert gym.get_asset_joint_names(again) == gym.get_asset_joint_names(walker)
    before, after = (gym.get_asset_dof_properties(asset) for asset in (walker, again))
    for name in ("hasLimits", "lower", "upper", "stiffness", "damping", "armature"):
        np.testing.assert_allclose(after[name], before[name], rtol=1e-5, err_msg=name)
    envs = [gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1) for _ in range(2)]
    for env, asset in zip(envs, (walker, again), strict=True):
        gym.create_actor(env, asset, gymapi.Transform())
    masses = [[body.mass for body in gym.get_actor_rigid_body_properties(env, 0)] for env in envs]
    np.testing.assert_allclose(masses[1], masses[0], rtol=1e-5)


def test_a_fixed_base_and_drives(
    gym: gymapi.Gym, sim: gymapi.Sim, cartpole: gymapi.Asset, exporter: gymapi.UsdExporter
) -> None:
    gym.export_usd_asset(exporter, cartpole, "cartpole")
    stage = Usd.Stage.Open(f"{gym.get_usd_export_root(exporter)}/cartpole.usd")
    (drive,) = [UsdPhysics.DriveAPI(prim, "linear") for prim in stage.Traverse() if prim.GetName() == "slider"]
    assert drive.GetMaxForceAttr().Get() == pytest.approx(400.0)
    again = gym.load_usd(sim, gym.get_usd_export_root(exporter), "cartpole.usd", gymapi.AssetOptions())
    assert gym.get_asset_dof_names(again) == ["slider", "hinge"]
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    gym.create_actor(env, again, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 2.0)))
    for _ in range(10):
        gym.simulate(sim)
    assert gym.get_rigid_transform(env, 0).p.z == pytest.approx(2.0), "the rail is fixed"


@pytest.mark.parametrize("single_file", [True, False])
def test_a_simulation_as_it_is(
    gym: gymapi.Gym, sim: gymapi.Sim, cartpole: gymapi.Asset, ground: None, tmp_path: Path, single_file: bool
) -> None:
    """Two cartpoles, the second 2 m along x from the first, with the pole a quarter turned; lengths doubled."""
    lower, upper = gymapi.Vec3(-1.0, -1.0, 0.0), gymapi.Vec3(1.0, 1.0, 1.0)
    envs = [gym.create_env(sim, lower, upper, 2) for _ in range(2)]
    for env in envs:
        gym.create_actor(env, cartpole, gymapi.Transform(gymapi.Vec3(0.0, 0.0, 1.0)), "cart")
    states = gym.get_actor_dof_states(envs[1], 0, gymapi.STATE_ALL)
    states["pos"] = (0.3, np.pi / 2.0)
    gym.set_actor_dof_states(envs[1], 0, states, gymapi.STATE_ALL)
    exporter = gym.create_usd_exporter(gymapi.UsdExportOptions(scale=2.0, single_file=single_file))
    gym.set_usd_export_root(exporter, str(tmp_path))
    assert gym.export_usd_sim(exporter, sim, "scene.usda", "out")
    assert len(list((tmp_path / "out").rglob("*.usd*"))) == (1 if single_file else 2)
    stage = Usd.Stage.Open(str(tmp_path / "out" / "scene.usda"))
    scene = UsdPhysics.Scene(stage.GetPrimAtPath("/World/physicsScene"))
    assert scene.GetGravityMagnitudeAttr().Get() == pytest.approx(10.0)
    assert stage.GetPrimAtPath("/World/ground_0").HasAPI(UsdPhysics.CollisionAPI)
    cache = UsdGeom.XformCache()
    for index, (x, axis) in enumerate([(0.0, [0.0, 0.0, 1.0]), (2.0 + 0.3, [1.0, 0.0, 0.0])]):
        pole = stage.GetPrimAtPath(f"/World/envs/env_{index}/actor_0/pole")
        matrix = np.array(cache.GetLocalToWorldTransform(pole))
        np.testing.assert_allclose(matrix[3, :3], [2.0 * x, 0.0, 2.0 * 1.1], atol=1e-5)
        np.testing.assert_allclose(matrix[2, :3], axis, atol=1e-5)
        assert UsdPhysics.MassAPI(pole).GetMassAttr().Get() == pytest.approx(8.0), "as dense, twice as large"


def test_without_physics(gym: gymapi.Gym, sim: gymapi.Sim, walker: gymapi.Asset, tmp_path: Path) -> None:
    options = gymapi.UsdExportOptions(
        export_physics=False, use_physics_visuals=True, material_mode=gymapi.USD_MATERIAL_DISPLAY_COLOR
    )
    exporter = gym.create_usd_exporter(options)
    gym.set_usd_export_root(exporter, str(tmp_path))
    gym.export_usd_asset(exporter, walker, "walker.usd")
    stage = Usd.Stage.Open(str(tmp_path / "walker.usd"))
    prims = list(stage.Traverse())
    assert sum(prim.IsA(UsdGeom.Gprim) for prim in prims) == 5
    assert not any(prim.IsA(UsdPhysics.Joint) or prim.HasAPI(UsdPhysics.RigidBodyAPI) for prim in prims)
    assert not any(prim.GetTypeName() == "Material" for prim in prims if "Looks" in str(prim.GetPath()))


def test_meshes_come_back(gym: gymapi.Gym, sim: gymapi.Sim, write: Callable, exporter: gymapi.UsdExporter) -> None:
    folder, _ = write("tetrahedron.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")
    mesh = '<geometry><mesh filename="tetrahedron.obj"/></geometry>'
    text = f"<robot name='solid'><link name='solid'><collision>{mesh}</collision></link></robot>"
    _, name = write("solid.urdf", text)
    solid = gym.load_asset(sim, folder, name)
    gym.export_usd_asset(exporter, solid, "solid.usd")
    again = gym.load_usd(sim, gym.get_usd_export_root(exporter), "solid.usd")
    env = gym.create_env(sim, gymapi.Vec3(), gymapi.Vec3(), 1)
    for asset in (solid, again):
        gym.create_actor(env, asset, gymapi.Transform())
    masses = [gym.get_actor_rigid_body_properties(env, handle)[0].mass for handle in (0, 1)]
    np.testing.assert_allclose(masses, 1000.0 / 6.0, rtol=1e-4)


def test_exports_that_cannot_be(
    gym: gymapi.Gym, sim: gymapi.Sim, walker: gymapi.Asset, exporter: gymapi.UsdExporter
) -> None:
    with pytest.raises(ValueError, match=r"gym\.export_usd_asset: expected a file of the kind .usd, .usda, .usdc"):
        gym.export_usd_asset(exporter, walker, "walker.obj")
    with pytest.raises(NotImplementedError, match=r"MDL materials"):
        gym.create_usd_exporter(gymapi.UsdExportOptions(material_mode=gymapi.USD_MATERIAL_MDL))
    gym.destroy_usd_exporter(exporter)
    with pytest.raises(RuntimeError, match=r"gym\.export_usd_sim: the exporter was destroyed"):
        gym.export_usd_sim(exporter, sim, "scene")
