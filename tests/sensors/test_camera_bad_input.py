"""What cameras refuse, and how they say it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from pxr import Sdf, Usd, UsdGeom

from pippin.sensors.camera import Camera, CameraCfg
from pippin.sim import FisheyeCameraCfg, PinholeCameraCfg, UsdFileCfg

from .conftest import MakeScene


def camera_cfg(prim_path: str = "{ENV_REGEX_NS}/Camera", **fields: Any) -> CameraCfg:
    """Config of a small camera."""
    return CameraCfg(prim_path=prim_path, **{"spawn": PinholeCameraCfg(), "width": 8, "height": 6, **fields})


@pytest.mark.parametrize(
    ("fields", "error", "message"),
    [
        (
            {"width": 0},
            ValueError,
            r"Camera at '.*/Camera' needs images of 1 x 1 pixel at least, got width 0, height 6",
        ),
        ({"data_types": []}, ValueError, r"is empty: name what it should see, of rgb, rgba"),
        ({"data_types": ["rgb", "heat"]}, ValueError, r"holds heat; there are: rgb, rgba"),
        ({"data_types": ["instance_id_segmentation"]}, ValueError, r"use instance_id_segmentation_fast instead"),
        ({"depth_clipping_behavior": "cut"}, ValueError, r"is 'cut'; there are none, max, zero"),
        (
            {"offset": CameraCfg.OffsetCfg(convention="maya")},
            ValueError,
            r"convention 'maya'; there are opengl, ros, world",
        ),
        ({"semantic_filter": "class", "data_types": ["semantic_segmentation"]}, ValueError, r"has the clause 'class'"),
        ({"spawn": None}, RuntimeError, r"No prim matches '/World/envs/env_\.\*/Camera'.*there is no 'Camera'"),
        ({"prim_path": "{ENV_REGEX_NS}/Robot/Camera"}, RuntimeError, r"there is no 'Robot', but Box, Ball"),
        ({"update_period": -1.0}, ValueError, r"should be 0 or more seconds"),
        ({"spawn": PinholeCameraCfg(focal_length=0.0)}, ValueError, r"focal_length is 0.0: it should be positive"),
    ],
)
def test_configs_that_make_no_sense_are_refused(
    make_scene: MakeScene, fields: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        make_scene(camera=camera_cfg(**fields))


@pytest.mark.parametrize("name", sorted(Camera.UNSUPPORTED_TYPES))
def test_unsupported_images_are_refused_by_name(make_scene: MakeScene, name: str) -> None:
    with pytest.raises(ValueError, match=rf"holds {name}, which cameras do not make for many environments at once"):
        make_scene(camera=camera_cfg(data_types=["rgb", name]))


def test_a_config_that_leaves_the_size_open_is_refused(make_scene: MakeScene) -> None:
    with pytest.raises(TypeError, match="height"):
        make_scene(camera=CameraCfg(prim_path="/World/Camera", spawn=PinholeCameraCfg(), width=8))


def test_prims_that_are_no_cameras_are_refused(make_scene: MakeScene) -> None:
    with pytest.raises(RuntimeError, match=r"'/World/envs/env_0/Box' of the Camera is of type 'Xform', not 'Camera'"):
        make_scene(camera=camera_cfg("{ENV_REGEX_NS}/Box", spawn=None))


@pytest.mark.parametrize("projection", ["fisheyeSpherical", "fisheyeKannalaBrandtK3", "omniDirectionalStereo"])
def test_projections_that_are_not_drawn_are_refused(make_scene: MakeScene, projection: str) -> None:
    with pytest.raises(NotImplementedError, match=rf"'{projection}'; there are 'pinhole' and 'fisheyePolynomial'"):
        make_scene(camera=camera_cfg(spawn=FisheyeCameraCfg(projection_type=projection)))


def test_a_fisheye_has_neither_motion_nor_intrinsic_matrix(make_scene: MakeScene) -> None:
    with pytest.raises(NotImplementedError, match=r"bends rays make no 'motion_vectors'"):
        make_scene(camera=camera_cfg(spawn=FisheyeCameraCfg(), data_types=["motion_vectors"]))


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda c: c.set_world_poses(torch.zeros(2, 3)), ValueError, r"'positions' .* shape \(3, 3\), not \(2, 3\)"),
        (lambda c: c.set_world_poses(torch.full((3, 3), torch.nan)), ValueError, r"'positions' holds .* not finite"),
        (lambda c: c.set_world_poses(None, torch.zeros(3, 4)), ValueError, r"a quaternion of zeros"),
        (lambda c: c.set_world_poses(None, torch.ones(3, 4), None, "maya"), ValueError, r"no camera convention 'maya'"),
        (lambda c: c.set_world_poses(torch.zeros(3), env_ids=[3]), IndexError, r"holds \[3\], but there are 3"),
        (
            lambda c: c.set_world_poses_from_view(torch.ones(3, 3), torch.zeros(1, 2)),
            ValueError,
            r"'targets' should be",
        ),
        (lambda c: c.set_intrinsic_matrices(torch.zeros(3, 3)), ValueError, r"matrix 0 .*positive focal lengths"),
        (lambda c: c.set_intrinsic_matrices(torch.ones(3, 3)), ValueError, r"\[0, f_y, c_y\], \[0, 0, 1\]\]"),
        (lambda c: c.set_intrinsic_matrices(torch.eye(2)), ValueError, r"'matrices' should be of shape \(3, 3, 3\)"),
        (lambda c: c.set_intrinsic_matrices(torch.eye(3), -1.0), ValueError, r"focal_length .* positive, not -1"),
    ],
)
def test_calls_that_make_no_sense_change_nothing(
    make_scene: MakeScene, call: Callable[[Camera], None], error: type[Exception], message: str
) -> None:
    scene = make_scene(camera=camera_cfg(data_types=["depth"]))
    camera = scene.sensors["camera"]
    data = camera.data
    before = [array.torch.clone() for array in (data.pos_w, data.quat_w_ros, data.intrinsic_matrices)]
    with pytest.raises(error, match=message):
        call(camera)
    for array, expected in zip((data.pos_w, data.quat_w_ros, data.intrinsic_matrices), before, strict=True):
        torch.testing.assert_close(array.torch, expected)


def test_a_stopped_camera_says_so(make_scene: MakeScene) -> None:
    scene = make_scene(camera=camera_cfg(data_types=["depth"]))
    camera = scene.sensors["camera"]
    scene.sim.stop()
    for read in (lambda: camera.data, lambda: camera.frame, lambda: camera.set_world_poses(torch.zeros(3))):
        with pytest.raises(RuntimeError, match="measures only while the simulation plays"):
            read()
    scene.sim.reset()
    assert camera.data.output["depth"].shape == (3, 6, 8, 1)


def test_an_offset_without_a_camera_to_spawn_is_warned_of(
    make_scene: MakeScene, caplog: pytest.LogCaptureFixture
) -> None:
    spawned = camera_cfg()
    found = camera_cfg(spawn=None, offset=CameraCfg.OffsetCfg(pos=(1.0, 0.0, 0.0)))
    scene = make_scene(spawned=spawned, found=found)
    assert "has no effect: with spawn=None" in caplog.text
    torch.testing.assert_close(scene.sensors["found"].data.pos_w.torch, scene.sensors["spawned"].data.pos_w.torch)


def test_a_camera_of_which_only_the_lens_is_there_is_one(
    make_scene: MakeScene, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Robots' files that refer to a camera in a cloud say its lens again."""
    file = tmp_path / "mount.usda"
    stage = Usd.Stage.CreateNew(str(file))
    stage.SetDefaultPrim(UsdGeom.Xform.Define(stage, "/Mount").GetPrim())
    stage.OverridePrim("/Mount/Eye").CreateAttribute("focalLength", Sdf.ValueTypeNames.Float).Set(10.0)
    stage.Save()
    mount = UsdFileCfg(usd_path=str(file))
    scene = make_scene(
        before_play=lambda: mount.func("/World/envs/env_.*/Mount", mount),
        camera=camera_cfg("{ENV_REGEX_NS}/Mount/Eye", spawn=None),
    )
    camera = scene["camera"]
    focal_length = 8 * 10.0 / 20.955  # 8 pixels, and USD's own aperture [mm]
    assert camera.data.intrinsic_matrices.torch[:, 0, 0].tolist() == pytest.approx([focal_length] * scene.num_envs)
    assert "nothing of the camera '/World/envs/env_0/Mount/Eye' but its lens" in caplog.text


def test_a_config_checks_what_its_renderer_makes_before_there_is_a_camera() -> None:
    """As tasks of Isaac Lab 3 let it, when presets choose the images apart from the renderer."""
    camera_cfg(data_types=["rgb", "depth"]).validate_config()
    with pytest.raises(ValueError, match=r"holds heat; there are: rgb, rgba"):
        camera_cfg(data_types=["heat"]).validate_config()
    camera_cfg(data_types=["heat"], renderer_cfg=None).validate_config()  # there is nothing to compare with yet
