"""On a CPU, Embree casts the rays at a lone mesh where it is installed, and Warp elsewhere: both see the same."""

from __future__ import annotations

import numpy as np
import pytest
import torch
import trimesh
import warp as wp

from pippin.scene import InteractiveScene
from pippin.sensors import RayCasterCfg
from pippin.sensors.ray_caster import embree, patterns, ray_caster

from .conftest import MakeScene, step
from .test_ray_caster import BALL, STILL, mesh_prim, pattern_of

pytest.importorskip("embreex", reason="machines that run tests of GPUs alone lack it")

ACROSS = patterns.LidarPatternCfg(
    channels=60, vertical_fov_range=(-89.0, -5.0), horizontal_fov_range=(-180.0, 180.0), horizontal_res=5.0
)


def hilly() -> trimesh.Trimesh:
    """Hills of 0.2 m below all environments, 28,800 triangles."""
    x, y = np.meshgrid(*[np.linspace(-9.0, 9.0, 121)] * 2, indexing="ij")
    corner = (np.arange(120)[:, None] * 121 + np.arange(120)).reshape(-1)
    faces = np.concatenate([corner + np.array([[0], [121], [122]]), corner + np.array([[0], [122], [1]])], axis=1).T
    return trimesh.Trimesh(np.stack([x, y, 0.2 * np.sin(3 * x) * np.cos(2 * y)], axis=-1).reshape(-1, 3), faces)


def scan(make_scene: MakeScene, **fields: object) -> InteractiveScene:
    """A scene of balls 2 m above the hills, with 4,320 rays each, enough for several cores."""
    cfg = RayCasterCfg(prim_path=BALL, mesh_prim_paths=["/World/hills"], pattern_cfg=ACROSS, **fields)
    scene = make_scene(**STILL, before_play=lambda: mesh_prim("/World/hills", hilly()), rays=cfg)
    return scene


@pytest.mark.slow
def test_both_engines_hit_the_same_points(make_scene: MakeScene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also with drift of the hits, and with rays that end before the ground."""
    scene = scan(make_scene, max_distance=6.0, ray_cast_drift_range={"x": (0.1, 0.1), "z": (0.3, 0.3)})
    with_embree = scene["rays"].data.ray_hits_w.torch.clone()
    monkeypatch.setattr(ray_caster, "is_embree_installed", lambda: False)
    scene["rays"].data.ray_hits_w.torch.fill_(np.nan)
    scene["rays"].reset()
    with_warp = scene["rays"].data.ray_hits_w.torch
    hit = with_warp.isfinite().all(dim=2)
    assert 0.5 < hit.float().mean() < 0.95
    same = torch.isclose(with_embree, with_warp, rtol=0.0, atol=1e-4).all(dim=2)
    # A ray that grazes a hill may pass it in one engine and not in the other.
    assert (~same).float().mean() <= 1e-3


@pytest.mark.slow
def test_environments_that_are_not_due_keep_their_hits(make_scene: MakeScene) -> None:
    scene = scan(make_scene, update_period=1.0)
    before = scene["rays"].data.ray_hits_w.torch.clone()
    pose = scene["ball"].data.root_link_pose_w.torch.clone()
    pose[:, 0] += 0.5
    scene["ball"].write_root_pose_to_sim_index(root_pose=pose)
    step(scene)
    scene["rays"].reset(env_mask=wp.array([False, True, False], dtype=wp.bool))
    changed = (scene["rays"].data.ray_hits_w.torch != before).any(dim=2).any(dim=1)
    assert changed.tolist() == [False, True, False]


@pytest.mark.slow
def test_no_ray_slips_through_an_edge(make_scene: MakeScene) -> None:
    """Through 2,000 points on edges of the hills, from all sides above."""
    hills, rng = hilly(), np.random.default_rng(2)
    hills.update_faces(rng.permutation(len(hills.faces)))
    inside = hills.faces[(np.abs(hills.triangles_center[:, :2]) < 6.0).all(axis=1)][:2000]
    share = rng.uniform(0.0, 1.0, (len(inside), 1))
    through = share * hills.vertices[inside[:, 0]] + (1.0 - share) * hills.vertices[inside[:, 1]]
    directions = rng.normal(size=through.shape) * (0.3, 0.3, 1.0)
    directions[:, 2] = -np.abs(directions[:, 2]) - 0.5
    cfg = RayCasterCfg(
        prim_path="/World/origin",
        mesh_prim_paths=["/World/hills"],
        pattern_cfg=pattern_of(through - directions, directions),
    )
    scene = make_scene(**STILL, before_play=lambda: mesh_prim("/World/hills", hills), rays=cfg)
    assert scene["rays"].data.ray_hits_w.torch.isfinite().all()


@pytest.mark.slow
def test_a_mesh_has_one_tree_for_all_who_look_at_it(make_scene: MakeScene) -> None:
    scene = scan(make_scene)  # kept, as are its meshes
    mesh = ray_caster.RayCaster.meshes["/World/hills", "cpu"]
    assert embree.scene_of(mesh) is embree.scene_of(mesh)
    assert embree.scene_of(mesh) is not embree.scene_of(wp.Mesh(mesh.points, mesh.indices))
    assert scene["rays"].data.ray_hits_w.torch.isfinite().any()
