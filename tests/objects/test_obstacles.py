"""Objects as obstacles of planners: where and as large as they are, with or without a simulation."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pippin.motion.world import CollisionWorld
from pippin.motion.world.scene_obstacles import SceneObstacles, shape_of
from pippin.objects import (
    DynamicCuboid,
    FixedCapsule,
    FixedCuboid,
    FixedCylinder,
    GroundPlane,
    VisualCone,
    VisualCuboid,
    VisualSphere,
)
from pippin.sim import create_new_stage

POSITION = np.array([0.3, -0.2, 0.5])
TURN = Rotation.from_rotvec([0.4, -0.3, 0.8])
POINTS = np.random.default_rng(3).uniform(-1.5, 1.5, (200, 3)) + POSITION
FLOAT = 5e-6
"""Distances up to 3 m, in single precision or of poses that were."""


def distances(thing, points=POINTS):
    """Distances of points from an object, as a planner sees it [m]."""
    obstacles = SceneObstacles(CollisionWorld())
    obstacles.add(thing, shape_of(thing))
    return obstacles.world.nearest(points[None], np.zeros(len(points))).distances.torch[0].cpu().numpy()


def box(local, half):
    outside = np.abs(local) - half
    return np.linalg.norm(np.maximum(outside, 0), axis=1) + np.minimum(outside.max(axis=1), 0)


def capsule(local, radius, height):
    on_axis = np.clip(local[:, 2], -height / 2, height / 2)
    return np.linalg.norm(local - on_axis[:, None] * [0, 0, 1], axis=1) - radius


def cylinder(local, radius, height):
    outside = np.stack([np.linalg.norm(local[:, :2], axis=1) - radius, np.abs(local[:, 2]) - height / 2], axis=1)
    return np.linalg.norm(np.maximum(outside, 0), axis=1) + np.minimum(outside.max(axis=1), 0)


PLACED = {"position": POSITION, "orientation": TURN.as_quat()}


@pytest.mark.parametrize(
    "make, expected",
    [
        (lambda: FixedCuboid("/o", scale=(0.4, 0.6, 0.8), **PLACED), lambda p: box(p, [0.2, 0.3, 0.4])),
        (lambda: DynamicCuboid("/o", size=0.5, scale=(1, 2, 1), **PLACED), lambda p: box(p, [0.25, 0.5, 0.25])),
        (lambda: VisualSphere("/o", radius=0.3, **PLACED), lambda p: np.linalg.norm(p, axis=1) - 0.3),
        (lambda: FixedCapsule("/o", radius=0.2, height=0.6, **PLACED), lambda p: capsule(p, 0.2, 0.6)),
        (lambda: FixedCylinder("/o", radius=0.2, height=0.6, **PLACED), lambda p: cylinder(p, 0.2, 0.6)),
    ],
    ids=["cuboid", "scaled cuboid", "sphere", "capsule", "cylinder"],
)
def test_planners_see_shapes_where_and_as_large_as_they_are(make, expected):
    create_new_stage()  # there is no simulation
    np.testing.assert_allclose(distances(make()), expected(TURN.inv().apply(POINTS - POSITION)), atol=FLOAT)


def test_planners_see_cones_and_grounds():
    create_new_stage()
    tip = POSITION + TURN.apply([0, 0, 0.3])
    cone = VisualCone("/cone", radius=0.2, height=0.6, **PLACED)
    np.testing.assert_allclose(distances(cone, np.array([tip, tip + TURN.apply([0, 0, 0.5])])), [0.0, 0.5], atol=FLOAT)
    ground = GroundPlane("/ground", z_position=-0.3)
    np.testing.assert_allclose(distances(ground), POINTS[:, 2] + 0.3, atol=FLOAT)


def test_planners_follow_what_physics_moves(world):
    cube = DynamicCuboid("/cube", size=0.2, position=(0, 0, 3))
    wall = VisualCuboid("/wall", size=0.2, position=(5, 0, 0))
    obstacles = SceneObstacles(CollisionWorld())
    for thing in (cube, wall):
        obstacles.add(thing, shape_of(thing))
    world.reset()
    for _ in range(30):
        world.step(render=False)
    wall.set_world_pose((2, 0, 0))
    obstacles.update()
    fallen = cube.get_world_pose()[0]
    points = np.array([[[*fallen[:2], fallen[2] + 0.5], [2, 0.5, 0]]])
    result = obstacles.world.nearest(points, np.zeros(2)).distances.torch[0].cpu().numpy()
    np.testing.assert_allclose(result, [0.4, 0.4], atol=FLOAT)
    assert fallen[2] < 2.7
