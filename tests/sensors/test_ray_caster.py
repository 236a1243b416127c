"""Ray casters against closed forms, MuJoCo's rays and trimesh's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np
import pytest
import torch
import trimesh
import warp as wp
from pxr import UsdGeom
from scipy.spatial.transform import Rotation

from pippin.scene import InteractiveScene
from pippin.sensors import RayCaster, RayCasterCameraCfg, RayCasterCfg
from pippin.sensors.ray_caster import patterns
from pippin.sim import CuboidCfg, SphereCfg, create_prim
from pippin.utils.example_robots import example_robot_data

from .conftest import MakeScene, step

BALL = "{ENV_REGEX_NS}/Ball"
STILL = {"gravity": (0.0, 0.0, 0.0)}
ONE_RAY = patterns.GridPatternCfg(resolution=1.0, size=(0.0, 0.0))
LIDAR = patterns.LidarPatternCfg(
    channels=9, vertical_fov_range=(-80.0, 80.0), horizontal_fov_range=(-180.0, 180.0), horizontal_res=30.0
)
TILT = Rotation.from_euler("ZYX", [70.0, 20.0, -30.0], degrees=True)
BACKENDS = [("mujoco", "cpu"), ("newton", "cpu"), pytest.param(("newton", "cuda:0"), marks=pytest.mark.gpu)]
ACCURACY = {"rtol": 0.0, "atol": 1e-4}
"""What issue 6 asks of hit points [m]."""


def caster(**fields: Any) -> RayCasterCfg:
    return RayCasterCfg(**{"prim_path": BALL, "mesh_prim_paths": ["/World/ground"], "pattern_cfg": ONE_RAY, **fields})


def tilt(scene: InteractiveScene, position: tuple[float, float, float], rotation: Rotation = TILT) -> torch.Tensor:
    """Put the ball of each environment there; returns its positions in the world, shape (num_envs, 3)."""
    positions = scene.env_origins.new_tensor(position) + scene.env_origins
    quaternion = positions.new_tensor(rotation.as_quat()).expand(len(positions), 4)
    scene["ball"].write_root_pose_to_sim_index(root_pose=torch.cat([positions, quaternion], dim=1))
    return positions


def rays_of(scene: InteractiveScene, rotation: Rotation, position: tuple[float, float, float]) -> tuple[Any, Any]:
    """Starts in the world and directions of LIDAR's rays on tilted balls, shapes (num_envs, R, 3), float64."""
    directions = rotation.apply(LIDAR.func(LIDAR, "cpu")[1].numpy().astype(float))
    starts = (np.array(position) + scene.env_origins.cpu().numpy().astype(float))[:, None]
    return np.broadcast_to(starts, (len(starts), *directions.shape)), np.broadcast_to(
        directions, (len(starts), *directions.shape)
    )


def pattern_of(starts: np.ndarray, directions: np.ndarray) -> patterns.PatternBaseCfg:
    """Pattern of given rays, each array of shape (R, 3)."""

    def rays(cfg: patterns.PatternBaseCfg, device: str) -> tuple[torch.Tensor, torch.Tensor]:
        return torch.tensor(starts, device=device), torch.tensor(directions, device=device)

    return patterns.PatternBaseCfg(func=rays)


def mesh_prim(path: str, mesh: trimesh.Trimesh) -> None:
    prim = UsdGeom.Mesh(create_prim(path, "Mesh"))
    prim.CreatePointsAttr(mesh.vertices.astype(np.float32).tolist())
    prim.CreateFaceVertexCountsAttr([3] * len(mesh.faces))
    prim.CreateFaceVertexIndicesAttr(mesh.faces.reshape(-1).tolist())


@pytest.mark.parametrize("backend", BACKENDS)
def test_rays_meet_a_plane_where_they_should(make_scene: MakeScene, backend: tuple[str, str]) -> None:
    scene = make_scene(**STILL, backend=backend, rays=caster(pattern_cfg=LIDAR))
    position = (0.3, -0.2, 1.5)
    balls = tilt(scene, position)
    starts, directions = rays_of(scene, TILT, position)
    with np.errstate(divide="ignore"):
        distances = -starts[..., 2:] / directions[..., 2:]
    data = scene["rays"].data
    down = torch.tensor(distances[..., 0] > 0.0)
    hits = data.ray_hits_w.torch.cpu().double()
    # flat rays go far: the error is that of the direction's rounding times the distance
    near = torch.tensor(distances[..., 0] < 50.0) & down
    assert hits[~down].isinf().all()
    torch.testing.assert_close(hits[near], torch.tensor(starts + distances * directions)[near], **ACCURACY)
    torch.testing.assert_close(data.pos_w.torch.cpu(), balls.cpu(), rtol=0.0, atol=1e-6)
    turned = Rotation.from_quat(data.quat_w.torch[1].cpu().numpy())
    assert (turned.inv() * TILT).magnitude() < 1e-5


def test_rays_meet_boxes_and_spheres(make_scene: MakeScene) -> None:
    """A ray down onto a box of known height, and one onto a sphere's side."""

    def build() -> None:
        CuboidCfg(size=(20.0, 20.0, 0.4)).func("/World/things/box", CuboidCfg(size=(20.0, 20.0, 0.4)), (0.0, 0.0, 0.3))
        SphereCfg(radius=0.5).func("/World/things/sphere", SphereCfg(radius=0.5), (0.0, 0.0, 3.0))

    lone = patterns.GridPatternCfg(resolution=0.25, size=(0.5, 0.0))
    cfg = caster(mesh_prim_paths=["/World/things"], pattern_cfg=lone)
    scene = make_scene(**STILL, before_play=build, rays=cfg)
    scene["ball"].write_root_pose_to_sim_index(
        root_pose=torch.tensor([0.05, 0.1, 6.0, 0.0, 0.0, 0.0, 1.0]).expand(3, 7).clone()
    )
    x = torch.tensor([-0.2, 0.05, 0.3])
    height = 3.0 + (0.5**2 - x**2 - 0.1**2).sqrt()
    expected = torch.stack([x, torch.full((3,), 0.1), height], dim=1)
    torch.testing.assert_close(scene["rays"].data.ray_hits_w.torch[0].cpu(), expected, **ACCURACY)
    scene["ball"].write_root_pose_to_sim_index(
        root_pose=torch.tensor([0.7, 0.1, 6.0, 0.0, 0.0, 0.0, 1.0]).expand(3, 7).clone()
    )
    scene["rays"].reset()
    hits = scene["rays"].data.ray_hits_w.torch[0].cpu()
    torch.testing.assert_close(hits[1:], torch.tensor([[0.7, 0.1, 0.5], [0.95, 0.1, 0.5]]), **ACCURACY)


@pytest.mark.slow
def test_random_rays_meet_a_real_mesh_where_trimesh_says(make_scene: MakeScene) -> None:
    """10,000 rays at the base of a Panda, a mesh of 20,483 triangles, against trimesh's engine, which is Embree."""
    from trimesh.ray.ray_pyembree import RayMeshIntersector  # which machines lack that run tests of GPUs alone

    link = trimesh.load(example_robot_data("panda_description/meshes/visual/link0.dae"), force="mesh")
    rng = np.random.default_rng(5)
    starts, through = (rng.uniform(-1.0, 1.0, (10_000, 3)) * scale + [0.0, 0.0, 0.1] for scale in (1.0, 0.12))
    directions = (through - starts) / np.linalg.norm(through - starts, axis=1, keepdims=True)

    cfg = caster(mesh_prim_paths=["/World/link"], pattern_cfg=pattern_of(starts, directions), prim_path="/World/origin")

    def build() -> None:
        create_prim("/World/origin", "Xform")
        mesh_prim("/World/link", link)

    scene = make_scene(**STILL, before_play=build, rays=cfg)
    hits = scene["rays"].data.ray_hits_w.torch[0].cpu().numpy().astype(float)
    found, rows, _ = RayMeshIntersector(link).intersects_location(starts, directions, multiple_hits=False)
    expected = np.full((10_000, 3), np.inf)
    expected[rows] = found
    agree = np.isclose(hits, expected, rtol=0.0, atol=1e-4).all(axis=1)
    # A ray that grazes an edge may pass it in one engine and not in the other.
    assert (~agree).mean() <= 1e-3
    assert np.isfinite(expected[:, 0]).sum() > 4_000


SHAPES = {
    "Sphere": (mujoco.mjtGeom.mjGEOM_SPHERE, {"radius": 2.0}, [2.0, 0.0, 0.0]),
    "Cube": (mujoco.mjtGeom.mjGEOM_BOX, {"size": 1.5}, [0.75, 0.75, 0.75]),
    "Capsule": (mujoco.mjtGeom.mjGEOM_CAPSULE, {"radius": 0.4, "height": 1.6, "axis": "X"}, [0.4, 0.8, 0.0]),
    "Cylinder": (mujoco.mjtGeom.mjGEOM_CYLINDER, {"radius": 0.5, "height": 1.2, "axis": "Y"}, [0.5, 0.6, 0.0]),
}
"""For each type of prim, MuJoCo's type and size, and the prim's attributes."""
ALONG = {"X": Rotation.from_euler("y", 90, degrees=True), "Y": Rotation.from_euler("x", -90, degrees=True)}


@pytest.mark.parametrize("kind", SHAPES)
def test_rays_meet_shapes_where_mujoco_says(make_scene: MakeScene, kind: str) -> None:
    """Of 3,000 rays, some start inside."""
    geom_type, attributes, size = SHAPES[kind]
    rng = np.random.default_rng(6)
    starts = rng.uniform(-3.0, 3.0, (3_000, 3))
    directions = rng.normal(size=(3_000, 3)) - 0.7 * starts
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    position, turn = np.array([0.3, -0.2, 0.1]), TILT

    def build() -> None:
        create_prim("/World/origin", "Xform")
        create_prim(
            "/World/thing", kind, translation=tuple(position), orientation=tuple(turn.as_quat()), attributes=attributes
        )

    cfg = caster(
        mesh_prim_paths=["/World/thing"], pattern_cfg=pattern_of(starts, directions), prim_path="/World/origin"
    )
    scene = make_scene(**STILL, before_play=build, rays=cfg)
    hits = scene["rays"].data.ray_hits_w.torch[0].cpu().numpy().astype(float)
    frame = (turn * ALONG.get(attributes.get("axis"), Rotation.identity())).as_matrix().reshape(9)
    distances = np.array(
        [
            mujoco.mju_rayGeom(position, frame, np.array(size), *ray, geom_type)
            for ray in zip(starts, directions, strict=True)
        ]
    ).reshape(3_000, -1)[:, 0]
    is_hit = distances >= 0.0
    disagree = np.isfinite(hits[:, 0]) != is_hit  # for rays that graze the shape
    assert disagree.mean() <= 1e-3
    both = is_hit & ~disagree
    assert both.sum() > 400
    np.testing.assert_allclose(hits[both], (starts + distances[:, None] * directions)[both], rtol=0.0, atol=1e-4)


def test_rays_meet_cones_on_their_surface(make_scene: MakeScene) -> None:
    """Hits satisfy the cone's equation, and no point of the ray before them is inside; of a cone stretched along x."""
    rng = np.random.default_rng(7)
    starts = rng.uniform(-2.0, 2.0, (2_000, 3))
    directions = rng.normal(size=(2_000, 3)) - starts
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    stretch, radius, height = np.array([1.5, 1.0, 1.0]), 0.6, 1.4

    def build() -> None:
        create_prim("/World/origin", "Xform")
        attributes = {"radius": radius, "height": height, "axis": "Z"}
        create_prim("/World/cone", "Cone", scale=tuple(stretch), attributes=attributes)

    def depth_inside(points: np.ndarray) -> np.ndarray:
        """How far points are inside, in the cone's own frame; negative outside."""
        own = points / stretch
        side = radius * (0.5 - own[..., 2] / height) - np.hypot(own[..., 0], own[..., 1])
        return np.minimum(side, np.minimum(own[..., 2] + height / 2.0, height / 2.0 - own[..., 2]))

    cfg = caster(mesh_prim_paths=["/World/cone"], pattern_cfg=pattern_of(starts, directions), prim_path="/World/origin")
    scene = make_scene(**STILL, before_play=build, rays=cfg)
    hits = scene["rays"].data.ray_hits_w.torch[0].cpu().numpy().astype(float)
    is_hit = np.isfinite(hits[:, 0])
    np.testing.assert_allclose(depth_inside(hits[is_hit]), 0.0, atol=1e-4)
    lengths = np.where(is_hit, np.linalg.norm(np.where(is_hit[:, None], hits, 0.0) - starts, axis=1), 8.0)
    on_the_way = (
        starts[:, None] + (np.linspace(1e-3, 0.999, 300)[None, :, None] * lengths[:, None, None]) * directions[:, None]
    )
    inside = depth_inside(on_the_way)
    starts_inside = depth_inside(starts) > 0.0
    assert (inside[~starts_inside] < 1e-4).all()
    assert (inside[starts_inside] > -1e-4).all() and is_hit[starts_inside].all() and starts_inside.sum() > 20
    assert is_hit.sum() > 400


@pytest.mark.parametrize(
    ("kind", "at", "normal"),
    [
        ("Plane", (0.3, 0.2, 0.0), (0.0, 0.0, 1.0)),
        ("Cube", (0.3, 0.2, 1.0), (0.0, 0.0, 1.0)),
        ("Sphere", (0.6, 0.0, 0.8), (0.6, 0.0, 0.8)),
        ("Capsule", (0.6, 0.0, 1.8), (0.6, 0.0, 0.8)),
        ("Cylinder", (0.6, 0.0, 1.0), (0.0, 0.0, 1.0)),
        ("Cone", (0.5, 0.0, 0.0), (2.0 / 5.0**0.5, 0.0, 1.0 / 5.0**0.5)),
        ("Mesh", (0.5, 0.1, 1.0), (0.0, 0.0, 1.0)),
    ],
)
def test_surfaces_have_outward_normals(make_scene: MakeScene, kind: str, at: Any, normal: Any) -> None:
    """A camera above looks down at a point of the surface of a shape with radius 1, sides of 2 and height 2."""
    attributes = {"radius": 1.0, "height": 2.0} if kind in ("Sphere", "Capsule", "Cylinder", "Cone") else {}

    def build() -> None:
        create_prim("/World/eye", "Xform", translation=(at[0], at[1], 5.0))
        if kind == "Mesh":
            mesh_prim("/World/thing", trimesh.creation.box(extents=(2.0, 2.0, 2.0)))
        else:
            create_prim(
                "/World/thing",
                kind,
                attributes={k: v for k, v in attributes.items() if (kind, k) != ("Sphere", "height")},
            )

    down = RayCasterCameraCfg.OffsetCfg(rot=(1.0, 0.0, 0.0, 0.0), convention="ros")
    cfg = RayCasterCameraCfg(
        prim_path="/World/eye",
        mesh_prim_paths=["/World/thing"],
        offset=down,
        data_types=["distance_to_camera", "normals"],
        pattern_cfg=patterns.PinholeCameraPatternCfg(width=1, height=1),
    )
    output = make_scene(**STILL, before_play=build, eye=cfg)["eye"].data.output
    assert output["distance_to_camera"].torch.item() == pytest.approx(5.0 - at[2], abs=1e-4)
    np.testing.assert_allclose(output["normals"].torch.flatten().cpu(), normal, atol=1e-5)


@pytest.mark.parametrize("alignment", ["base", "yaw", "world"])
def test_alignment_says_what_turns_with_the_body(make_scene: MakeScene, alignment: Any) -> None:
    """Rays from a grid's corners, leaning by the offset, which turns no starts, onto the plane z = 0."""
    grid = patterns.GridPatternCfg(resolution=0.4, size=(0.4, 0.4))
    lean = Rotation.from_euler("y", -10.0, degrees=True)
    offset = RayCasterCfg.OffsetCfg(pos=(0.1, 0.2, 0.3), rot=tuple(lean.as_quat()))
    scene = make_scene(**STILL, rays=caster(pattern_cfg=grid, offset=offset, ray_alignment=alignment))
    balls = tilt(scene, (0.0, 0.0, 2.0)).cpu().numpy()
    turn = {"base": TILT, "yaw": Rotation.from_euler("z", 70.0, degrees=True), "world": Rotation.identity()}[alignment]
    starts = turn.apply(grid.func(grid, "cpu")[0].numpy() + [0.1, 0.2, 0.3]) + balls[:, None]
    direction = lean.apply([0.0, 0.0, -1.0])
    direction = TILT.apply(direction) if alignment == "base" else direction
    expected = starts - starts[..., 2:] / direction[2] * direction
    np.testing.assert_allclose(scene["rays"].data.ray_hits_w.torch.cpu(), expected, rtol=0.0, atol=1e-4)
    np.testing.assert_allclose(scene["rays"].ray_starts_w.torch.cpu(), starts, rtol=0.0, atol=1e-5)
    in_prim = scene["rays"].ray_starts.torch.cpu().numpy(), scene["rays"].ray_directions.torch.cpu().numpy()
    np.testing.assert_allclose(turn.apply(in_prim[0][1]) + balls[1], starts[1], rtol=0.0, atol=1e-5)
    directions = scene["rays"].ray_directions_w.torch.cpu()
    bodily = TILT if alignment == "base" else Rotation.identity()
    np.testing.assert_allclose(bodily.apply(in_prim[1][1]), directions[1], rtol=0.0, atol=1e-6)
    np.testing.assert_allclose(directions, np.broadcast_to(direction, directions.shape), rtol=0.0, atol=1e-6)


@pytest.mark.parametrize(("yaw_only", "alignment"), [(True, "yaw"), (False, "base")])
def test_attach_yaw_only_is_an_alignment(make_scene: MakeScene, yaw_only: bool, alignment: str) -> None:
    cfg = caster(attach_yaw_only=yaw_only)
    scene = make_scene(rays=cfg)
    assert scene["rays"].cfg.ray_alignment == alignment
    assert cfg.ray_alignment == "base"  # the caller's config stays as it was


def test_nothing_is_hit_beyond_the_longest_distance(make_scene: MakeScene) -> None:
    """Of a body 2 m above a plane, and of one 1.5 m above a box on it."""

    def build() -> None:
        CuboidCfg(size=(50.0, 50.0, 0.5)).func("/World/box", CuboidCfg(size=(50.0, 50.0, 0.5)), (0.0, 0.0, 0.25))

    scene = make_scene(
        **STILL,
        before_play=build,
        long=caster(max_distance=2.01),
        short=caster(max_distance=1.99),
        onto_box=caster(mesh_prim_paths=["/World/box"], max_distance=1.51),
        above_box=caster(mesh_prim_paths=["/World/box"], max_distance=1.49),
        nearest=caster(mesh_prim_paths=["/World/ground", "/World/box"]),
    )
    heights = {name: scene[name].data.ray_hits_w.torch[..., 2] for name in ("long", "onto_box", "nearest")}
    expected = {"long": 0.0, "onto_box": 0.5, "nearest": 0.5}
    for name, height in heights.items():
        torch.testing.assert_close(height, torch.full_like(height, expected[name]), **ACCURACY)
    for name in ("short", "above_box"):
        assert scene[name].data.ray_hits_w.torch.isinf().all()


def test_drift_is_drawn_at_reset_in_the_environments_that_reset(make_scene: MakeScene) -> None:
    torch.manual_seed(7)
    scene = make_scene(**STILL, rays=caster(drift_range=(0.05, 0.1)))
    rays, ball = scene["rays"], scene["ball"].data.root_link_pos_w.torch
    drift = (rays.data.pos_w.torch - ball).clone()
    assert ((drift >= 0.05 - 1e-6) & (drift <= 0.1 + 1e-6)).all()
    assert len(drift.unique()) == drift.numel()
    torch.testing.assert_close(rays.drift.torch, drift, **ACCURACY)
    assert (rays.ray_cast_drift.torch == 0.0).all()
    assert rays.num_rays == rays.data.ray_hits_w.shape[1]
    torch.testing.assert_close(rays.data.ray_hits_w.torch[:, 0, :2], (ball + drift)[:, :2], **ACCURACY)
    rays.reset(env_ids=[1])
    changed = (rays.data.pos_w.torch - ball != drift).any(dim=1)
    assert changed.tolist() == [False, True, False]
    rays.cfg.drift_range = (0.0, 0.0)
    for env in (0, 1):
        rays.reset(env_ids=[env])
    assert (rays.drift.torch == 0.0).all(dim=1).tolist() == [True, True, False]


def test_drift_follows_the_seed_of_torch(make_scene: MakeScene) -> None:
    scene = make_scene(**STILL, rays=caster(drift_range=(-0.1, 0.1)))
    positions = []
    for seed in (3, 4, 3):
        torch.manual_seed(seed)
        scene["rays"].reset()
        positions.append(scene["rays"].data.pos_w.torch.clone())
    assert torch.equal(positions[0], positions[2])
    assert not torch.equal(positions[0], positions[1])


def test_drift_of_the_rays_shifts_them_in_their_own_frame(make_scene: MakeScene) -> None:
    ranges = {"x": (0.2, 0.2), "z": (0.3, 0.3)}
    scene = make_scene(**STILL, rays=caster(ray_cast_drift_range=ranges, ray_alignment="yaw"))
    balls = tilt(scene, (0.0, 0.0, 2.0)).cpu()
    yaw = np.deg2rad(70.0)
    expected = balls + torch.tensor([0.2 * np.cos(yaw), 0.2 * np.sin(yaw), 0.3 - 2.0], dtype=torch.float32)
    data = scene["rays"].data
    torch.testing.assert_close(data.ray_hits_w.torch[:, 0].cpu(), expected, **ACCURACY)
    torch.testing.assert_close(data.pos_w.torch.cpu(), balls, rtol=0.0, atol=1e-6)


def test_hits_are_as_old_as_the_period_allows_unless_reset(make_scene: MakeScene) -> None:
    side = patterns.GridPatternCfg(resolution=1.0, size=(0.0, 0.0), direction=(0.6, 0.0, -0.8))
    scene = make_scene(dt=0.01, rays=caster(pattern_cfg=side, update_period=1.0))
    rays = scene["rays"]
    before = rays.data.ray_hits_w.torch.clone()
    step(scene, 5)
    rays.reset(env_mask=wp.array([False, False, True], dtype=wp.bool))
    changed = (rays.data.ray_hits_w.torch != before).any(dim=2).any(dim=1)
    assert changed.tolist() == [False, False, True]


def test_a_ray_caster_that_nobody_reads_casts_nothing(make_scene: MakeScene, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = make_scene(rays=caster())
    launched: list[Any] = []
    launch = wp.launch
    monkeypatch.setattr(wp, "launch", lambda k, *a, **kwargs: launched.append(k.key) or launch(k, *a, **kwargs))
    scene["rays"].update(0.005)
    scene["rays"].update(0.005)
    assert launched == []
    scene["rays"].data  # noqa: B018
    assert any("cast_rays" in key for key in launched)


def test_all_who_look_at_the_same_surface_share_one_mesh(make_scene: MakeScene) -> None:
    def build() -> None:
        mesh_prim("/World/blob", trimesh.creation.icosphere())

    looks = {name: caster(mesh_prim_paths=["/World/blob"]) for name in ("left", "right")}
    scene = make_scene(before_play=build, **looks)
    mesh = RayCaster.meshes["/World/blob", "cpu"]
    assert [*scene["left"]._ray_scene.meshes.values(), *scene["right"]._ray_scene.meshes.values()] == [mesh, mesh]
    assert mesh.points.shape == (642,)  # not once an environment
    assert RayCaster.meshes["/World/blob"] is mesh and "/World/blob" in RayCaster.meshes  # as up to Isaac Lab 2
    assert scene["left"].num_instances == 3
    del mesh
    scene.sim.stop()
    assert ("/World/blob", "cpu") not in RayCaster.meshes and "/World/blob" not in RayCaster.meshes


def test_a_frame_is_spawned_where_there_is_none(make_scene: MakeScene) -> None:
    cfg = caster(prim_path="{ENV_REGEX_NS}/Ball/scanner")
    scene = make_scene(**STILL, rays=cfg)
    torch.testing.assert_close(scene["rays"].data.pos_w.torch, scene["ball"].data.root_link_pos_w.torch)
    scene.sim.stop()
    late = RayCaster(caster(prim_path="/World/envs/env_.*/Ball/scanner2", spawn=None))
    with pytest.raises(RuntimeError, match="scanner2"):  # sensors look for their prims when the simulation plays
        scene.sim.reset()
    assert not late.is_initialized


def test_a_sensor_may_be_made_before_what_it_is_mounted_on(make_scene: MakeScene) -> None:
    made: list[RayCaster] = []

    def make_first() -> None:
        paths = ("/World/envs/env_.*/Tower/body", "/World/envs/env_.*/Tower/frame")
        made.extend(RayCaster(caster(prim_path=path)) for path in paths)
        for index in range(2):
            tower = f"/World/envs/env_{index}/Tower"
            create_prim(tower, "Xform", translation=(0.0, 0.0, 3.0))
            create_prim(f"{tower}/body", "Xform", translation=(0.0, 0.0, 1.0))

    scene = make_scene(**STILL, before_play=make_first)
    body, frame = (sensor.data.pos_w.torch[:, 2] for sensor in made)
    torch.testing.assert_close(body, torch.full((scene.num_envs,), 4.0))  # of the prim that came later
    torch.testing.assert_close(frame, torch.full((scene.num_envs,), 3.0))  # spawned where there is still none


def test_a_camera_of_rays_looks_along_x(make_scene: MakeScene) -> None:
    """The middle one of three by three pixels looks ahead; here at a wall 3 m away."""
    pinhole = patterns.PinholeCameraPatternCfg(width=3, height=3)

    def build() -> None:
        CuboidCfg(size=(0.2, 90.0, 90.0)).func("/World/wall", CuboidCfg(size=(0.2, 90.0, 90.0)), (30.1, 0.0, 0.0))

    scene = make_scene(**STILL, before_play=build, rays=caster(mesh_prim_paths=["/World/wall"], pattern_cfg=pinhole))
    hits = scene["rays"].data.ray_hits_w.torch
    balls = scene["ball"].data.root_link_pos_w.torch
    torch.testing.assert_close(hits[..., 0], torch.full_like(hits[..., 0], 30.0), **ACCURACY)
    torch.testing.assert_close(hits[:, 4, 1:], balls[:, 1:], **ACCURACY)
    assert (hits[:, 0, 1] > balls[:, 1]).all() and (hits[:, 0, 2] > balls[:, 2]).all()  # first: top left


def test_hits_are_shown_by_markers(make_scene: MakeScene) -> None:
    scene = make_scene(**STILL, rays=caster(pattern_cfg=LIDAR, debug_vis=True))
    scene.sim.render()
    hits = scene["rays"].data.ray_hits_w.torch.reshape(-1, 3)
    hits = hits[hits.isfinite().all(dim=1)]
    shown = torch.tensor(np.array(scene["rays"]._markers._instancer.GetPositionsAttr().Get()))
    torch.testing.assert_close(shown, hits.cpu())


@pytest.mark.parametrize("backend", BACKENDS)
def test_rays_meet_the_walls_of_their_own_environment(
    make_scene: MakeScene, backend: tuple[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    """A ball at the origin of each environment, and a wall whose near side is 1 m before it, as programs name walls."""
    scene = make_scene(
        **STILL,
        backend=backend,
        before_play=lambda: create_prim(
            "/World/envs/env_0/wall", "Cube", translation=(3.0, 0.0, 0.0), attributes={"size": 4.0}
        ),
        rays=caster(
            mesh_prim_paths=["/World/ground", "/World/envs/env_.*/wall"],
            pattern_cfg=patterns.LidarPatternCfg(
                channels=1, vertical_fov_range=(0.0, 0.0), horizontal_fov_range=(0.0, 90.0), horizontal_res=90.0
            ),
        ),
    )
    ball, hits = scene["rays"].data.pos_w.torch, scene["rays"].data.ray_hits_w.torch
    torch.testing.assert_close(
        hits[:, 0] - ball, (1.0 - (ball - scene.env_origins))[:, :1] * ball.new_tensor([1, 0, 0])
    )
    assert hits[:, 1].isinf().all()
    assert "where it lies at play, as those of a MultiMeshRayCaster do" in caplog.text


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"ray_alignment": "gravity"}, "ray_alignment"),
        ({"max_distance": 0.0}, "max_distance"),
        ({"mesh_prim_paths": []}, "mesh_prim_paths"),
        ({"drift_range": (0.1, -0.1)}, "drift_range"),
        ({"ray_cast_drift_range": {"w": (0.0, 0.1)}}, "'w'"),
        ({"ray_cast_drift_range": {"x": (0.0, float("nan"))}}, "'x'"),
    ],
)
def test_impossible_configs_are_named(make_scene: MakeScene, fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_scene(rays=caster(**fields))


def _nothing() -> None:
    """Leaves the stage as it is."""


@pytest.mark.parametrize(
    ("path", "build", "error", "message"),
    [
        ("/World/graund", _nothing, RuntimeError, "no 'graund', but ground"),
        ("/World/frame", lambda: create_prim("/World/frame", "Xform"), RuntimeError, "no geometry .* only Xform"),
        ("/World/hole", lambda: create_prim("/World/hole", "Mesh"), ValueError, "'/World/hole' has 0 points"),
        ("/World/envs/env_0/Box", _nothing, NotImplementedError, "leaves out env_1 and 1 other"),
    ],
)
def test_what_rays_cannot_meet_is_named(
    make_scene: MakeScene, path: str, build: Callable[[], object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        make_scene(before_play=build, rays=caster(mesh_prim_paths=[path]))
