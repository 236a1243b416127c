"""Rays through a scene that plays, and poses of bodies by handles, as older programs of Isaac Sim ask for them."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")

from pxr import Gf

import carb
from isaacsim.core.api import World
from isaacsim.core.api.objects import DynamicCuboid, DynamicSphere, FixedCuboid, VisualCuboid
from isaacsim.core.utils.stage import create_new_stage
from isaacsim.robot.manipulators.examples.franka import Franka
from omni.isaac.dynamic_control import _dynamic_control
from omni.physx import get_physx_scene_query_interface
from pippin.sim import SimulationContext

SINGLE = 1e-5
"""Single precision of positions of a few metres, from differences of them."""


@pytest.fixture
def world():
    create_new_stage()
    yield World()
    SimulationContext.clear_instance()


def test_a_ray_meets_what_is_nearest_and_goes_with_what_moves(world):
    """A ball's surface, its normal by its centre; then the floor below it, since the ball has fallen out of the ray."""
    ball = world.scene.add(DynamicSphere("/World/ball", "ball", position=np.array([0.0, 0.0, 2.0]), radius=0.3))
    FixedCuboid("/World/floor", position=np.array([0.0, 0.0, -0.5]), size=1.0, scale=np.array([9.0, 9.0, 1.0]))
    VisualCuboid("/World/seen", position=np.array([-1.0, 0.0, 2.0]), size=0.2)  # rays pass through what is only seen
    query = get_physx_scene_query_interface()
    with pytest.raises(RuntimeError, match="play or reset it first"):
        query.raycast_closest((0.0, 0.0, 5.0), (0.0, 0.0, -1.0), 10.0)
    world.reset()
    hit = query.raycast_closest(carb.Float3(-2.0, 0.1, 2.1), Gf.Vec3f(1.0, 0.0, 0.0), 10.0)
    centre = ball.get_world_pose()[0]
    point = np.array([centre[0] - np.sqrt(0.3**2 - 0.1**2 - (2.1 - centre[2]) ** 2), 0.1, 2.1])
    assert hit["hit"] and hit["collision"] == hit["rigidBody"] == "/World/ball"
    np.testing.assert_allclose(hit["position"], point, atol=SINGLE)
    np.testing.assert_allclose(hit["normal"], (point - centre) / 0.3, atol=10 * SINGLE)
    assert hit["distance"] == pytest.approx(point[0] + 2.0, abs=SINGLE)
    assert query.raycast_closest((-2.0, 0.1, 2.1), (1.0, 0.0, 0.0), 1.0) == {"hit": False}
    for _ in range(30):
        world.step(render=False)
    assert not query.raycast_any((-2.0, 0.1, 2.1), (1.0, 0.0, 0.0), 10.0)
    down = query.raycast_closest((0.0, 0.0, 5.0), (0.0, 0.0, -2.0), 10.0)  # of any length
    assert down["position"][2] == pytest.approx(ball.get_world_pose()[0][2] + 0.3, abs=SINGLE)
    floor = query.raycast_closest((2.0, 1.0, 5.0), (0.0, 0.0, -1.0), 10.0)
    assert (floor["distance"], floor["collision"]) == (pytest.approx(5.0, abs=SINGLE), "/World/floor")
    assert floor["normal"] == pytest.approx((0.0, 0.0, 1.0), abs=SINGLE)


def test_a_ray_meets_links_of_robots_by_their_bodies(world):
    panda = world.scene.add(Franka("/World/panda", "panda"))
    world.reset()
    over_hand = panda.end_effector.get_world_pose()[0] + [0.0, 0.0, 1.0]
    hit = get_physx_scene_query_interface().raycast_closest(over_hand, (0.0, 0.0, -1.0), 2.0)
    assert hit["rigidBody"].startswith("/World/panda/panda_") and hit["collision"].startswith(hit["rigidBody"] + "/")


def test_a_ray_in_a_scene_without_colliders_meets_nothing(world):
    world.reset()
    assert get_physx_scene_query_interface().raycast_closest((0.0, 0.0, 1.0), (0.0, 0.0, -1.0), 9.0) == {"hit": False}
    with pytest.raises(ValueError, match=r"\(0, 0, 0\)"):
        get_physx_scene_query_interface().raycast_closest((0.0, 0.0, 1.0), (0.0, 0.0, 0.0), 9.0)
    with pytest.raises(NotImplementedError, match="'overlap_sphere' of PhysX's scene queries"):
        get_physx_scene_query_interface().overlap_sphere(1.0, (0.0, 0.0, 0.0), None, False)


def test_bodies_go_where_their_handles_are_told_to(world):
    box = world.scene.add(DynamicCuboid("/World/box", "box", position=np.array([0.0, 0.0, 5.0])))
    panda = world.scene.add(Franka("/World/panda", "panda", position=np.array([0.0, 2.0, 0.0])))
    world.reset()
    control = _dynamic_control.acquire_dynamic_control_interface()
    half = np.sqrt(0.5)
    pose = _dynamic_control.Transform()
    assert (pose.p, pose.r) == ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))
    body = control.get_rigid_body("/World/box")
    control.set_rigid_body_pose(body, _dynamic_control.Transform(carb.Float3(1.0, 2.0, 3.0), (0.0, 0.0, half, half)))
    position, orientation = box.get_world_pose()
    np.testing.assert_allclose(position, [1.0, 2.0, 3.0], atol=SINGLE)
    np.testing.assert_allclose(np.abs(orientation), [half, 0.0, 0.0, half], atol=1e-6)  # (w, x, y, z)
    root = control.get_articulation_root_body(control.get_articulation("/World/panda"))
    np.testing.assert_allclose(control.get_rigid_body_pose(root).p, panda.get_world_pose()[0], atol=SINGLE)
    control.set_rigid_body_pose(root, _dynamic_control.Transform((0.0, -2.0, 0.5)))
    np.testing.assert_allclose(panda.get_world_pose()[0], [0.0, -2.0, 0.5], atol=SINGLE)
    hand = control.get_rigid_body("/World/panda/panda_hand")
    with pytest.raises(ValueError, match="Links of articulations follow their joints"):
        control.set_rigid_body_pose(hand, pose)
