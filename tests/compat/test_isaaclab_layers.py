"""Names of Isaac Lab 3 that whole programs need at their first line: cloner, physics, terrains, images, logger."""

from __future__ import annotations

import logging
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch
import trimesh
from pxr import Usd, UsdGeom, UsdPhysics

from isaaclab import cloner
from isaaclab.controllers.utils import (
    change_revolute_to_fixed,
    change_revolute_to_fixed_regex,
    convert_usd_to_urdf,
)
from isaaclab.physics import PhysicsEvent
from isaaclab.sim import SimulationContext
from isaaclab.terrains import MeshFileTerrainCfg
from isaaclab.terrains.trimesh.utils import make_border, make_plane
from isaaclab.terrains.utils import create_prim_from_mesh
from isaaclab.utils.images import CameraFrameStack, make_camera_output_grid, normalize_depth, normalize_rgb
from isaaclab.utils.io.torchscript import load_torchscript_model
from isaaclab.utils.logger import ColoredFormatter, RateLimitFilter, configure_logging


def test_environments_stand_in_a_grid() -> None:
    positions, quaternions = cloner.grid_transforms(4, spacing=2.0)
    np.testing.assert_array_equal(positions, [[1, -1, 0], [1, 1, 0], [-1, -1, 0], [-1, 1, 0]])
    np.testing.assert_array_equal(quaternions, np.tile([0, 0, 0, 1], (4, 1)))
    np.testing.assert_array_equal(cloner.grid_transforms(4, 2.0, "x")[0], positions[:, [2, 0, 1]])
    np.testing.assert_array_equal(cloner.grid_transforms(4, 2.0, "y")[0], positions[:, [0, 2, 1]])
    with pytest.raises(ValueError, match="up_axis"):
        cloner.grid_transforms(4, 2.0, "w")


def test_prims_are_copied_to_environments_at_their_poses() -> None:
    stage = Usd.Stage.CreateInMemory()
    UsdGeom.Xform.Define(stage, "/World/envs/env_0")
    UsdGeom.Cube.Define(stage, "/World/envs/env_0/box").GetSizeAttr().Set(0.5)
    UsdGeom.Sphere.Define(stage, "/World/template/ball")
    half = np.sqrt(0.5)
    cloner.usd_replicate(
        stage,
        ["/World/template/ball", "/World/envs/env_0"],
        ["/World/envs/env_{}/ball", "/World/envs/env_{}"],
        np.arange(3),
        mask=np.array([[True, False, True], [True, True, True]]),
        positions=np.array([[0.0, 0, 0], [2, 0, 0], [0, 3, 0]]),
        quaternions=np.array([[0.0, 0, 0, 1], [0, 0, 0, 1], [0, 0, half, half]]),
    )
    assert all(stage.GetPrimAtPath(f"/World/envs/env_{env}/box").GetTypeName() == "Cube" for env in range(3))
    balls = [stage.GetPrimAtPath(f"/World/envs/env_{env}/ball").IsValid() for env in range(3)]
    assert balls == [True, False, True]
    pose = UsdGeom.XformCache().GetLocalToWorldTransform(stage.GetPrimAtPath("/World/envs/env_2"))
    np.testing.assert_allclose(pose.Transform((1.0, 0.0, 0.0)), (0.0, 4.0, 0.0), atol=1e-12)


def test_callbacks_are_told_of_the_physics() -> None:
    events = []
    with SimulationContext() as sim:
        for event in PhysicsEvent:
            sim.physics_manager.register_callback(lambda _, event=event: events.append(event), event)
        dropped = sim.physics_manager.register_callback(events.append, PhysicsEvent.STOP)
        dropped.deregister()
        sim.reset()
        assert events == [PhysicsEvent.MODEL_INIT, PhysicsEvent.PHYSICS_READY]
        sim.stop()
    assert events == [PhysicsEvent.MODEL_INIT, PhysicsEvent.PHYSICS_READY, PhysicsEvent.STOP]  # no step was made


def test_meshes_become_ground() -> None:
    plane = make_plane((4.0, 2.0), 0.5)
    np.testing.assert_allclose(plane.bounds, [[-2, -1, 0.5], [2, 1, 0.5]])
    assert (plane.face_normals[:, 2] > 0).all()
    border = make_border((4.0, 3.0), (2.0, 1.0), 0.5, (1.0, 0.0, 2.0))
    assert sum(part.volume for part in border) == pytest.approx((4.0 * 3.0 - 2.0 * 1.0) * 0.5)
    np.testing.assert_allclose(trimesh.util.concatenate(border).bounds, [[-1, -1.5, 1.75], [3, 1.5, 2.25]])
    with SimulationContext():
        prim = create_prim_from_mesh("/World/ground", plane, translation=(0.0, 0.0, 1.0))
        meshes = [each for each in Usd.PrimRange(prim) if each.IsA(UsdGeom.Mesh)]
        assert len(meshes) == 1
        assert meshes[0].GetPath() == "/World/ground/mesh"
        assert meshes[0].HasAPI(UsdPhysics.CollisionAPI)
        box = UsdGeom.BBoxCache(0.0, ["default"]).ComputeWorldBound(prim).ComputeAlignedRange()
        np.testing.assert_allclose([box.GetMin(), box.GetMax()], [[-2, -1, 1.5], [2, 1, 1.5]])


def test_a_file_becomes_a_terrain(tmp_path: Path) -> None:
    at = trimesh.transformations.translation_matrix((5.0, 7.0, 0.1))
    trimesh.creation.box((1.0, 2.0, 0.4), at).export(tmp_path / "rock.ply")
    cfg = MeshFileTerrainCfg(size=(3.0, 4.0), mesh_path=str(tmp_path / "rock.ply"))
    (mesh,), start = cfg.function(0.0, cfg)
    np.testing.assert_allclose(mesh.bounds, [[1, 1, -0.1], [2, 3, 0.3]], atol=1e-6)
    np.testing.assert_allclose(start, [1.5, 2.0, 0.3], atol=1e-6)
    cfg.mesh_path = str(tmp_path / "none.ply")
    with pytest.raises(FileNotFoundError, match=r"none\.ply"):
        cfg.function(0.0, cfg)


@pytest.mark.slow
@pytest.mark.parametrize("dtype", [torch.uint8, torch.float32])
def test_colours_have_no_mean(dtype: torch.dtype) -> None:
    images = torch.randint(0, 256, (2, 3, 4, 3), generator=torch.Generator().manual_seed(0)).to(dtype)
    expected = images / 255.0 - (images / 255.0).mean(dim=(1, 2), keepdim=True)
    torch.testing.assert_close(normalize_rgb(images), expected)
    torch.testing.assert_close(normalize_rgb(images, output_channel_dim=1), expected.permute(0, 3, 1, 2))


def test_colours_are_written_where_they_fit() -> None:
    images = torch.full((1, 2, 2, 3), 255, dtype=torch.uint8)
    out = torch.empty(1, 2, 2, 3)
    assert normalize_rgb(images, mean=0.25, out=out) is out
    torch.testing.assert_close(out, torch.full_like(out, 0.75))
    with pytest.raises(ValueError, match="out"):
        normalize_rgb(images, out=torch.empty(1, 2, 2, 4))


def test_distances_beyond_reach_are_replaced() -> None:
    depth = torch.tensor([1.0, 4.0, torch.inf, torch.nan])
    torch.testing.assert_close(normalize_depth(depth, max_depth=2.0), torch.tensor([0.5, 1.0, 0.0, 0.0]))
    with pytest.raises(ValueError, match="max_depth"):
        normalize_depth(depth, max_depth=1.0, tanh_scale=1.0)


def test_frames_are_stacked_and_stay_as_they_were() -> None:
    stack = CameraFrameStack(1, "cpu", frame_stack=2)
    first = stack(torch.full((1, 1, 1, 1), 1.0))
    second = stack(torch.full((1, 1, 1, 1), 2.0))
    assert (first.flatten().tolist(), second.flatten().tolist()) == ([1.0, 1.0], [1.0, 2.0])
    stack.reset()
    assert stack(torch.full((1, 1, 1, 1), 3.0)).flatten().tolist() == [3.0, 3.0]


def test_pictures_are_put_in_a_grid() -> None:
    grid = make_camera_output_grid(torch.arange(1.0, 5.0).reshape(4, 1, 1, 1))
    assert grid.shape == (3, 8, 8)
    np.testing.assert_array_equal(grid[0, 2::3, 2::3], [[1, 2], [3, 4]])


def test_warnings_are_shown_once_in_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 1.0, 3.0])
    monkeypatch.setattr("pippin_isaac.lab_files.time", SimpleNamespace(time=lambda: next(times)))
    record = logging.LogRecord("robot", logging.WARNING, "", 0, "hot", (), None)
    limit = RateLimitFilter(2)
    assert [limit.filter(record) for _ in range(3)] == [True, False, True]
    assert ColoredFormatter().format(record) == "\033[33mhot\033[0m"


def test_the_log_is_written_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    try:
        configure_logging("ERROR", log_dir=str(tmp_path / "logs"))
        logging.getLogger("robot").error("too hot")
        for handler in root.handlers:
            handler.close()
        (file,) = (tmp_path / "logs").iterdir()
        assert "ERROR: too hot" in file.read_text()
        assert "too hot" in capsys.readouterr().out
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)


def test_joints_of_a_urdf_become_fixed(tmp_path: Path) -> None:
    text = '<robot>\n<joint name="a_1" type="revolute"><axis/></joint><joint type="revolute" name="b"/>\n</robot>\n'
    path = tmp_path / "robot.urdf"
    path.write_text(text)
    change_revolute_to_fixed_regex(str(path), ["a_.*", "c"])
    assert path.read_text() == text.replace('"a_1" type="revolute"', '"a_1" type="fixed"')
    change_revolute_to_fixed(str(path), ["b", "none"])
    assert path.read_text() == text.replace("revolute", "fixed")


def test_urdf_files_of_robots_in_usd_are_written_where_isaac_lab_has_them(tmp_path: Path) -> None:
    usd = tmp_path / "robot.v2.usda"
    usd.write_text('#usda 1.0\n(defaultPrim = "r")\ndef Xform "r" (apiSchemas = ["PhysicsRigidBodyAPI"])\n{\n}\n')
    urdf, meshes = convert_usd_to_urdf(str(usd), str(tmp_path / "out"))
    assert (urdf, meshes) == (str(tmp_path / "out/urdf/robot.urdf"), str(tmp_path / "out/meshes"))
    assert Path(meshes).is_dir()
    assert '<link name="r_r"' in Path(urdf).read_text()
    Path(urdf).write_text("mine")
    convert_usd_to_urdf(str(usd), str(tmp_path / "out"), force_conversion=False)
    assert Path(urdf).read_text() == "mine"


def test_networks_are_loaded_from_torchscript_alone(tmp_path: Path) -> None:
    torch.jit.script(torch.nn.Linear(2, 1)).save(str(tmp_path / "net.pt"))
    assert load_torchscript_model(str(tmp_path / "net.pt"))(torch.ones(3, 2)).shape == (3, 1)
    torch.save({"weight": 1}, tmp_path / "checkpoint.pt")
    with pytest.raises(RuntimeError, match="TorchScript") as error:
        load_torchscript_model(str(tmp_path / "checkpoint.pt"))
    assert isinstance(error.value.__cause__, RuntimeError)
    with pytest.raises(FileNotFoundError):
        load_torchscript_model(str(tmp_path / "none.pt"))
