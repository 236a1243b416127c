"""Ray casters that meet all colliders: against closed forms."""

from __future__ import annotations

import math
from typing import Any

import pytest
import torch
from scipy.spatial.transform import Rotation

from pippin.sensors import ColliderRayCasterCfg
from pippin.sim import create_prim

from .conftest import MakeScene
from .test_multi_mesh_ray_caster import put
from .test_ray_caster import ACCURACY, BACKENDS, BALL, ONE_RAY, STILL

BELOW = ColliderRayCasterCfg.OffsetCfg(pos=(0.0, 0.0, -1.0))
"""Starts out of the ball that carries the sensor, which is a collider itself."""


def caster(**fields: Any) -> ColliderRayCasterCfg:
    defaults = {"prim_path": BALL, "pattern_cfg": ONE_RAY, "offset": BELOW, "ray_alignment": "world"}
    return ColliderRayCasterCfg(**{**defaults, **fields})


@pytest.mark.parametrize("backend", BACKENDS)
def test_rays_meet_colliders_that_nobody_names(make_scene: MakeScene, backend: tuple[str, str]) -> None:
    """Down onto a box of half height 0.1 turned by 30 degrees, onto the ground beside one, and onto one that moved."""
    scene = make_scene(**STILL, backend=backend, rays=caster())
    put(scene, "ball", [0.0, 0.0, 5.0])
    turn = Rotation.from_euler("y", 30.0, degrees=True)
    put(scene, "box", [[0.0, 0.0, 0.5], [3.0, 0.0, 0.5], [0.0, 0.0, 1.0]], turn)
    scene["rays"].reset()
    data, top = scene["rays"].data, 0.1 / math.cos(math.radians(30.0))
    expected = torch.tensor([0.5 + top, 0.0, 1.0 + top])
    torch.testing.assert_close(data.ray_hits_w.torch[:, 0, 2].cpu(), expected, **ACCURACY)
    torch.testing.assert_close(data.ray_distances.torch[:, 0].cpu(), 4.0 - expected, **ACCURACY)
    tilted = [0.5, 0.0, math.sqrt(0.75)]
    normals = torch.tensor([tilted, [0.0, 0.0, 1.0], tilted])
    torch.testing.assert_close(data.ray_normals_w.torch[:, 0].cpu(), normals, **ACCURACY)


def test_what_is_only_seen_or_too_far_is_not_met(make_scene: MakeScene) -> None:
    """A cube without a collider at 0.8 m, and another that has one beyond the rays' reach; misses are infinite."""

    def build() -> None:
        create_prim("/World/envs/env_0/picture", "Cube", translation=(0.0, 0.0, 0.4), attributes={"size": 0.8})

    scene = make_scene(**STILL, before_play=build, near=caster(max_distance=3.9), rays=caster())
    put(scene, "ball", [0.0, 0.0, 5.0])
    put(scene, "box", [3.0, 0.0, 0.5])
    for name in ("rays", "near"):
        scene[name].reset()
    torch.testing.assert_close(scene["rays"].data.ray_distances.torch, torch.full((3, 1), 4.0), **ACCURACY)
    near = scene["near"].data
    for values in (near.ray_distances.torch, near.ray_hits_w.torch, near.ray_normals_w.torch):
        assert (values == math.inf).all()


def test_poses_are_those_of_now(make_scene: MakeScene) -> None:
    """Also before the next measurement is due."""
    scene = make_scene(**STILL, rays=caster(update_period=10.0))
    before = scene["rays"].data.pos_w.torch.clone()
    put(scene, "ball", [0.3, 0.0, 4.0])
    positions, orientations = scene["rays"].get_world_poses([2, 0])
    origins = scene.env_origins[[2, 0]]
    torch.testing.assert_close(positions.torch - origins, torch.tensor([[0.3, 0.0, 4.0]] * 2), **ACCURACY)
    assert orientations.torch.tolist() == [[0.0, 0.0, 0.0, 1.0]] * 2
    assert (scene["rays"].data.pos_w.torch == before).all()


def test_a_stage_without_colliders_is_refused(make_scene: MakeScene) -> None:
    from pippin.sim import SimulationContext

    def strip() -> None:
        stage = SimulationContext.instance().stage
        for prim in stage.Traverse():
            if prim.HasAttribute("physics:collisionEnabled"):
                prim.GetAttribute("physics:collisionEnabled").Set(False)
            elif "PhysicsCollisionAPI" in prim.GetAppliedSchemas():
                prim.RemoveAppliedSchema("PhysicsCollisionAPI")

    with pytest.raises(RuntimeError, match="no collider on the stage"):
        make_scene(**STILL, before_play=strip, rays=caster())


def test_a_list_of_meshes_is_refused(make_scene: MakeScene) -> None:
    with pytest.raises(ValueError, match=r"mesh_prim_paths of .* is \['/World/ground'\]; expected none"):
        make_scene(**STILL, rays=caster(mesh_prim_paths=["/World/ground"]))
