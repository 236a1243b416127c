"""Helpers of ``isaaclab.sim`` that find, place and view prims."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
import warp as wp
from pxr import Gf, Sdf, Usd, UsdGeom, UsdLux, UsdPhysics

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

import isaaclab.sim as sim_utils
from isaaclab.sim.utils.stage import resolve_paths
from isaaclab.sim.views import FrameView
from pippin.sim import EnvironmentPlan, create_new_stage
from pippin.sim.stage import set_current_stage
from pippin_isaac.modules import dialect_of


@pytest.fixture(autouse=True)
def stage() -> Usd.Stage:
    made = create_new_stage()
    for path in ("Robot", "Robot/arm", "Robot/arm/a_foot", "Robot/b_foot", "Other", "Other/b_foot"):
        UsdGeom.Xform.Define(made, f"/World/{path}")
    yield made
    set_current_stage(None)


def test_expressions_are_for_whole_paths() -> None:
    assert sim_utils.find_matching_prim_paths("/World/Robot/.*_foot") == [
        "/World/Robot/arm/a_foot",
        "/World/Robot/b_foot",
    ]
    assert sim_utils.find_matching_prim_paths("/World/[^/]+/b_foot") == ["/World/Robot/b_foot", "/World/Other/b_foot"]
    with pytest.raises(ValueError, match="World/Robot"):
        sim_utils.find_matching_prims("World/Robot")


def test_expressions_are_segments_in_version_2() -> None:
    older = dialect_of("omni.isaac.lab").counterpart(sim_utils.find_matching_prim_paths)
    assert older("/World/Robot/.*_foot") == ["/World/Robot/b_foot"]


def test_expressions_as_segments_and_globs() -> None:
    expression = "/World/envs/env_[^/]+/Robot/.*"
    assert sim_utils.split_path_expr(expression) == ["", "World", "envs", "env_[^/]+", "Robot", ".*"]
    assert sim_utils.path_expr_to_glob(expression) == "/World/envs/env_*/Robot/*"
    assert sim_utils.matches_path_expr_prefix(expression, "/World/envs/env_3/Robot")
    assert not sim_utils.matches_path_expr_prefix(expression, "/World/envs/env_3/Cube")


def test_the_number_of_matches_can_be_demanded() -> None:
    def is_foot(prim: Usd.Prim) -> bool:
        return prim.GetName().endswith("foot")

    assert len(sim_utils.get_all_matching_child_prims("/World", is_foot, expected_num_matches=3)) == 3
    with pytest.raises(RuntimeError, match="found 3"):
        sim_utils.get_all_matching_child_prims("/World", is_foot, expected_num_matches=2)


def test_free_paths_count_on(stage: Usd.Stage) -> None:
    assert sim_utils.get_next_free_prim_path("/World/Robot") == "/World/Robot_01"
    stage.DefinePrim("/World/Robot_09")
    assert sim_utils.get_next_free_prim_path("/World/Robot_09") == "/World/Robot_10"


def test_other_operations_become_standard_ones(stage: Usd.Stage) -> None:
    prim = stage.GetPrimAtPath("/World/Robot")
    xformable = UsdGeom.Xformable(prim)
    xformable.AddRotateXYZOp().Set(Gf.Vec3f(20.0, 30.0, 40.0))
    xformable.AddTranslateOp().Set(Gf.Vec3d(1.0, 2.0, 3.0))
    xformable.SetResetXformStack(True)
    before = xformable.GetLocalTransformation()
    assert not sim_utils.validate_standard_xform_ops(prim)
    assert sim_utils.standardize_xform_ops(prim) is True
    assert sim_utils.validate_standard_xform_ops(prim)
    assert not prim.GetAttribute("xformOp:rotateXYZ")
    assert xformable.GetResetXformStack()
    np.testing.assert_allclose(np.array(xformable.GetLocalTransformation()), np.array(before), atol=1e-6)


def test_units_of_a_file_become_part_of_the_scale(stage: Usd.Stage) -> None:
    prim = stage.GetPrimAtPath("/World/Robot")
    UsdGeom.Xformable(prim).AddScaleOp().Set(Gf.Vec3f(2.0, 1.0, 1.0))
    prim.CreateAttribute("xformOp:scale:unitsResolve", Sdf.ValueTypeNames.Double3).Set(Gf.Vec3d(0.5))
    assert sim_utils.standardize_xform_ops(prim)
    assert prim.GetAttribute("xformOp:scale").Get() == Gf.Vec3f(1.0, 0.5, 0.5)
    assert not prim.GetAttribute("xformOp:scale:unitsResolve")


def test_what_has_no_place_gets_none(stage: Usd.Stage, caplog: pytest.LogCaptureFixture) -> None:
    assert sim_utils.standardize_xform_ops(stage.DefinePrim("/World/Scope", "Scope")) is False
    assert "/World/Scope" in caplog.text
    with pytest.raises(ValueError, match="not valid"):
        sim_utils.standardize_xform_ops(stage.GetPrimAtPath("/World/Nothing"))


def test_a_stage_is_saved_with_what_it_refers_to(stage: Usd.Stage, tmp_path: Path) -> None:
    UsdLux.DomeLight.Define(stage, "/World/Sky").CreateTextureFileAttr("https://example.com/sky.hdr")
    file = tmp_path / "stage.usda"
    assert sim_utils.save_stage(str(file), save_and_reload_in_place=False) is True
    assert "@https://example.com/sky.hdr@" in file.read_text()
    assert sim_utils.open_stage(str(file)).GetPrimAtPath("/World/Other/b_foot")
    for call in (sim_utils.save_stage, sim_utils.open_stage):
        with pytest.raises(ValueError, match="not supported"):
            call(str(tmp_path / "stage.txt"))


def test_references_move_with_a_copy_but_modules_do_not(tmp_path: Path) -> None:
    source = Sdf.Layer.CreateNew(str(tmp_path / "robot.usda"))
    source.ImportFromString('#usda 1.0\ndef "A" (references = @./parts/arm.usda@) {\nasset m = @OmniPBR.mdl@\n}\n')
    source.Save()
    (tmp_path / "copies").mkdir()
    copy = Sdf.Layer.CreateNew(str(tmp_path / "copies" / "robot.usda"))
    copy.TransferContent(source)
    resolve_paths(source.identifier, copy.identifier)
    assert "@../parts/arm.usda@" in copy.ExportToString()
    assert "@OmniPBR.mdl@" in copy.ExportToString()


def test_views_read_and_write_poses_in_the_world_and_in_parents(stage: Usd.Stage) -> None:
    sim_utils.standardize_xform_ops(stage.GetPrimAtPath("/World/Robot"), translation=(1.0, 0.0, 0.0), scale=(2.0, 2, 2))
    view = FrameView("/World/[^/]+/b_foot")
    assert view.prim_paths == ["/World/Robot/b_foot", "/World/Other/b_foot"]
    turned = wp.array([[0.0, 0.0, 0.6, 0.8], [0.0, 0.0, 0.0, 1.0]], dtype=wp.vec4f)
    with view.xform_world_space_writer() as writer:
        writer.set_poses(torch.tensor([[3.0, 0.0, 0.0], [4.0, 0.0, 0.0]]), turned)
        with pytest.raises(RuntimeError, match="writer"):
            view.get_world_poses()
    positions, orientations = view.get_world_poses()
    assert positions.torch.tolist() == [[3.0, 0.0, 0.0], [4.0, 0.0, 0.0]]
    torch.testing.assert_close(orientations.torch, wp.to_torch(turned))
    assert view.get_local_poses([0])[0].torch.tolist() == [[1.0, 0.0, 0.0]]
    view.set_scales(torch.full((1, 3), 3.0), [0])
    assert view.get_world_scales().torch.tolist() == [[6.0] * 3, [1.0] * 3]
    view.set_visibility(torch.tensor([False]), [1])
    assert view.get_visibility().tolist() == [True, False]


def test_views_of_version_2_have_tensors_with_w_first() -> None:
    view = dialect_of("omni.isaac.lab").counterpart(FrameView)("/World/Robot/arm", validate_xform_ops=False)
    view.set_world_poses(orientations=torch.tensor([[0.8, 0.0, 0.0, 0.6]]))
    torch.testing.assert_close(view.get_world_poses()[1], torch.tensor([[0.8, 0.0, 0.0, 0.6]]))


def test_views_have_frames_of_all_environments_that_go_with_bodies(stage: Usd.Stage) -> None:
    origins = np.array([[0.0, 0.0, 0.0], [5.0, 0.0, 0.0], [0.0, 7.0, 0.0]])
    sim_utils.create_prim("/World/envs/env_0", "Xform")
    cube = sim_utils.CuboidCfg(
        size=(0.2, 0.2, 0.2),
        rigid_props=sim_utils.RigidBodyPropertiesCfg(),
        collision_props=sim_utils.CollisionPropertiesCfg(),
    )
    cube.func("/World/envs/env_0/Cube", cube, translation=(0.0, 0.0, 1.0))
    sim_utils.create_prim("/World/envs/env_0/Cube/Mount", translation=(0.1, 0.0, 0.05))
    sim_utils.create_prim("/World/envs/env_0/Mark", translation=(0.0, 1.0, 0.0))
    with sim_utils.SimulationContext(sim_utils.SimulationCfg(dt=0.01, device="cpu")) as simulation:
        simulation.environments = EnvironmentPlan.uniform(origins)
        mounts, marks = (FrameView(f"/World/envs/env_[^/]+/{name}") for name in ("Cube/Mount", "Mark"))
        assert mounts.prim_paths == [f"/World/envs/env_{env_id}/Cube/Mount" for env_id in range(3)]
        simulation.reset()
        for fallen in (0.0, -9.81 * 0.01**2):  # of one step of semi-implicit Euler
            expected = origins + np.array([0.1, 0.0, 1.05 + fallen])
            np.testing.assert_allclose(mounts.get_world_poses()[0].torch, expected, atol=1e-6)  # float32
            np.testing.assert_allclose(mounts.get_local_poses([1])[0].torch, [[0.1, 0.0, 0.05]], atol=1e-6)
            np.testing.assert_allclose(marks.get_world_poses()[0].torch, origins + [0.0, 1.0, 0.0], atol=1e-6)
            simulation.step(render=False)
        mounts.set_scales(torch.full((3, 3), 2.0))
        assert mounts.get_local_scales().torch.tolist() == [[2.0] * 3] * 3
        with pytest.raises(RuntimeError, match="size"):
            FrameView("/World/envs/env_[^/]+/Cube").set_scales(torch.full((3, 3), 2.0))


def test_prims_of_files_in_a_cloud_are_what_spawners_put_in_their_place(stage: Usd.Stage) -> None:
    path = "omniverse://assets/Isaac/Props/Blocks/DexCube/dex_cube_instanceable.usd"
    prim = sim_utils.create_prim("/World/Robot/Cube", position=(1.0, 2.0, 3.0), usd_path=path, semantic_label="cube")
    assert prim.HasAPI(UsdPhysics.RigidBodyAPI)
    assert sim_utils.resolve_prim_pose(prim)[0] == pytest.approx((1.0, 2.0, 3.0))
    assert sim_utils.get_labels(prim) == {"class": ["cube"]}
    with pytest.raises(FileNotFoundError, match="nothing.usd"):
        sim_utils.create_prim("/World/Nothing", usd_path="omniverse://assets/nothing.usd")
    assert not stage.GetPrimAtPath("/World/Nothing")


def test_poses_of_prims_may_be_arrays(stage: Usd.Stage) -> None:
    prim = sim_utils.create_prim("/World/A", translation=torch.tensor([[1.0, 2.0, 3.0]]), scale=np.full(3, 2.0))
    assert prim.GetAttribute("xformOp:translate").Get() == Gf.Vec3d(1.0, 2.0, 3.0)
    with pytest.raises(ValueError, match="one dimensional"):
        sim_utils.create_prim("/World/B", translation=np.zeros((2, 3)))
