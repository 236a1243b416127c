"""Cameras see what is there: against rays that are intersected with planes, boxes and spheres in closed form."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import torch
import warp as wp
from pxr import UsdGeom
from scipy.spatial.transform import Rotation

from pippin.sensors.camera import (
    Camera,
    CameraCfg,
    CameraData,
    RenderBufferKind,
    RenderBufferSpec,
    Renderer,
    RendererCfg,
)
from pippin.sensors.camera.lens import Lens
from pippin.sensors.camera.renderer import CameraViews
from pippin.sim import (
    FisheyeCameraCfg,
    OpenCvPinholeDistortionCfg,
    PinholeCameraCfg,
    SimulationCfg,
    SimulationContext,
)
from pippin.sim.prims import create_prim
from pippin.utils.math import convert_camera_frame_orientation_convention, project_points

from .conftest import MakeScene, step

WIDTH, HEIGHT = 64, 48
GEOMETRY = ["depth", "distance_to_camera", "normals", "instance_id_segmentation_fast"]
BOX_HALF = np.array([0.2, 0.15, 0.1])
BOX_CENTER = np.array([0.0, 0.0, 0.1])
BALL_RADIUS = 0.1
LENS = PinholeCameraCfg(horizontal_aperture_offset=1.0, vertical_aperture_offset=-0.7)
"""The optical axis does not meet the middle of the picture."""


def camera_cfg(prim_path: str = "{ENV_REGEX_NS}/Camera", **fields: Any) -> CameraCfg:
    """Config of a camera with small images."""
    fields = {"spawn": LENS, "width": WIDTH, "height": HEIGHT, "data_types": GEOMETRY, **fields}
    return CameraCfg(prim_path=prim_path, **fields)


def ids_as_numbers(**fields: Any) -> dict[str, Any]:
    """Fields of a camera's config with which segmentations are of ids."""
    return {
        "colorize_semantic_segmentation": False,
        "colorize_instance_segmentation": False,
        "colorize_instance_id_segmentation": False,
        **fields,
    }


def rays_of(camera: Camera, view: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Position of a camera, directions of length 1 through the middles of its pixels in the world, and its axis."""
    data = camera.data
    matrix = data.intrinsic_matrices.torch[view].cpu().numpy().astype(float)
    columns, rows = np.meshgrid(np.arange(WIDTH) + 0.5, np.arange(HEIGHT) + 0.5)
    rays = np.stack([columns, rows, np.ones_like(columns)], axis=-1) @ np.linalg.inv(matrix).T
    rays /= np.linalg.norm(rays, axis=-1, keepdims=True)
    rotation = Rotation.from_quat(data.quat_w_ros.torch[view].cpu().numpy())
    directions = rotation.apply(rays.reshape(-1, 3)).reshape(rays.shape)
    return data.pos_w.torch[view].cpu().numpy().astype(float), directions, rotation.as_matrix()[:, 2]


def hit_scene(eye: np.ndarray, rays: np.ndarray, ball: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Distances, normals, and what is hit (0 nothing, 1 ground, 2 box, 3 ball), by the equations of the surfaces."""
    distances = np.full((4, *rays.shape[:2]), np.inf)
    normals = np.zeros((4, *rays.shape))
    with np.errstate(divide="ignore", invalid="ignore"):
        distances[1] = np.where(rays[..., 2] < 0.0, -eye[2] / rays[..., 2], np.inf)
        normals[1, ..., 2] = 1.0
        near, far = ((BOX_CENTER - sign * BOX_HALF * np.sign(rays) - eye) / rays for sign in (1.0, -1.0))
        axis = near.argmax(axis=-1)
        enters = near.max(axis=-1) < far.min(axis=-1)
        distances[2] = np.where(enters & (near.max(axis=-1) > 0.0), near.max(axis=-1), np.inf)
        np.put_along_axis(normals[2], axis[..., None], -np.sign(np.take_along_axis(rays, axis[..., None], -1)), -1)
        along = rays @ (ball - eye)
        square = along**2 - (np.sum((ball - eye) ** 2) - BALL_RADIUS**2)
        distances[3] = np.where((square > 0.0) & (along > 0.0), along - np.sqrt(np.maximum(square, 0.0)), np.inf)
        normals[3] = (eye + rays * distances[3][..., None] - ball) / BALL_RADIUS
    nearest = distances.argmin(axis=0)
    nearest[np.isinf(distances.min(axis=0))] = 0
    chosen = np.take_along_axis(normals, nearest[None, ..., None], 0)[0]
    return distances.min(axis=0), np.where(nearest[..., None] > 0, chosen, 0.0), nearest


def ball_in_environment(scene: Any, env: int) -> np.ndarray:
    """Position of the ball relative to the origin of its environment."""
    position = scene["ball"].data.root_link_pos_w.torch[env] - scene.env_origins[env]
    return position.cpu().numpy().astype(float)


def test_geometry_is_that_of_the_equations_in_each_environment(make_scene: MakeScene, backend: Any) -> None:
    """Depth and normals within 1e-4 but where single precision decides what an edge belongs to."""
    fields = ids_as_numbers(data_types=GEOMETRY)
    scene = make_scene(camera=camera_cfg(**fields), backend=backend, gravity=(0.0, 0.0, 0.0))
    camera = scene.sensors["camera"]
    eyes = scene.env_origins + torch.tensor([[1.6, 0.9, 0.7], [-1.4, 1.0, 1.9], [0.9, -1.5, 2.6]]).to(scene.device)
    targets = scene.env_origins + torch.tensor([[0.0, 0.0, 0.1], [1.0, 0.0, 1.8], [0.5, 0.0, 0.9]]).to(scene.device)
    camera.set_world_poses_from_view(eyes, targets)
    images = {name: image.torch.cpu().numpy() for name, image in camera.data.output.items()}
    seen = set()
    for env in range(3):
        eye, rays, axis = rays_of(camera, env)
        eye -= scene.env_origins[env].cpu().numpy()
        expected, normals, hit = hit_scene(eye, rays, ball_in_environment(scene, env))
        ids = images["instance_id_segmentation_fast"][env, ..., 0]
        info = camera.data.info["instance_id_segmentation_fast"]["idToLabels"]
        names = {int(number): path for number, path in info.items()}
        kinds = {"BACKGROUND": 0, **{path: 1 for path in names.values() if path.startswith("/World/ground/")}}
        kinds |= {f"/World/envs/env_{env}/{name}/geometry/mesh": kind for name, kind in (("Box", 2), ("Ball", 3))}
        shown = np.vectorize(lambda number, names=names, kinds=kinds: kinds.get(names[number], -1))(ids)
        same = shown == hit
        assert same.mean() > 0.998
        near = same & (expected < 15.0)
        seen |= set(np.unique(hit[near]))
        distance = images["distance_to_camera"][env, ..., 0]
        np.testing.assert_allclose(distance[near], expected[near], atol=1e-4)
        np.testing.assert_allclose(images["depth"][env, ..., 0][near], (expected * (rays @ axis))[near], atol=1e-4)
        flat = same & (hit != 3)
        np.testing.assert_allclose(images["normals"][env][flat], normals[flat], atol=1e-4)
        np.testing.assert_allclose(images["normals"][env][same], normals[same], atol=1e-3)  # 1e-4 m of a radius of 0.1
        assert np.all(np.isinf(distance[same & (hit == 0)]))
    assert seen == {1, 2, 3}


def test_known_points_appear_where_they_are_projected_to(make_scene: MakeScene) -> None:
    """The outline of the box, and the centre of the ball, within half a pixel."""
    name = "instance_id_segmentation_fast"
    cfg = camera_cfg(**ids_as_numbers(data_types=[name], width=160, height=120))
    scene = make_scene(camera=cfg, gravity=(0.0, 0.0, 0.0))
    camera = scene.sensors["camera"]
    eyes = scene.env_origins + torch.tensor([[1.5, 4.0, 2.6], [-3.0, 3.0, 2.2], [1.2, -4.4, 1.9]])
    camera.set_world_poses_from_view(eyes, scene.env_origins + torch.tensor([0.5, 0.0, 1.1]))
    images = camera.data.output[name].torch[..., 0].numpy()
    numbers = {path: int(number) for number, path in camera.data.info[name]["idToLabels"].items()}
    corners = BOX_CENTER + BOX_HALF * np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    for env in range(3):
        points = np.concatenate([corners, ball_in_environment(scene, env)[None]]) + scene.env_origins[env].numpy()
        rotation = Rotation.from_quat(camera.data.quat_w_ros.torch[env].numpy())
        in_camera = rotation.inv().apply(points - camera.data.pos_w.torch[env].numpy())
        matrix = camera.data.intrinsic_matrices.torch[env]
        pixels = project_points(torch.tensor(in_camera, dtype=torch.float32), matrix)[:, :2].numpy()
        rows, columns = np.nonzero(images[env] == numbers[f"/World/envs/env_{env}/Box/geometry/mesh"])
        outline = [columns.min(), columns.max() + 1, rows.min(), rows.max() + 1]
        expected = [pixels[:8, 0].min(), pixels[:8, 0].max(), pixels[:8, 1].min(), pixels[:8, 1].max()]
        np.testing.assert_allclose(outline, expected, atol=1.0)  # half a pixel more: corners are pointed
        rows, columns = np.nonzero(images[env] == numbers[f"/World/envs/env_{env}/Ball/geometry/mesh"])
        np.testing.assert_allclose([columns.mean() + 0.5, rows.mean() + 0.5], pixels[8], atol=0.5)


def test_conventions_agree(make_scene: MakeScene) -> None:
    """One pose, given in three conventions when spawned and when set, gives one picture and one pose."""
    opengl = Rotation.from_euler("xyz", [50.0, 10.0, -70.0], degrees=True)
    in_opengl = {
        "opengl": np.eye(3),
        "ros": np.diag([1.0, -1.0, -1.0]),
        "world": np.array([[0, -1, 0], [0, 0, 1], [-1, 0, 0]]),
    }
    quaternions = {name: (opengl * Rotation.from_matrix(axes)).as_quat() for name, axes in in_opengl.items()}
    cameras = {
        name: camera_cfg(
            f"{{ENV_REGEX_NS}}/Camera_{name}",
            offset=CameraCfg.OffsetCfg(pos=(-1.4, 0.5, 0.8), rot=tuple(quaternion), convention=name),
            data_types=["depth"],
        )
        for name, quaternion in quaternions.items()
    }
    scene = make_scene(**cameras, gravity=(0.0, 0.0, 0.0))
    first = scene.sensors["opengl"].data
    assert np.isfinite(first.output["depth"].numpy()).mean() > 0.3
    for name, quaternion in quaternions.items():
        data = scene.sensors[name].data
        np.testing.assert_allclose(data.pos_w.torch - scene.env_origins, np.tile([-1.4, 0.5, 0.8], (3, 1)), atol=1e-5)
        for convention, expected in quaternions.items():
            reported = getattr(data, f"quat_w_{convention}").torch.numpy()
            np.testing.assert_allclose(np.abs(reported @ expected), 1.0, atol=1e-6)
        np.testing.assert_allclose(data.output["depth"].numpy(), first.output["depth"].numpy(), atol=1e-4)
        target = scene.sensors["opengl"]
        target.set_world_poses(orientations=torch.tensor(quaternion, dtype=torch.float32), convention=name)
        np.testing.assert_allclose(
            np.abs(target.data.quat_w_world.torch.numpy() @ quaternions["world"]), 1.0, atol=1e-6
        )
    turned = convert_camera_frame_orientation_convention(torch.tensor(quaternions["ros"]), "ros", "world")
    np.testing.assert_allclose(np.abs(turned.numpy() @ quaternions["world"]), 1.0, atol=1e-6)


@pytest.mark.slow
def test_cameras_go_with_their_bodies(make_scene: MakeScene, backend: Any) -> None:
    """A camera on the ball sees the ground come nearer; its pose in the data follows only where that is asked for."""
    downwards = CameraCfg.OffsetCfg(pos=(0.0, 0.0, -0.2), rot=(0.0, 0.0, 0.0, 1.0), convention="opengl")
    cfg = camera_cfg("{ENV_REGEX_NS}/Ball/Camera", offset=downwards, data_types=["depth"], spawn=PinholeCameraCfg())
    follows = cfg.replace(prim_path="{ENV_REGEX_NS}/Ball/Camera2", update_latest_camera_pose=True)
    scene = make_scene(still=cfg, follows=follows, backend=backend)
    step(scene, 20)
    height = scene["ball"].data.root_link_pos_w.torch[:, 2].cpu().numpy().copy()
    assert height[0] == pytest.approx(2.0 - 0.5 * 9.81 * 0.1**2, abs=5e-3)
    for camera in (scene.sensors["still"], scene.sensors["follows"]):
        depth = camera.data.output["depth"].torch.cpu().numpy()
        np.testing.assert_allclose(depth[:, HEIGHT // 2, WIDTH // 2, 0], height - 0.2, atol=1e-4)
    np.testing.assert_allclose(scene.sensors["still"].data.pos_w.torch[:, 2].cpu(), 1.8, atol=1e-5)
    np.testing.assert_allclose(scene.sensors["follows"].data.pos_w.torch[:, 2].cpu(), height - 0.2, atol=1e-5)
    scene.sensors["still"].reset()
    np.testing.assert_allclose(scene.sensors["still"].data.pos_w.torch[:, 2].cpu(), height - 0.2, atol=1e-5)
    # A camera that is put elsewhere goes with its body from there.
    up = torch.tensor([0.0, 0.0, 5.0], device=scene.device)
    scene.sensors["follows"].set_world_poses(positions=scene.env_origins + up)
    step(scene, 10)
    fallen = height - scene["ball"].data.root_link_pos_w.torch[:, 2].cpu().numpy()
    np.testing.assert_allclose(scene.sensors["follows"].data.pos_w.torch[:, 2].cpu(), 5.0 - fallen, atol=1e-4)


def test_some_cameras_can_be_moved_and_others_left(make_scene: MakeScene) -> None:
    scene = make_scene(camera=camera_cfg(data_types=["depth"]), gravity=(0.0, 0.0, 0.0))
    camera = scene.sensors["camera"]
    before = camera.data.pos_w.torch.clone(), camera.data.quat_w_ros.torch.clone()
    camera.set_world_poses(positions=[[1.0, 2.0, 3.0]], env_ids=[1])
    camera.set_world_poses(orientations=[[0.0, 0.0, 2.0, 0.0]], env_ids=torch.tensor([2]), convention="opengl")
    pos, quat = camera.data.pos_w.torch, camera.data.quat_w_ros.torch
    torch.testing.assert_close(pos[[0, 2]], before[0][[0, 2]])
    torch.testing.assert_close(pos[1], torch.tensor([1.0, 2.0, 3.0]))
    torch.testing.assert_close(quat[:2], before[1][:2])
    torch.testing.assert_close(camera.data.quat_w_opengl.torch[2], torch.tensor([0.0, 0.0, 1.0, 0.0]))
    camera.set_world_poses(orientations=[[0.0, 0.0, -1.0, 0.0]], env_ids=[2], convention="opengl")
    torch.testing.assert_close(camera.data.quat_w_opengl.torch[2], torch.tensor([0.0, 0.0, 1.0, 0.0]))


def test_eyes_at_their_targets_are_skipped(make_scene: MakeScene, caplog: pytest.LogCaptureFixture) -> None:
    scene = make_scene(camera=camera_cfg(data_types=["depth"]))
    camera = scene.sensors["camera"]
    before = camera.data.pos_w.torch.clone()
    eyes = torch.tensor([[1.0, 0.0, 1.0], [2.0, 0.0, 1.0], [3.0, 0.0, 1.0]])
    targets = torch.tensor([[0.0, 0.0, 1.0], [2.0, 0.0, 1.0], [3.0, 0.0, 0.0]])
    with caplog.at_level(logging.WARNING, "pippin"):
        camera.set_world_poses_from_view(eyes, targets)
    assert "Eyes [1] of the Camera" in caplog.text
    pos = camera.data.pos_w.torch
    torch.testing.assert_close(pos[[0, 2]], eyes[[0, 2]])
    torch.testing.assert_close(pos[1], before[1])
    forward = Rotation.from_quat(camera.data.quat_w_world.torch[[0, 2]].numpy()).as_matrix()[:, :, 0]
    np.testing.assert_allclose(forward, [[-1.0, 0.0, 0.0], [0.0, 0.0, -1.0]], atol=1e-5)
    with pytest.raises(ValueError, match=r"All eyes of the Camera at '.*' are where their targets are"):
        camera.set_world_poses_from_view(eyes, eyes)
    torch.testing.assert_close(camera.data.pos_w.torch, pos)


def test_intrinsic_matrices_go_in_and_come_out(make_scene: MakeScene) -> None:
    """Each camera shows what its own matrix says, and the prim on the stage has apertures that make it up."""
    scene = make_scene(camera=camera_cfg(), gravity=(0.0, 0.0, 0.0))
    camera = scene.sensors["camera"]
    first = torch.tensor([[WIDTH * 24.0 / 20.955, 0.0, WIDTH / 2], [0.0, WIDTH * 24.0 / 20.955, HEIGHT / 2], [0, 0, 1]])
    shift = torch.tensor([-1.0 * WIDTH / 20.955, -0.7 * WIDTH / 20.955])
    torch.testing.assert_close(camera.data.intrinsic_matrices.torch[0, :2, 2], first[:2, 2] + shift)
    torch.testing.assert_close(camera.data.intrinsic_matrices.torch[0, :2, :2], first[:2, :2])
    matrices = torch.tensor(
        [
            [[50.0, 0.0, 30.0], [0.0, 55.0, 20.0], [0.0, 0.0, 1.0]],
            [[80.0, 0.0, 35.0], [0.0, 70.0, 28.0], [0.0, 0.0, 1.0]],
        ]
    )
    camera.set_intrinsic_matrices(matrices, focal_length=12.0, env_ids=[0, 2])
    torch.testing.assert_close(camera.data.intrinsic_matrices.torch[[0, 2]], matrices)
    target = scene.env_origins + torch.tensor([0.0, 0.0, 0.3])
    camera.set_world_poses_from_view(scene.env_origins + torch.tensor([1.2, 0.4, 0.8]), target)
    scene.sensors["camera"].update(scene.physics_dt)
    for env in range(3):
        eye, rays, _ = rays_of(camera, env)
        expected, _, hit = hit_scene(eye - scene.env_origins[env].numpy(), rays, ball_in_environment(scene, env))
        distance = camera.data.output["distance_to_camera"].numpy()[env, ..., 0]
        near = expected < 10.0
        assert np.isclose(distance[near], expected[near], atol=1e-4).mean() > 0.995, "but for edges"
        assert (hit == 2).sum() > 50
    prim = UsdGeom.Camera(scene.sim.stage.GetPrimAtPath("/World/envs/env_0/Camera"))
    assert prim.GetFocalLengthAttr().Get() == pytest.approx(12.0)
    assert prim.GetHorizontalApertureAttr().Get() == pytest.approx(12.0 * WIDTH / 50.0)
    assert prim.GetVerticalApertureAttr().Get() == pytest.approx(12.0 * HEIGHT / 55.0)
    assert prim.GetHorizontalApertureOffsetAttr().Get() == pytest.approx((WIDTH / 2 - 30.0) * 12.0 / 50.0)
    assert prim.GetVerticalApertureOffsetAttr().Get() == pytest.approx((20.0 - HEIGHT / 2) * 12.0 / 55.0)


def test_a_camera_made_from_a_matrix_has_that_matrix(make_scene: MakeScene) -> None:
    values = [50.0, 0.0, 30.0, 0.0, 55.0, 20.0, 0.0, 0.0, 1.0]
    spawn = PinholeCameraCfg.from_intrinsic_matrix(values, WIDTH, HEIGHT)
    scene = make_scene(camera=camera_cfg(spawn=spawn, data_types=["depth"]))
    expected = torch.tensor(values).reshape(1, 3, 3).expand(3, 3, 3)
    torch.testing.assert_close(scene.sensors["camera"].data.intrinsic_matrices.torch, expected)


def test_frames_count_images_since_the_reset(make_scene: MakeScene) -> None:
    scene = make_scene(camera=camera_cfg(data_types=["depth"], update_period=0.02))
    camera = scene.sensors["camera"]
    assert camera.frame.torch.tolist() == [0, 0, 0]
    for _ in range(9):  # 0.045 s: images at 0, 0.02 and 0.04 s
        camera.data  # noqa: B018
        step(scene)
    camera.data  # noqa: B018
    assert camera.frame.torch.tolist() == [3, 3, 3]
    scene.reset([1])
    assert camera.frame.torch.tolist() == [3, 0, 3]
    camera.data  # noqa: B018
    assert camera.frame.torch.tolist() == [3, 1, 3]
    camera.reset(env_mask=wp.array([True, False, False], dtype=wp.bool, device=scene.device))
    assert camera.frame.torch.tolist() == [0, 1, 3]


def test_only_cameras_whose_image_is_due_are_drawn(make_scene: MakeScene) -> None:
    offset = CameraCfg.OffsetCfg(pos=(0.0, 0.0, -0.2), convention="opengl")
    scene = make_scene(
        camera=camera_cfg("{ENV_REGEX_NS}/Ball/Camera", data_types=["depth"], update_period=1.0, offset=offset)
    )
    camera = scene.sensors["camera"]
    first = camera.data.output["depth"].torch.clone()
    step(scene, 20)
    camera.reset([2])
    depth = camera.data.output["depth"].torch
    torch.testing.assert_close(depth[:2], first[:2])
    assert torch.all(depth[2] < first[2] - 0.04)


def test_a_camera_that_nobody_reads_costs_nothing(make_scene: MakeScene, monkeypatch: pytest.MonkeyPatch) -> None:
    """With and without it, steps launch the same kernels."""
    launched: list[str] = []
    launch = wp.launch

    def counting_launch(kernel: wp.Kernel, *args: Any, **kwargs: Any) -> Any:
        launched.append(kernel.key)
        return launch(kernel, *args, **kwargs)

    counts = []
    for cameras in ({}, {"camera": camera_cfg(data_types=["depth"])}):
        scene = make_scene(**cameras)
        step(scene)
        launched.clear()
        with monkeypatch.context() as context:
            context.setattr(wp, "launch", counting_launch)
            step(scene, 3)
            counts.append(len(launched))
            if cameras:
                scene.sensors["camera"].data  # noqa: B018
                assert len(launched) > counts[-1] + 3
        SimulationContext.clear_instance()
    assert counts[0] == counts[1]


@pytest.mark.parametrize(("behaviour", "beyond"), [("none", np.inf), ("max", 3.0), ("zero", 0.0)])
@pytest.mark.parametrize("on_renderer", [False, True])
def test_distances_beyond_the_farthest_are_clipped(
    make_scene: MakeScene, behaviour: str, beyond: float, on_renderer: bool
) -> None:
    spawn = PinholeCameraCfg(clipping_range=(0.1, 3.0))
    cfg = camera_cfg(spawn=spawn, data_types=["depth", "distance_to_camera"])
    (cfg.renderer_cfg if on_renderer else cfg).depth_clipping_behavior = behaviour
    offset = CameraCfg.OffsetCfg(pos=(-1.0, 0.0, 0.5), convention="world")
    scene = make_scene(camera=cfg.replace(offset=offset), gravity=(0.0, 0.0, 0.0))
    camera = scene.sensors["camera"]
    eye, rays, axis = rays_of(camera, 0)
    expected, _, _ = hit_scene(eye - scene.env_origins[0].numpy(), rays, ball_in_environment(scene, 0))
    depth = expected * (rays @ axis)
    images = {name: image.numpy()[0, ..., 0] for name, image in camera.data.output.items()}
    assert (depth > 3.01).sum() > 500 and (depth < 2.99).sum() > 500
    for name in ("depth", "distance_to_camera"):
        assert np.all(images[name][depth > 3.01] == beyond)
    np.testing.assert_allclose(images["depth"][depth < 2.99], depth[depth < 2.99], atol=1e-3)
    distances = images["distance_to_camera"]
    assert distances[np.isfinite(distances)].max() <= 3.0, "the corners of the picture see no farther"
    assert np.all(distances[expected > 3.01] == beyond)


class FlatRenderer(Renderer):
    """Draws walls at a distance of 7 m plus the camera's height, for the cameras that are due."""

    def supported_specs(self) -> dict[RenderBufferKind, RenderBufferSpec]:
        """Depth alone."""
        return {RenderBufferKind.DEPTH: RenderBufferSpec(1, wp.float32)}

    def connect(self, views: CameraViews, lenses: Sequence[Lens]) -> None:
        """Nothing to prepare."""

    def set_lenses(self, lenses: Sequence[Lens]) -> None:
        """Lenses do not matter."""

    def render(self, poses: wp.array, mask: wp.array, data: CameraData) -> None:
        """Write the same depth to all pixels."""
        due = wp.to_torch(mask)
        data.output["depth"].torch[due] = 7.0 + wp.to_torch(poses)[due, 2].reshape(-1, 1, 1, 1)

    def close(self) -> None:
        """Nothing to let go of."""


@pytest.mark.parametrize("asked", [["rgb"], ["rgba"], ["depth", "rgb", "rgba"]])
def test_rgb_is_a_part_of_rgba_and_either_brings_the_other(asked: list[str]) -> None:
    specs = RendererCfg().supported_output_types()
    output = CameraData.allocate(asked, 3, 5, 2, "cpu", specs).output
    assert output is not None and set(output) == {"rgb", "rgba", *asked}
    output["rgba"].torch[1, 2, 4] = torch.tensor([1, 2, 3, 4], dtype=torch.uint8)
    assert output["rgb"].torch[1, 2, 4].tolist() == [1, 2, 3] and output["rgb"].shape == (2, 3, 5, 3)


def test_another_renderer_can_draw(make_scene: MakeScene) -> None:
    offset = CameraCfg.OffsetCfg(pos=(0.0, 0.0, 1.5))
    renderer_cfg = RendererCfg(class_type=FlatRenderer)
    scene = make_scene(camera=camera_cfg(data_types=["depth"], offset=offset, renderer_cfg=renderer_cfg))
    assert torch.all(scene.sensors["camera"].data.output["depth"].torch == 8.5)
    with pytest.raises(ValueError, match="holds rgb; there are: depth"):
        Camera(camera_cfg("/World/Other", data_types=["rgb"], renderer_cfg=renderer_cfg))


def test_cameras_on_a_stage_without_environments() -> None:
    """Two cameras that are there already, and one stage that is all there is."""
    with SimulationContext(SimulationCfg(device="cpu")) as sim:
        for index, height in enumerate((1.0, 2.5)):
            create_prim(f"/World/Origin_{index}", translation=(3.0 * index, 0.0, 0.0))
            create_prim(f"/World/Origin_{index}/Camera", "Camera", translation=(0.0, 0.0, height))
        create_prim("/World/Ground", "Plane")
        camera = Camera(camera_cfg("/World/Origin_.*/Camera", spawn=None, data_types=["depth", "rgb"]))
        sim.reset()
        assert camera.num_instances == 2
        np.testing.assert_allclose(camera.data.pos_w.torch, [[0.0, 0.0, 1.0], [3.0, 0.0, 2.5]], atol=1e-6)
        depth = camera.data.output["depth"].torch
        assert depth.shape == (2, HEIGHT, WIDTH, 1) and camera.image_shape == (HEIGHT, WIDTH)
        torch.testing.assert_close(depth[:, 0, 0, 0], torch.tensor([1.0, 2.5]))
        camera.set_world_poses_from_view(torch.tensor([[2.5, 2.5, 2.5], [0.0, 0.0, 1.5]]), torch.zeros(2, 3))
        camera.update(0.01)
        length = camera.data.output["depth"].torch[0, HEIGHT // 2 - 1 : HEIGHT // 2 + 1].mean()
        assert float(length) == pytest.approx(np.sqrt(3.0) * 2.5, rel=0.03)


def test_a_camera_outside_of_the_environments_sees_all_of_them(make_scene: MakeScene) -> None:
    cfg = camera_cfg(
        "/World/Camera", spawn=PinholeCameraCfg(), **ids_as_numbers(data_types=["instance_id_segmentation_fast"])
    )
    scene = make_scene(camera=cfg)
    camera = scene.sensors["camera"]
    assert camera.num_instances == 1
    camera.set_world_poses_from_view([[0.0, 0.0, 14.0]], [[0.0, 0.0, 0.0]])
    image = camera.data.output["instance_id_segmentation_fast"].torch[0, ..., 0]
    labels = camera.data.info["instance_id_segmentation_fast"]["idToLabels"]
    boxes = {
        labels[str(number)] for number in image.unique().tolist() if labels[str(number)].endswith("Box/geometry/mesh")
    }
    assert boxes == {f"/World/envs/env_{env}/Box/geometry/mesh" for env in range(3)}
    scene.reset([2])


def test_motion_leads_back_to_where_points_were(make_scene: MakeScene) -> None:
    """The box moves to the side by 5 cm; another camera that looks in between changes nothing."""
    offset = CameraCfg.OffsetCfg(pos=(0.0, 0.0, 2.0), rot=(0.0, 0.0, 0.0, 1.0), convention="opengl")
    cfg = camera_cfg(
        spawn=PinholeCameraCfg(),
        offset=offset,
        update_period=0.02,
        **ids_as_numbers(data_types=["motion_vectors", *GEOMETRY]),
    )
    other = camera_cfg("{ENV_REGEX_NS}/Other", data_types=["depth"])
    scene = make_scene(camera=cfg, other=other, gravity=(0.0, 0.0, 0.0))
    camera, box = scene.sensors["camera"], scene["box"]
    assert camera.data.output["motion_vectors"].torch.abs().max() < 1e-4
    pose = box.data.root_link_pose_w.torch.clone()
    for _ in range(4):
        pose[:, 0] += 0.0125
        box.write_root_pose_to_sim_index(root_pose=pose)
        scene.sensors["other"].data  # noqa: B018
        step(scene)
    data = camera.data
    motion = data.output["motion_vectors"].torch.numpy()
    labels = data.info["instance_id_segmentation_fast"]["idToLabels"]
    numbers = {path: int(number) for number, path in labels.items()}
    focal = float(data.intrinsic_matrices.torch[0, 0, 0])
    for env in range(3):
        is_box = (
            data.output["instance_id_segmentation_fast"].numpy()[env, ..., 0]
            == numbers[f"/World/envs/env_{env}/Box/geometry/mesh"]
        )
        assert is_box.sum() > 100
        moved = motion[env][is_box]
        np.testing.assert_allclose(moved, np.tile([-0.05 * focal / 1.8, 0.0], (len(moved), 1)), atol=0.01)
        assert np.abs(motion[env][~is_box]).max() < 1e-3


@pytest.mark.slow
def test_colours_with_light_and_without(make_scene: MakeScene) -> None:
    """Without a texture in view, shadows are all that the shadings differ by."""
    kinds = [
        "rgb",
        "rgba",
        "albedo",
        *(f"simple_shading_{kind}" for kind in ("constant_diffuse", "diffuse_mdl", "full_mdl")),
    ]
    offset = CameraCfg.OffsetCfg(pos=(-1.2, 0.0, 1.2), rot=(0.0, 0.3827, 0.0, 0.9239), convention="world")
    scene = make_scene(camera=camera_cfg(data_types=kinds, offset=offset))
    images = {name: image.numpy().astype(int) for name, image in scene.sensors["camera"].data.output.items()}
    assert {name: image.shape[-1] for name, image in images.items()} == dict(
        zip(kinds, [3, 4, 4, 3, 3, 3], strict=True)
    )
    np.testing.assert_array_equal(images["rgb"], images["rgba"][..., :3])
    np.testing.assert_array_equal(images["rgb"], images["simple_shading_full_mdl"])
    lit, shaded = images["simple_shading_diffuse_mdl"], images["rgb"]
    assert np.all(lit >= shaded) and 20 < (lit > shaded).all(axis=-1).sum() < 3 * WIDTH * HEIGHT / 4
    plain = images["simple_shading_constant_diffuse"]
    assert (plain > lit).any(), "the ground has tiles"
    assert len(np.unique(images["albedo"].reshape(-1, 4), axis=0)) < 100, "surfaces of one colour are evenly coloured"


def test_a_fisheye_sees_points_at_the_angles_of_its_polynomial(make_scene: MakeScene) -> None:
    """Looking up, down and aside; outside of the cone there is nothing."""
    spawn = FisheyeCameraCfg(
        fisheye_nominal_width=640.0,
        fisheye_nominal_height=480.0,
        fisheye_optical_centre_x=320.0,
        fisheye_optical_centre_y=240.0,
        fisheye_max_fov=160.0,
        fisheye_polynomial_b=0.006,
        fisheye_polynomial_c=1e-6,
        clipping_range=(0.01, 1e6),
    )
    cfg = camera_cfg(spawn=spawn, **ids_as_numbers(data_types=["distance_to_camera", "depth", "normals"]))
    scene = make_scene(camera=cfg, gravity=(0.0, 0.0, 0.0))
    camera = scene.sensors["camera"]
    x, y = np.meshgrid(np.arange(WIDTH) + 0.5 - WIDTH / 2, HEIGHT / 2 - np.arange(HEIGHT) - 0.5)
    radius = 10.0 * np.hypot(x, y)
    angle = 0.006 * radius + 1e-6 * radius**2
    aside = 10.0 * np.sin(angle) / radius
    rays = np.stack([aside * x, aside * y, -np.cos(angle)], axis=-1)
    for euler in ([180.0, 0.0, 0.0], [0.0, 0.0, 0.0], [60.0, 0.0, -50.0]):
        rotation = Rotation.from_euler("xyz", euler, degrees=True)
        eye = np.array([0.3, 0.2, 1.0])
        camera.set_world_poses(scene.env_origins + torch.tensor(eye).float(), rotation.as_quat(), convention="opengl")
        camera.update(scene.physics_dt)
        in_world = rotation.apply(rays.reshape(-1, 3)).reshape(rays.shape)
        expected, normals, hit = hit_scene(eye, in_world, ball_in_environment(scene, 0))
        is_outside = angle > np.radians(80.0)
        expected[is_outside], normals[is_outside], hit[is_outside] = np.inf, 0.0, 0
        images = {name: image.numpy()[0] for name, image in camera.data.output.items()}
        same = (np.abs(images["normals"] - normals) < 1e-3).all(axis=-1)
        assert same.mean() > 0.998 and is_outside.sum() > 500, "but for edges"
        near = same & (expected < 15.0)
        np.testing.assert_allclose(images["distance_to_camera"][near, 0], expected[near], atol=1e-4)
        np.testing.assert_allclose(images["depth"][near, 0], (expected * np.cos(angle))[near], atol=1e-4)
        assert np.all(np.isinf(images["distance_to_camera"][same & (hit == 0)]))


def test_a_calibrated_camera_sees_by_its_focal_lengths_and_centre(
    make_scene: MakeScene, caplog: pytest.LogCaptureFixture
) -> None:
    """Those of the calibration, not of the aperture; what bends rays shifts pixels, and no matrix replaces it."""
    values = {
        "fx": 70.0,
        "fy": 60.0,
        "cx": 0.45 * WIDTH,
        "cy": 0.55 * HEIGHT,
        "image_size": (WIDTH, HEIGHT),
        "k1": -0.2,
    }
    plain = OpenCvPinholeDistortionCfg(**values, apply_lens_distortion=False)
    cameras = {
        "plain": camera_cfg(
            "{ENV_REGEX_NS}/Plain", spawn=PinholeCameraCfg(distortion=plain), data_types=["distance_to_camera"]
        ),
        "bent": camera_cfg(
            "{ENV_REGEX_NS}/Bent",
            spawn=PinholeCameraCfg(distortion=OpenCvPinholeDistortionCfg(**values)),
            data_types=["distance_to_camera"],
        ),
    }
    scene = make_scene(**cameras, gravity=(0.0, 0.0, 0.0))
    rotation, eye = Rotation.from_euler("xyz", [30.0, 0.0, -50.0], degrees=True), np.array([-0.6, -0.6, 1.4])
    for name in cameras:
        camera = scene.sensors[name]
        camera.set_world_poses(scene.env_origins + torch.tensor(eye).float(), rotation.as_quat(), convention="opengl")
        camera.update(scene.physics_dt)
        matrix = torch.tensor([[70.0, 0.0, values["cx"]], [0.0, 60.0, values["cy"]], [0.0, 0.0, 1.0]])
        torch.testing.assert_close(camera.data.intrinsic_matrices.torch[1], matrix)
    x, y = np.meshgrid(np.arange(WIDTH) + 0.5, np.arange(HEIGHT) + 0.5)
    rays = np.stack([(x - values["cx"]) / 70.0, (values["cy"] - y) / 60.0, -np.ones_like(x)], axis=-1)
    rays /= np.linalg.norm(rays, axis=-1, keepdims=True)
    expected, _, _ = hit_scene(
        eye, rotation.apply(rays.reshape(-1, 3)).reshape(rays.shape), ball_in_environment(scene, 0)
    )
    plain_image, bent_image = (
        scene.sensors[name].data.output["distance_to_camera"].numpy()[0, ..., 0] for name in cameras
    )
    near = expected < 15.0
    assert (np.abs(plain_image - expected)[near] < 1e-4).mean() > 0.99, "but for edges"
    middle = int(values["cy"]), int(values["cx"])
    assert abs(bent_image[middle] - plain_image[middle]) < 1e-3 < abs(bent_image[-1, 0] - plain_image[-1, 0])
    scene.sensors["bent"].set_intrinsic_matrices(matrix)
    assert sum("is skipped" in message for message in caplog.messages) == scene.num_envs


def test_without_environments_each_camera_has_a_clock_of_its_own() -> None:
    """Cameras below prims that somebody has made by hand, as in Isaac Lab."""
    with SimulationContext(SimulationCfg(device="cpu")) as sim:
        for index in range(3):
            create_prim(f"/World/Origin_{index}", "Xform")
        camera = Camera(camera_cfg("/World/Origin_.*/Camera"))
        sim.reset()
        assert (camera.num_instances, camera._num_envs) == (3, 3)
        camera.update(0.1)
        camera.data  # noqa: B018
        camera.reset([1])
        assert camera.frame.torch.tolist() == [1, 0, 1]
        assert [str(prim.GetPath()) for prim in camera.prims] == [f"/World/Origin_{index}/Camera" for index in range(3)]
