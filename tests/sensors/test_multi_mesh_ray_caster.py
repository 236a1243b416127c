"""Ray casters that meet bodies, against closed forms and against MuJoCo's own rays."""

from __future__ import annotations

from typing import Any

import pytest
import torch
import trimesh
from scipy.spatial.transform import Rotation

from pippin.scene import InteractiveScene
from pippin.sensors import MultiMeshRayCaster, MultiMeshRayCasterCfg
from pippin.sim import CuboidCfg, MultiAssetSpawnerCfg, SimulationCfg, SimulationContext, create_prim

from .conftest import RIGID, BodiesCfg, MakeScene, step
from .test_ray_caster import ACCURACY, BACKENDS, BALL, LIDAR, ONE_RAY, STILL, mesh_prim

BOX = "{ENV_REGEX_NS}/Box"
Target = MultiMeshRayCasterCfg.RaycastTargetCfg


def caster(**fields: Any) -> MultiMeshRayCasterCfg:
    defaults = {"prim_path": BALL, "pattern_cfg": ONE_RAY, "update_mesh_ids": True}
    return MultiMeshRayCasterCfg(**{**defaults, **fields})


def put(scene: InteractiveScene, name: str, positions: Any, rotation: Rotation | None = None) -> None:
    """Put a body of each environment there, in the environments' frames."""
    poses = torch.zeros(scene.num_envs, 7)
    poses[:, :3] = torch.as_tensor(positions, dtype=torch.float32) + scene.env_origins.cpu()
    poses[:, 3:] = torch.as_tensor((rotation or Rotation.identity()).as_quat(), dtype=torch.float32)
    scene[name].write_root_pose_to_sim_index(root_pose=poses.to(scene.device))


def heights(scene: InteractiveScene) -> torch.Tensor:
    return scene["rays"].data.ray_hits_w.torch[..., 2].cpu()


@pytest.mark.parametrize("backend", BACKENDS)
def test_rays_meet_bodies_where_they_are_now(make_scene: MakeScene, backend: tuple[str, str]) -> None:
    """From above onto a box of height 0.2 that is elsewhere in each environment, and onto the ground beside it."""
    cfg = caster(mesh_prim_paths=["/World/ground", Target(prim_expr=BOX)])
    scene = make_scene(**STILL, backend=backend, rays=cfg)
    put(scene, "ball", [0.0, 0.0, 5.0])
    put(scene, "box", [[0.0, 0.0, 0.5], [0.19, 0.14, 1.0], [0.21, 0.0, 0.5]])  # its halves are 0.2, 0.15 and 0.1
    scene["rays"].reset()
    torch.testing.assert_close(heights(scene)[:, 0], torch.tensor([0.6, 1.1, 0.0]), **ACCURACY)
    assert scene["rays"].data.ray_mesh_ids.torch[:, 0, 0].tolist() == [1, 1, 0]
    assert scene["rays"].data.ray_mesh_ids.shape == (3, 1, 1)
    assert scene["rays"].data.ray_mesh_ids.torch.dtype == torch.int16  # as Isaac Lab's, which programs compare with
    assert scene["rays"].mesh_paths(2) == ["/World/ground", "/World/envs/env_2/Box"]


def test_shapes_of_a_link_are_found_by_the_name_that_files_of_isaac_sim_give_them(make_scene: MakeScene) -> None:
    def build() -> None:
        create_prim("/World/envs/env_0/table", "Xform", translation=(0.0, 0.0, 0.4))
        create_prim("/World/envs/env_0/table/visuals", "Cube", attributes={"size": 0.8})

    target = Target(prim_expr="{ENV_REGEX_NS}/table/visuals_xform")
    scene = make_scene(**STILL, before_play=build, rays=caster(mesh_prim_paths=[target]))
    put(scene, "ball", [0.0, 0.0, 5.0])
    scene["rays"].reset()
    torch.testing.assert_close(heights(scene)[:, 0], torch.full((3,), 0.8), **ACCURACY)


@pytest.mark.parametrize("backend", BACKENDS)
def test_rays_meet_a_mesh_of_the_world_or_bodies_before_it(make_scene: MakeScene, backend: tuple[str, str]) -> None:
    """From above onto a sheet at 0.05 m: onto a box above it, one below it, and beside one; hits drift up by 0.3 m."""
    sheet = trimesh.Trimesh([[-9, -9, 0.05], [9, -9, 0.05], [9, 9, 0.05], [-9, 9, 0.05]], [[0, 1, 2], [0, 2, 3]])
    scene = make_scene(
        **STILL,
        backend=backend,
        before_play=lambda: mesh_prim("/World/sheet", sheet),
        rays=caster(
            mesh_prim_paths=["/World/sheet", Target(prim_expr=BOX)],
            ray_cast_drift_range={"z": (0.3, 0.3)},
            update_mesh_ids=False,
        ),
    )
    put(scene, "ball", [0.0, 0.0, 5.0])
    put(scene, "box", [[0.0, 0.0, 0.5], [0.0, 0.0, -0.1], [0.21, 0.0, 0.5]])
    scene["rays"].reset()
    torch.testing.assert_close(heights(scene)[:, 0], torch.tensor([0.9, 0.35, 0.35]), **ACCURACY)


def test_rays_follow_a_falling_body(make_scene: MakeScene) -> None:
    cfg = caster(mesh_prim_paths=[Target(prim_expr=BOX)], prim_path="{ENV_REGEX_NS}/above")
    scene = make_scene(
        before_play=lambda: create_prim("/World/envs/env_0/above", "Xform", translation=(0, 0, 9)), rays=cfg
    )
    put(scene, "box", [0.0, 0.0, 3.0])
    for _ in range(3):
        step(scene, 10)
        top = scene["box"].data.root_link_pos_w.torch[:, 2].cpu() + 0.1
        torch.testing.assert_close(heights(scene)[:, 0], top, **ACCURACY)
    assert (top < 2.99).all()


def test_bodies_that_are_not_tracked_stay_where_they_were_at_play(make_scene: MakeScene) -> None:
    targets = ["/World/ground", Target(prim_expr=BOX, track_mesh_transforms=False)]
    scene = make_scene(
        **STILL, rays=caster(mesh_prim_paths=targets), plain=caster(mesh_prim_paths=["/World/ground", BOX])
    )
    put(scene, "ball", [0.0, 0.0, 5.0])
    put(scene, "box", [0.0, 0.0, 3.0])
    for name in ("rays", "plain"):
        scene[name].reset()
        hits = scene[name].data.ray_hits_w.torch[..., 2].cpu()
        torch.testing.assert_close(hits, torch.full_like(hits, 0.2), **ACCURACY)


def test_what_stands_in_an_environment_is_met_in_each(make_scene: MakeScene) -> None:
    def build() -> None:
        create_prim("/World/envs/env_0/table", "Cube", translation=(0.0, 0.0, 0.4), attributes={"size": 0.8})
        create_prim("/World/envs/env_0/table/lamp", "Sphere", translation=(0.0, 0.0, 0.5), attributes={"radius": 0.1})

    targets = [Target(prim_expr="{ENV_REGEX_NS}/table", merge_prim_meshes=merged) for merged in (True, False)]
    scene = make_scene(
        **STILL,
        before_play=build,
        rays=caster(mesh_prim_paths=targets[:1]),
        apart=caster(mesh_prim_paths=targets[1:]),
    )
    put(scene, "ball", [[0.0, 0.0, 5.0], [0.3, 0.0, 5.0], [0.5, 0.0, 5.0]])
    for name, ids in (("rays", [0, 0, -1]), ("apart", [1, 0, -1])):
        scene[name].reset()
        hits = scene[name].data.ray_hits_w.torch[:, 0, 2].cpu()
        torch.testing.assert_close(hits, torch.tensor([1.0, 0.8, torch.inf]), **ACCURACY)
        assert scene[name].data.ray_mesh_ids.torch.flatten().tolist() == ids
    assert scene["apart"].mesh_paths(1) == ["/World/envs/env_1/table", "/World/envs/env_1/table/lamp"]


def test_without_mesh_ids_there_are_none(make_scene: MakeScene) -> None:
    scene = make_scene(**STILL, rays=caster(mesh_prim_paths=["/World/ground"], update_mesh_ids=False))
    assert scene["rays"].data.ray_mesh_ids is None


def test_one_mesh_serves_all_environments_and_equal_bodies(make_scene: MakeScene) -> None:
    """A rock on two bodies of three environments is one mesh on the device, and its pose is all that differs."""
    rock = trimesh.creation.icosphere(subdivisions=3, radius=0.3)

    def build() -> None:
        for body in ("Box", "Ball"):
            mesh_prim(f"/World/envs/env_0/{body}/rock", rock)

    targets = [Target(prim_expr=f"{{ENV_REGEX_NS}}/{body}/rock") for body in ("Box", "Ball")]
    scene = make_scene(**STILL, before_play=build, rays=caster(mesh_prim_paths=targets))
    keys = [(f"/World/envs/env_0/{body}/rock", "cpu") for body in ("Box", "Ball")]
    assert MultiMeshRayCaster.meshes[keys[0]] is MultiMeshRayCaster.meshes[keys[1]]
    geometry = scene["rays"]._ray_scene.geometry
    assert geometry.frames.shape == (3,)  # the world, which is empty, and the two bodies
    assert geometry.poses.shape == (3, 2)


@pytest.mark.parametrize("backend", BACKENDS[1:])
def test_lidar_sees_all_links_of_another_robot(make_scene: MakeScene, backend: tuple[str, str]) -> None:
    """A merged target whose bodies move apart: each part goes with its own body, under one id."""
    cfg = caster(
        pattern_cfg=LIDAR, mesh_prim_paths=[Target(prim_expr="{ENV_REGEX_NS}")], prim_path="{ENV_REGEX_NS}/eye"
    )

    def build() -> None:
        create_prim("/World/envs/env_0/eye", "Xform", translation=(0.0, 0.0, 1.0))

    scene = make_scene(**STILL, backend=backend, before_play=build, rays=cfg)
    put(scene, "ball", [1.0, 0.0, 1.0])
    put(scene, "box", [-1.0, 0.0, 1.0], Rotation.from_euler("z", 90.0, degrees=True))
    scene["rays"].reset()
    level = LIDAR.func(LIDAR, "cpu")[1][:, 2].abs() < 1e-6
    hits = (scene["rays"].data.ray_hits_w.torch - scene.env_origins[:, None]).cpu()[:, level]
    found = hits[hits.isfinite().all(dim=2)].reshape(3, 2, 3)
    torch.testing.assert_close(found[:, 0], torch.tensor([-0.85, 0.0, 1.0]).expand(3, 3), **ACCURACY)
    torch.testing.assert_close(found[:, 1], torch.tensor([0.9, 0.0, 1.0]).expand(3, 3), **ACCURACY)
    assert set(scene["rays"].data.ray_mesh_ids.torch.flatten().tolist()) == {-1, 0}


@pytest.mark.usefixtures("make_scene")  # which ends the simulation
@pytest.mark.parametrize("expression", [BOX, "/World/.*"])
def test_environments_may_hold_different_things(expression: str) -> None:
    """Boxes of two heights by turns; an expression that matches what holds the environments matches what is in them."""
    sim = SimulationContext(SimulationCfg(gravity=(0.0, 0.0, 0.0), device="cpu"))
    cfg = BodiesCfg(num_envs=4, replicate_physics=False)
    boxes = [CuboidCfg(size=(0.4, 0.4, height), **RIGID) for height in (0.2, 0.6)]
    cfg.box.spawn = MultiAssetSpawnerCfg(assets_cfg=boxes, random_choice=False)
    scene = InteractiveScene(cfg)
    beside_the_ball = MultiMeshRayCasterCfg.OffsetCfg(pos=(0.15, 0.0, 0.0))
    down = caster(mesh_prim_paths=["/World/ground", Target(prim_expr=expression)], offset=beside_the_ball)
    scene.sensors["rays"] = down.class_type(down)
    sim.reset()
    put(scene, "ball", [0.0, 0.0, 5.0])
    put(scene, "box", [0.0, 0.0, 1.0])
    scene["rays"].reset()
    torch.testing.assert_close(heights(scene)[:, 0], torch.tensor([1.1, 1.3, 1.1, 1.3]), **ACCURACY)


@pytest.mark.parametrize(
    ("fields", "error", "message"),
    [
        ({"mesh_prim_paths": ["/World/envs/env_0/Box"]}, NotImplementedError, "leaves out env_1 and 1 other"),
        ({"mesh_prim_paths": [Target(prim_expr="{ENV_REGEX_NS}/Bix")]}, RuntimeError, "no 'Bix', but Box"),
        ({"mesh_prim_paths": [BOX], "prim_path": "/World/ground"}, NotImplementedError, "outside of the environments"),
    ],
)
def test_impossible_targets_are_named(
    make_scene: MakeScene, fields: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        make_scene(rays=caster(**fields))
