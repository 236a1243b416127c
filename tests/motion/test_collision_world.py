"""Signed distances to obstacles, against coal and trimesh; and what happens as obstacles come, move and go."""

from __future__ import annotations

import coal
import numpy as np
import pytest
import torch
import trimesh
import warp as wp
from scipy.spatial.transform import Rotation

from pippin.motion import poses
from pippin.motion.world import Capsule, CollisionWorld, Cone, Cuboid, Cylinder, GroundPlane, Mesh, Sphere

SHAPES = [
    (Cuboid((0.6, 1.0, 1.4)), coal.Box(0.6, 1.0, 1.4)),
    (Sphere(0.7), coal.Sphere(0.7)),
    (Capsule(0.4, 1.2), coal.Capsule(0.4, 1.2)),
    (Cylinder(0.5, 1.2), coal.Cylinder(0.5, 1.2)),
    (Cylinder(1.2, 0.3), coal.Cylinder(1.2, 0.3)),
    (Cone(0.6, 1.5), coal.Cone(0.6, 1.5)),
    (Cone(1.5, 0.4), coal.Cone(1.5, 0.4)),
    (GroundPlane(), coal.Halfspace(np.array([0.0, 0.0, 1.0]), 0.0)),
]
IDS = [repr(shape) for shape, _ in SHAPES]


@pytest.fixture
def pose():
    rng = np.random.default_rng(1)
    return poses.make_pose(rng.normal(size=3), rng.normal(size=4))


def points_around(pose, count=200):
    """Points inside, near and outside of a shape at a pose."""
    local = np.linspace(0.1, 1.5, count)[:, None] * np.random.default_rng(2).uniform(-1.0, 1.0, (count, 3))
    return pose[:3] + Rotation.from_quat(pose[3:]).apply(local)


def distances(world, points, radius=0.0):
    return world.nearest(points[None], np.full(len(points), radius)).distances.numpy()[0]


def coal_distance(geometry, pose, point):
    """Distance from a point, as a tiny ball, to a shape; not positive inside."""
    result, request = coal.DistanceResult(), coal.DistanceRequest()
    request.gjk_tolerance = 1e-10
    placement = coal.Transform3s(Rotation.from_quat(pose[3:]).as_matrix(), pose[:3])
    coal.distance(geometry, placement, coal.Sphere(1e-9), coal.Transform3s(np.eye(3), point), request, result)
    return result.min_distance + 1e-9


@pytest.mark.parametrize(("shape", "geometry"), SHAPES, ids=IDS)
def test_distances_outside_agree_with_coal(shape, geometry, pose):
    """Coal iterates, to some 1e-6 for round bodies; its depths inside are rougher, so only their sign is compared."""
    world = CollisionWorld()
    world.add("thing", shape, pose[:3], pose[3:])
    points = points_around(pose)
    expected = np.array([coal_distance(geometry, pose, point) for point in points])
    inside = expected <= 0.0
    assert 10 < inside.sum() < 150
    np.testing.assert_allclose(distances(world, points)[~inside], expected[~inside], atol=1e-5)
    np.testing.assert_array_equal(distances(world, points) <= 0.0, inside)


@pytest.mark.parametrize("shape", [shape for shape, _ in SHAPES], ids=IDS)
def test_distances_inside_are_those_to_the_nearest_point_of_the_surface(shape, pose):
    """As far as that all is inside, in whatever direction, and along the gradient lies the surface."""
    world = CollisionWorld()
    world.add("thing", shape, pose[:3], pose[3:])
    directions = Rotation.random(200, rng=3).apply([0.0, 0.0, 1.0])
    points = points_around(pose)
    inside = [point for point in points if distances(world, point[None]) < 0.0][:20]
    for point in inside:
        result = world.nearest([[point]], [0.0])
        depth, gradient = -result.distances.numpy()[0, 0], result.gradients.numpy()[0, 0]
        assert (distances(world, point + 0.999 * depth * directions) < 0.0).all()
        np.testing.assert_allclose(distances(world, (point + depth * gradient)[None]), [0.0], atol=1e-14)
    assert len(inside) >= 10


@pytest.mark.parametrize(
    ("shape", "point", "distance"),
    [
        (Cuboid((2, 4, 6)), (4, 2, 3), 3.0),  # beyond a face's edge
        (Cuboid((2, 4, 6)), (1 + 2, 2 + 3, 3 + 6), 7.0),  # from a corner
        (Cuboid((2, 4, 6)), (0.5, 0, 0), -0.5),
        (Cuboid((2, 4, 6)), (0, 0, 0), -1.0),
        (Sphere(2), (0, 0, 0), -2.0),
        (Capsule(1, 4), (3, 0, 1), 2.0),
        (Capsule(1, 4), (3, 0, 2 + 4), 4.0),
        (Capsule(1, 4), (0, 0, 0), -1.0),
        (Cylinder(1, 4), (4, 0, 2 + 4), 5.0),  # from the rim
        (Cylinder(1, 4), (0, 0, 1.8), -0.2),
        (Cone(3, 4), (0, 0, 2 + 5), 5.0),  # above the tip
        (Cone(3, 4), (0, 0, -2 - 5), 5.0),  # below the base
        (Cone(3, 4), (3 + 3, 0, -2 - 4), 5.0),  # from the rim
        (Cone(3, 4), (1.5 + 4, 0, 0 + 3), 5.0),  # from the middle of the flank, which rises 4 on 3
        (Cone(3, 4), (0, 0, -1.9), -0.1),
        (Cone(3, 4), (0, 0, 0), -1.2),  # the height of 2 above the flank, times 3/5
        (GroundPlane(), (7, 8, -0.5), -0.5),
    ],
)
def test_distances_in_closed_form(shape, point, distance):
    world = CollisionWorld()
    world.add("thing", shape)
    np.testing.assert_allclose(distances(world, np.array([point], dtype=float)), [distance], atol=1e-14)


def winding_numbers(triangles, points):
    """How often a surface winds around points: the solid angles of its triangles over 4 pi (van Oosterom, Strackee)."""
    a, b, c = (triangles[:, i] - points[:, None] for i in range(3))
    la, lb, lc = (np.linalg.norm(x, axis=-1) for x in (a, b, c))
    volume = np.einsum("...i,...i", a, np.cross(b, c))
    dots = [np.einsum("...i,...i", x, y) for x, y in ((a, b), (b, c), (c, a))]
    return np.arctan2(volume, la * lb * lc + dots[0] * lc + dots[1] * la + dots[2] * lb).sum(axis=1) / (2.0 * np.pi)


def test_distances_to_a_mesh_agree_with_trimesh(pose):
    """Warp's meshes are in single precision."""
    mesh = trimesh.creation.annulus(r_min=0.4, r_max=0.9, height=0.8)  # not convex, with a hole
    world = CollisionWorld()
    world.add("ring", Mesh(mesh.vertices, mesh.faces), pose[:3], pose[3:])
    points = points_around(pose)
    local = Rotation.from_quat(pose[3:]).inv().apply(points - pose[:3])
    _, expected, _ = trimesh.proximity.closest_point_naive(mesh, local)
    expected[winding_numbers(np.array(mesh.triangles), local) > 0.5] *= -1.0
    assert min(expected) < -0.1 and max(expected) > 0.5
    np.testing.assert_allclose(distances(world, points), expected, atol=2e-6)


@pytest.mark.parametrize("shape", [shape for shape, _ in SHAPES] + ["mesh"], ids=[*IDS, "Mesh"])
def test_gradients_are_the_derivatives_of_the_distances(shape, pose):
    """Points where the next surface is another one within the step are rare enough to be left out by a percentile."""
    if shape == "mesh":
        box = trimesh.creation.box((0.6, 1.0, 1.4))
        shape, step, tolerance = Mesh(box.vertices, box.faces), 1e-3, 5e-3  # in single precision
    else:
        step, tolerance = 1e-6, 1e-8
    world = CollisionWorld()
    world.add("thing", shape, pose[:3], pose[3:])
    points = points_around(pose)
    gradients = world.nearest(points[None], np.zeros(len(points))).gradients.numpy()[0]
    derivatives = np.stack(
        [(distances(world, points + step * e) - distances(world, points - step * e)) / (2 * step) for e in np.eye(3)], 1
    )
    np.testing.assert_allclose(np.linalg.norm(gradients, axis=1), 1.0, atol=1e-6)
    assert np.quantile(np.abs(gradients - derivatives).max(axis=1), 0.95) < tolerance


@pytest.mark.parametrize("shape", [shape for shape, _ in SHAPES], ids=IDS)
def test_gradients_are_unit_vectors_where_several_are_as_good(shape):
    world = CollisionWorld()
    world.add("thing", shape)
    points = np.array([[0, 0, 0], [0, 0, 0.7], [0, 0, 0.75], [0, 0, 5], [0.3, 0, 0], [0.3, 0.5, 0.7]], dtype=float)
    gradients = world.nearest(points[None], np.zeros(len(points))).gradients.numpy()
    np.testing.assert_allclose(np.linalg.norm(gradients, axis=-1), 1.0, atol=1e-14)


def test_spheres_are_nearer_by_their_radius_to_the_nearest_obstacle():
    world = CollisionWorld()
    world.add("left", Sphere(1.0), (-5, 0, 0))
    world.add("right", Sphere(1.0), (5, 0, 0))
    result = world.nearest([[[-2, 0, 0], [3, 0, 0]]], [0.5, 2.0])
    np.testing.assert_allclose(result.distances.numpy(), [[1.5, -1.0]])
    np.testing.assert_allclose(result.gradients.numpy(), [[[1, 0, 0], [-1, 0, 0]]])
    assert [world.name_of(index) for index in result.obstacles.numpy()[0]] == ["left", "right"]


def test_what_is_not_there_is_far_away():
    result = CollisionWorld().nearest([[[0, 0, 0]]], [0.1])
    assert result.obstacles.numpy() == -1
    assert result.distances.numpy() > 1e5


# Coming, moving and going.


def test_obstacles_move():
    world = CollisionWorld()
    world.add("ball", Sphere(1.0), (5, 0, 0))
    world.add("box", Cuboid((2, 2, 2)), (0, 9, 0))
    world.set_pose("ball", (3, 0, 0))
    np.testing.assert_allclose(distances(world, np.zeros((1, 3))), [2.0])
    quarter = (0, 0, np.sin(np.pi / 8), np.cos(np.pi / 8))  # corners towards the origin
    world.set_poses(["ball", "box"], [(9, 0, 0), (0, 3, 0)], [(0, 0, 0, 1), quarter])
    np.testing.assert_allclose(distances(world, np.zeros((1, 3))), [3.0 - np.sqrt(2.0)])


def test_obstacles_are_seen_from_the_base(pose):
    world, moved = CollisionWorld(), CollisionWorld()
    point = np.array([[0.3, -0.2, 0.4]])
    base = poses.make_pose([0.5, 0.2, -0.7], [0.1, 0.7, -0.3, 0.5])
    for name, shape in (("box", Cuboid((1, 2, 3))), ("cone", Cone(1, 2))):
        world.add(name, shape, pose[:3], pose[3:])
        seen = poses.compose(poses.inverse(base), pose)
        moved.add(name, shape, seen[:3], seen[3:])
    world.set_base_pose(base[:3], base[3:])
    world.add("late", Capsule(0.2, 1), base[:3] + 1.0)  # the base counts for those that come later too
    late = poses.compose(poses.inverse(base), poses.make_pose(base[:3] + 1.0))
    moved.add("late", Capsule(0.2, 1), late[:3], late[3:])
    for result, expected in zip(world.nearest(point[None], [0.0]), moved.nearest(point[None], [0.0]), strict=True):
        np.testing.assert_allclose(result.numpy(), expected.numpy(), atol=1e-14)


def test_obstacles_are_disabled_enabled_and_removed():
    world = CollisionWorld()
    world.add("near", Sphere(1.0), (2, 0, 0))
    world.add("far", Sphere(1.0), (5, 0, 0))
    origin = np.zeros((1, 3))
    world.disable("near")
    assert distances(world, origin) == 4.0
    world.set_pose("near", (3, 0, 0))  # what is disabled still moves
    world.enable("near")
    assert distances(world, origin) == 2.0
    world.remove("near")
    assert distances(world, origin) == 4.0
    with pytest.raises(ValueError, match="There is no obstacle 'near'; there are: 'far'"):
        world.enable("near")
    world.add("near", Cuboid((2, 2, 2)), (2, 0, 0))  # the name is free again
    assert distances(world, origin) == 1.0
    world.clear()
    assert world.names == []
    assert distances(world, origin) > 1e5


def test_worlds_differ_in_shapes_poses_and_what_counts(device):
    world = CollisionWorld(num_worlds=3, device=device)
    world.add("thing", [Sphere(1.0), None, Cuboid((4, 4, 4))], [(5, 0, 0), (6, 0, 0), (7, 0, 0)])
    world.add("floor", GroundPlane(), (0, 0, -8))
    origins = np.zeros((3, 1, 3))

    def distances_of_worlds():
        return world.nearest(origins, [0.0]).distances.numpy()[:, 0]

    np.testing.assert_allclose(distances_of_worlds(), [4.0, 8.0, 5.0])
    world.disable("thing", world_ids=[2])
    np.testing.assert_allclose(distances_of_worlds(), [4.0, 8.0, 8.0])
    world.set_pose("floor", [(0, 0, -1), (0, 0, -2)], world_ids=[0, 2])
    np.testing.assert_allclose(distances_of_worlds(), [1.0, 8.0, 2.0])
    world.set_base_pose((0, 0, 1), world_ids=[1])
    np.testing.assert_allclose(distances_of_worlds(), [1.0, 9.0, 2.0])
    world.set_poses(["floor"], [[(0, 0, -1)], [(0, 0, -2)], [(0, 0, -3)]], [(0, 0, 0, 1)])
    np.testing.assert_allclose(distances_of_worlds(), [1.0, 3.0, 3.0])


def test_there_is_always_room_for_one_more(pose):
    world = CollisionWorld(capacity=2)
    world.set_base_pose((1, 0, 0))
    box = trimesh.creation.box((0.2, 0.2, 0.2))
    world.add("mesh", Mesh(box.vertices, box.faces), (9, 0, 0))
    for i in range(4):
        world.add(f"ball {i}", Sphere(0.1), (i, 0, 0))
    assert world.revision == 2  # 2, 4, 8
    points = np.array([[x - 1.0, 0, 0] for x in (0, 1, 2, 3, 9)])
    np.testing.assert_allclose(distances(world, points), [-0.1] * 5, atol=1e-7)


def test_captured_structs_see_changes_within_the_capacity():
    world = CollisionWorld()
    world.add("ball", Sphere(0.1), (1, 0, 0))
    struct = world.struct
    world.add("other", Sphere(0.1), (2, 0, 0))
    world.remove("ball")
    assert world.struct is struct
    assert world.revision == 0


def test_precision_and_device_are_a_choice(device):
    world = CollisionWorld(device=device, scalar=wp.float32)
    world.add("cone", Cone(1, 2), torch.tensor([1.0, 0.0, 0.0]))
    assert world.nearest(torch.zeros(1, 1, 3), [0.0]).distances.dtype is wp.float32


@pytest.mark.parametrize(
    ("add", "message"),
    [
        (lambda world: world.add("ball", Sphere(1.0)), "There is an obstacle 'ball' already"),
        (lambda world: Sphere(-1.0), "The radius of a sphere should be positive, it is -1"),
        (lambda world: Cuboid((1.0, float("nan"), 1.0)), "The size_y of a cuboid should be positive, it is nan"),
        (lambda world: Mesh(np.zeros((3, 3)), [[0, 1, 3]]), "name vertices beyond the 3"),
        (lambda world: world.add("b", Sphere(1.0), (0, 0)), r"position should have the shape \(3,\) or \(1, 3\)"),
        (lambda world: world.add("b", Sphere(1.0), (0, 0, np.nan)), "position should be finite"),
        (lambda world: world.add("b", Sphere(1.0), (0, 0, 0), (0, 0, 0, 0)), "one of them is zero"),
        (lambda world: world.add("b", [Sphere(1.0)] * 2), "There should be 1 shapes of 'b', one per world, not 2"),
        (lambda world: world.set_pose("c", (0, 0, 0)), "There is no obstacle 'c'; there are: 'ball'"),
        (lambda world: world.disable("ball", world_ids=[1]), r"world_ids should be within \[0, 1\)"),
        (lambda world: world.nearest(np.zeros((1, 2, 3)), [0.1]), r"radii should have the shape \(2,\), it has \(1,\)"),
        (lambda world: world.nearest(np.full((1, 1, 3), np.nan), [0.1]), "centers should be finite"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(add, message):
    world = CollisionWorld()
    world.add("ball", Sphere(1.0), (3, 0, 0))
    with pytest.raises(ValueError, match=message):
        add(world)
    assert world.names == ["ball"]
    assert distances(world, np.zeros((1, 3))) == 2.0


def test_other_shapes_are_refused():
    with pytest.raises(TypeError, match="There is no shape str; there are: Cuboid, Sphere"):
        CollisionWorld().add("b", "box")
