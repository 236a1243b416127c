"""Cameras that see by rays, against projections and planes."""

from __future__ import annotations

import logging
from typing import Any

import numpy as np
import pytest
import torch
from scipy.spatial.transform import Rotation

from pippin.sensors import (
    MultiMeshRayCasterCamera,
    MultiMeshRayCasterCameraCfg,
    MultiMeshRayCasterCfg,
    RayCasterCamera,
    RayCasterCameraCfg,
)
from pippin.sensors.ray_caster import patterns
from pippin.sim import CuboidCfg, MeshCuboidCfg, create_prim

from .conftest import MakeScene, step
from .test_multi_mesh_ray_caster import put
from .test_ray_caster import ACCURACY, BACKENDS, STILL

EYE = "{ENV_REGEX_NS}/eye"
LENS = patterns.PinholeCameraPatternCfg(width=8, height=6, focal_length=24.0, horizontal_aperture=24.0)
IMAGES = ["distance_to_image_plane", "distance_to_camera", "normals"]
FRAMES = {
    "world": Rotation.identity(),
    "ros": Rotation.from_matrix([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]]),
    "opengl": Rotation.from_matrix([[0.0, 0.0, -1.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
}
"""Orientation of the frame of each convention in that with x forward and z up: its axes as columns."""


def camera(**fields: Any) -> RayCasterCameraCfg:
    """A camera 2 m up that looks along x, with a wall 3 m ahead."""
    offset = RayCasterCameraCfg.OffsetCfg(convention="world")
    defaults = {"prim_path": EYE, "mesh_prim_paths": ["/World/wall"], "pattern_cfg": LENS, "offset": offset}
    return RayCasterCameraCfg(**{**defaults, "data_types": IMAGES, **fields})


def build(kind: type[CuboidCfg] | type[MeshCuboidCfg] = CuboidCfg) -> None:
    create_prim("/World/envs/env_0/eye", "Xform", translation=(0.0, 0.0, 2.0))
    wall = kind(size=(0.2, 500.0, 500.0))
    wall.func("/World/wall", wall, (30.1, 0.0, 0.0))


def pixel_rays(lens: patterns.PinholeCameraPatternCfg = LENS) -> np.ndarray:
    """Directions through the middles of the pixels in the frame with x forward and z up, x = 1, shape (H, W, 3)."""
    (f_x, _, c_x), (_, f_y, c_y), _ = lens.intrinsic_matrix().tolist()
    columns, rows = np.meshgrid(np.arange(lens.width) + 0.5, np.arange(lens.height) + 0.5)
    return np.stack([np.ones_like(columns), -(columns - c_x) / f_x, -(rows - c_y) / f_y], axis=2)


@pytest.mark.parametrize("kind", [CuboidCfg, MeshCuboidCfg])
@pytest.mark.parametrize("backend", BACKENDS)
def test_images_of_a_wall(make_scene: MakeScene, backend: tuple[str, str], kind: Any) -> None:
    """Each environment sees the wall, a shape or a mesh, at its own distance."""
    scene = make_scene(**STILL, backend=backend, before_play=lambda: build(kind), eye=camera())
    data, origins = scene["eye"].data, scene.env_origins.cpu()
    to_wall = 30.0 - origins[:, 0].double()
    lengths = torch.tensor(np.linalg.norm(pixel_rays(), axis=2))
    shape = (3, LENS.height, LENS.width, 1)
    expected = {
        "distance_to_image_plane": to_wall[:, None, None, None].expand(shape),
        "distance_to_camera": to_wall[:, None, None, None] * lengths[..., None],
        "normals": torch.tensor([-1.0, 0.0, 0.0]).expand(*shape[:3], 3),
    }
    for name, values in expected.items():
        torch.testing.assert_close(data.output[name].torch.cpu().double(), values.double(), **ACCURACY)
    assert data.image_shape == scene["eye"].image_shape == (6, 8)
    assert data.info == dict.fromkeys(IMAGES)
    torch.testing.assert_close(data.pos_w.torch.cpu(), origins + torch.tensor([0.0, 0.0, 2.0]))
    torch.testing.assert_close(
        data.intrinsic_matrices.torch.cpu(), LENS.intrinsic_matrix().float().expand(3, 3, 3), rtol=1e-6, atol=1e-6
    )


def test_known_points_are_seen_where_they_project_to(make_scene: MakeScene) -> None:
    """Balls at random places are seen in the pixel that the intrinsic matrix gives, within half a pixel."""
    lens = patterns.PinholeCameraPatternCfg(width=160, height=120, focal_length=20.0, horizontal_aperture=22.0)
    rng = np.random.default_rng(4)
    points = rng.uniform([3.0, -1.0, -1.0], [6.0, 1.0, 1.0], (6, 3))

    def build() -> None:
        create_prim("/World/envs/env_0/eye", "Xform", translation=(0.0, 0.0, 2.0))
        for i, point in enumerate(points):
            create_prim(f"/World/envs/env_0/ball{i}", "Sphere", translation=tuple(point), attributes={"radius": 0.15})

    cfg = MultiMeshRayCasterCameraCfg(
        prim_path=EYE,
        pattern_cfg=lens,
        mesh_prim_paths=["{ENV_REGEX_NS}/ball."],
        offset=MultiMeshRayCasterCameraCfg.OffsetCfg(convention="world"),
        update_mesh_ids=True,
    )
    scene = make_scene(**STILL, before_play=build, eye=cfg)
    position, rotation = np.array([0.3, 0.1, 0.2]), Rotation.from_euler("ZYX", [5.0, 4.0, 20.0], degrees=True)
    eyes = torch.tensor(position, dtype=torch.float32) + scene.env_origins.cpu()
    scene["eye"].set_world_poses(eyes, torch.tensor(rotation.as_quat()).expand(3, 4), convention="world")
    ids = scene["eye"].data.image_mesh_ids.torch[1, ..., 0].cpu().numpy()
    local = FRAMES["ros"].inv().apply(rotation.inv().apply(points - position))
    projected = local @ lens.intrinsic_matrix().numpy().T
    for i, (u, v) in enumerate(projected[:, :2] / projected[:, 2:]):
        rows, columns = np.nonzero(ids == i)
        # a ball's outline is a little off its middle: by less than radius^2 / distance^2 of the focal length
        assert abs(columns.mean() + 0.5 - u) < 0.5
        assert abs(rows.mean() + 0.5 - v) < 0.5


@pytest.mark.parametrize("convention", ["world", "ros", "opengl"])
def test_conventions_name_one_camera(make_scene: MakeScene, convention: Any) -> None:
    """An offset and a pose, given in each convention, look along the same axis."""
    turn = Rotation.from_euler("ZYX", [10.0, 20.0, 30.0], degrees=True)
    given = tuple((turn * FRAMES[convention]).as_quat())
    offset = RayCasterCameraCfg.OffsetCfg(pos=(0.1, 0.2, 0.3), rot=given, convention=convention)
    scene = make_scene(**STILL, before_play=build, eye=camera(offset=offset))
    eye = scene["eye"]

    def check(turn: Rotation) -> None:
        data = eye.data
        for name in FRAMES:
            measured = Rotation.from_quat(getattr(data, f"quat_w_{name}").torch[1].cpu().numpy())
            assert (measured.inv() * turn * FRAMES[name]).magnitude() < 1e-5
        rays = turn.apply(pixel_rays().reshape(-1, 3))
        distances = (30.0 - data.pos_w.torch[1, 0].item()) / rays[:, 0]
        depth = data.output["distance_to_image_plane"].torch[1].cpu().flatten().numpy()
        np.testing.assert_allclose(depth, distances, rtol=2e-6, atol=1e-4)

    check(turn)
    expected = scene.env_origins.cpu() + torch.tensor([0.1, 0.2, 2.3])
    torch.testing.assert_close(eye.data.pos_w.torch.cpu(), expected)
    other = Rotation.from_euler("ZYX", [-15.0, 5.0, 40.0], degrees=True)
    quaternion = torch.tensor((other * FRAMES[convention]).as_quat(), dtype=torch.float32)
    eye.set_world_poses(orientations=quaternion, convention=convention)
    eye.update(0.0)
    check(other)
    torch.testing.assert_close(eye.data.pos_w.torch.cpu(), expected, rtol=1e-5, atol=1e-5)


def test_cameras_go_with_their_bodies_from_where_they_were_put(make_scene: MakeScene) -> None:
    scene = make_scene(**STILL, before_play=build, eye=camera(prim_path="{ENV_REGEX_NS}/Ball"))
    put(scene, "ball", [0.0, 0.0, 3.0])
    eye = scene["eye"]
    there = scene.env_origins + torch.tensor([5.0, 0.0, 3.0])
    eye.set_world_poses(positions=there)
    torch.testing.assert_close(eye.data.pos_w.torch, there)
    put(scene, "ball", [1.0, 2.0, 3.0])
    eye.update(0.0)
    torch.testing.assert_close(eye.data.pos_w.torch, there + torch.tensor([1.0, 2.0, 0.0]))


def test_a_camera_looks_at_a_point(make_scene: MakeScene) -> None:
    scene = make_scene(**STILL, before_play=build, eye=camera())
    eye = scene["eye"]
    eyes = torch.tensor([[0.0, 0.0, 3.0], [1.0, 2.0, 4.0], [-3.0, 1.0, 2.0]])
    targets = torch.tensor([30.0, 5.0, 1.0]).expand(3, 3)
    eye.set_world_poses_from_view(eyes, targets)
    eye.update(0.0)
    forward = Rotation.from_quat(eye.data.quat_w_world.torch.numpy()).apply([1.0, 0.0, 0.0])
    towards = (targets - eyes).numpy()
    np.testing.assert_allclose(forward, towards / np.linalg.norm(towards, axis=1)[:, None], atol=1e-6)
    left = Rotation.from_quat(eye.data.quat_w_world.torch.numpy()).apply([0.0, 1.0, 0.0])
    np.testing.assert_allclose(left[:, 2], 0.0, atol=1e-6)  # the horizon is level
    with pytest.raises(ValueError, match="no direction"):
        eye.set_world_poses_from_view(eyes, eyes)


def test_optics_may_differ_between_cameras(make_scene: MakeScene) -> None:
    """Twice the focal length in one of three environments: half the slope of the outermost rays."""
    scene = make_scene(**STILL, before_play=build, eye=camera(data_types=["distance_to_camera"]))
    eye = scene["eye"]
    longer = LENS.intrinsic_matrix().float()
    longer[0, 0] *= 2.0
    longer[1, 1] *= 2.0
    eye.set_intrinsic_matrices(longer, env_ids=[1])
    eye.update(0.0)
    slopes = pixel_rays()
    slopes[..., 1:] /= 2.0
    image = eye.data.output["distance_to_camera"].torch[..., 0].double()
    to_wall = 30.0 - scene.env_origins[:, 0].double()
    for env, rays in enumerate((pixel_rays(), slopes, pixel_rays())):
        expected = to_wall[env] * torch.tensor(np.linalg.norm(rays, axis=2))
        torch.testing.assert_close(image[env], expected, **ACCURACY)
    torch.testing.assert_close(eye.data.intrinsic_matrices.torch[1], longer)
    with pytest.raises(ValueError, match="focal lengths"):
        eye.set_intrinsic_matrices(torch.zeros(3, 3))


@pytest.mark.parametrize(("behaviour", "beyond"), [("none", None), ("max", 35.0), ("zero", 0.0)])
def test_distances_are_clipped_as_asked(make_scene: MakeScene, behaviour: Any, beyond: float | None) -> None:
    """A wall 30 m ahead and 35 m of reach: middle pixels are within, the corners' rays are longer.

    Where nothing is clipped these are seen too, and where there is nothing, no ray has a length and no point a depth.
    """
    wide = patterns.PinholeCameraPatternCfg(width=9, height=1, focal_length=10.0, horizontal_aperture=20.0)
    cfg = camera(max_distance=35.0, depth_clipping_behavior=behaviour, pattern_cfg=wide)
    scene = make_scene(**STILL, before_play=build, eye=cfg)
    scene["eye"].set_world_poses(positions=torch.tensor([0.0, 0.0, 2.0]))
    scene["eye"].update(0.0)
    output = scene["eye"].data.output
    lengths = torch.tensor(30.0 * np.linalg.norm(pixel_rays(wide), axis=2), dtype=torch.float32)
    assert (lengths > 35.0).any() and (lengths < 35.0).any()
    expected = lengths if beyond is None else torch.where(lengths > 35.0, beyond, lengths)
    torch.testing.assert_close(output["distance_to_camera"].torch[0, ..., 0], expected, **ACCURACY)
    ahead = output["distance_to_image_plane"].torch[0, ..., 0]
    torch.testing.assert_close(ahead, torch.full_like(ahead, 30.0), **ACCURACY)
    scene["eye"].set_world_poses(orientations=torch.tensor([0.0, 0.0, 1.0, 0.0]), convention="world")  # about-turn
    scene["eye"].update(0.0)
    output = scene["eye"].data.output
    for name, missed in (("distance_to_camera", torch.inf), ("distance_to_image_plane", torch.nan)):
        value = torch.tensor(missed if beyond is None else beyond).expand(output[name].shape[1:])
        torch.testing.assert_close(output[name].torch[0], value, equal_nan=True, rtol=0.0, atol=0.0)
    assert (output["normals"].torch[0] == 0.0).all()


def test_frames_are_counted_by_environment(make_scene: MakeScene) -> None:
    scene = make_scene(**STILL, before_play=build, eye=camera())
    eye = scene["eye"]
    for _ in range(3):
        eye.data  # noqa: B018
        step(scene)
    assert eye.frame.tolist() == [3, 3, 3]
    eye.reset(env_ids=[1])
    assert eye.frame.tolist() == [3, 0, 3]
    eye.data  # noqa: B018
    assert eye.frame.tolist() == [4, 1, 4]


@pytest.mark.parametrize("backend", BACKENDS[1:])
def test_a_camera_sees_bodies_that_move(make_scene: MakeScene, backend: tuple[str, str]) -> None:
    """The box 1 m ahead, then the ball before it; the ids tell which."""
    Target = MultiMeshRayCasterCfg.RaycastTargetCfg
    cfg = MultiMeshRayCasterCameraCfg(
        prim_path=EYE,
        pattern_cfg=patterns.PinholeCameraPatternCfg(width=3, height=3, focal_length=240.0),
        mesh_prim_paths=[Target(prim_expr="{ENV_REGEX_NS}/B.*")],
        offset=MultiMeshRayCasterCameraCfg.OffsetCfg(convention="world"),
        data_types=IMAGES,
        update_mesh_ids=True,
    )
    scene = make_scene(**STILL, backend=backend, before_play=build, eye=cfg)
    eye = scene["eye"]
    names = [path.rsplit("/", 1)[-1] for path in eye.mesh_paths()]
    put(scene, "box", [1.2, 0.0, 2.0])
    put(scene, "ball", [[0.8, 0.0, 2.0], [0.8, 1.0, 2.0], [0.8, 0.0, 2.0]])
    eye.update(0.0)
    depth = eye.data.output["distance_to_camera"].torch[:, 1, 1, 0].cpu()
    torch.testing.assert_close(depth, torch.tensor([0.7, 1.0, 0.7]), **ACCURACY)
    normals = eye.data.output["normals"].torch[:, 1, 1].cpu()
    torch.testing.assert_close(normals, torch.tensor([-1.0, 0.0, 0.0]).expand(3, 3), rtol=0.0, atol=1e-5)
    seen = eye.data.image_mesh_ids.torch[:, 1, 1, 0].tolist()
    assert [names[i] for i in seen] == ["Ball", "Box", "Ball"]
    assert isinstance(eye, MultiMeshRayCasterCamera) and isinstance(eye, RayCasterCamera)


def test_points_that_a_camera_sees_are_shown_by_markers(make_scene: MakeScene) -> None:
    scene = make_scene(**STILL, before_play=build, eye=camera(debug_vis=True))
    scene.sim.render()
    shown = np.array(scene["eye"]._markers._instancer.GetPositionsAttr().Get())
    assert shown.shape == (3 * LENS.width * LENS.height, 3)
    np.testing.assert_allclose(shown[:, 0], 30.0, atol=1e-4)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"data_types": ["rgb"]}, "rgb, which need more than rays; there are: distance_to_camera"),
        ({"data_types": ["colour"]}, "colour, which do not exist"),
        ({"data_types": []}, "data_types .* is empty"),
        ({"depth_clipping_behavior": "far"}, "depth_clipping_behavior .* 'far'"),
        ({"pattern_cfg": patterns.PinholeCameraPatternCfg(width=0, height=4)}, "not 0 x 4"),
        ({"pattern_cfg": patterns.PinholeCameraPatternCfg(width=2, height=2, focal_length=0.0)}, "focal length 0.0"),
        ({"pattern_cfg": patterns.GridPatternCfg(resolution=1.0, size=(1.0, 1.0))}, "PinholeCameraPatternCfg"),
    ],
)
def test_impossible_cameras_are_named(make_scene: MakeScene, fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_scene(before_play=build, eye=camera(**fields))


def test_what_has_no_effect_on_images_is_named(make_scene: MakeScene, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="pippin"):
        make_scene(before_play=build, eye=camera(ray_alignment="yaw", ray_cast_drift_range={"z": (0.0, 0.1)}))
    assert "ray_alignment='yaw'" in caplog.text and "'z'" in caplog.text
