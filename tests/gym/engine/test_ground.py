"""Ground: planes, height fields, triangle meshes, in the world and so at another place in each environment."""

from __future__ import annotations

import numpy as np
import pytest

from pippin.gym import gymapi, gymtorch, terrain_utils

wrap = gymtorch.wrap_tensor
RADIUS = 0.1


def drop(
    gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset, places: list[tuple[float, float]], spacing: float = 0.0
) -> np.ndarray:
    """Heights at which balls come to rest that fall 0.3 m onto what is there, each in its own environment.

    Args:
        gym: The Gym.
        sim: Simulation with ground.
        ball: The ball.
        places: Where they fall, x and y in the frame of their environments.
        spacing: Half of the distance of the environments, which stand in one row along x [m].
    """
    lower, upper = gymapi.Vec3(-spacing, -spacing, 0.0), gymapi.Vec3(spacing, spacing, 1.0)
    for x, y in places:
        env = gym.create_env(sim, lower, upper, len(places))
        gym.create_actor(env, ball, gymapi.Transform(gymapi.Vec3(x, y, 1.0)))
    for _ in range(150):
        gym.simulate(sim)
    states = gym.get_sim_rigid_body_states(sim, gymapi.STATE_POS)
    return states["pose"]["p"]["z"] - RADIUS


@pytest.mark.parametrize("distance", [0.0, 0.5])
def test_planes(gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset, distance: float) -> None:
    """A plane is below the origin by its distance."""
    params = gymapi.PlaneParams()
    params.normal, params.distance = gymapi.Vec3(0.0, 0.0, 2.0), distance
    gym.add_ground(sim, params)
    np.testing.assert_allclose(drop(gym, sim, ball, [(0.0, 0.0), (1.0, 2.0)], 3.0), -distance, atol=3e-3)


STEPS = np.array([[0, 0, 0, 0], [0, 0, 0, 0], [40, 40, 40, 40], [40, 40, 40, 80], [40, 40, 40, 80]], np.int16)
"""Heights in units of 5 mm at x = 0, 1, ..., 4 m and y = 0, 1, 2, 3 m: a step of 0.2 m between x = 1 m and 2 m."""


@pytest.mark.parametrize("flat", [False, True], ids=["two-dimensional", "flat"])
def test_height_fields(gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset, flat: bool) -> None:
    """The first index runs along x. Programs give the numbers of rows and columns the other way round."""
    params = gymapi.HeightFieldParams()
    params.nbRows, params.nbColumns = 4, 5
    params.row_scale = params.column_scale = 1.0
    params.vertical_scale = 0.005
    params.transform.p = gymapi.Vec3(-2.0, -1.0, 0.1)
    gym.add_heightfield(sim, STEPS.flatten() if flat else STEPS, params)
    # In the world: x = -1.5 is on the lower level, x = 0.5 on the upper one; at y = -0.5 all is flat.
    heights = drop(gym, sim, ball, [(-1.5, -0.5), (0.5, -0.5), (-1.5, 1.5)])
    np.testing.assert_allclose(heights, [0.1, 0.3, 0.1], atol=5e-3)


def test_ground_is_in_the_world(gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset) -> None:
    """Environments 2 m apart along x find other places of one height field at their own origins."""
    params = gymapi.HeightFieldParams()
    params.nbRows, params.nbColumns, params.vertical_scale = 4, 5, 0.005
    params.transform.p = gymapi.Vec3(-1.5, -1.5, 0.0)
    gym.add_heightfield(sim, STEPS, params)
    # Origins at x = 0 and x = 2: the middle of the step's slope would roll the ball away, so they fall at -0.9.
    heights = drop(gym, sim, ball, [(-0.9, -0.5), (-0.9, -0.5)], spacing=1.0)
    np.testing.assert_allclose(heights, [0.0, 0.2], atol=5e-3)


def test_triangle_meshes_of_terrain(gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset) -> None:
    """As the helpers of terrain_utils make them, with vertical steps."""
    raw = np.zeros((20, 16), np.int16)
    raw[10:] = 60
    vertices, triangles = terrain_utils.convert_heightfield_to_trimesh(raw, 0.25, 0.005, slope_threshold=0.5)
    params = gymapi.TriangleMeshParams()
    params.nb_vertices, params.nb_triangles = len(vertices), len(triangles)
    params.transform.p = gymapi.Vec3(-2.0, -2.0, 0.0)
    gym.add_triangle_mesh(sim, vertices.flatten(order="C"), triangles.flatten(order="C"), params)
    heights = drop(gym, sim, ball, [(-1.0, 0.0), (1.5, 0.0)])
    np.testing.assert_allclose(heights, [0.0, 0.3], atol=5e-3)


def test_triangle_meshes_that_are_convex(gym: gymapi.Gym, sim: gymapi.Sim, ball: gymapi.Asset) -> None:
    """A ramp: a body with a bottom is no height field. The mesh is turned by its transform."""
    corners = [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0), (0, 0, 0.4), (2, 0, 0.4), (2, 2, 0.4), (0, 2, 0.4)]
    quads = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    triangles = np.array([t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))], np.uint32)
    params = gymapi.TriangleMeshParams()
    params.nb_vertices, params.nb_triangles = 8, 12
    params.transform = gymapi.Transform(
        gymapi.Vec3(1.0, 0.0, 0.0), gymapi.Quat.from_axis_angle(gymapi.Vec3(0.0, 0.0, 1.0), np.pi / 2.0)
    )
    gym.add_triangle_mesh(sim, np.array(corners, np.float32).flatten(), triangles.flatten(), params)
    assert drop(gym, sim, ball, [(0.0, 1.0)])[0] == pytest.approx(0.4, abs=5e-3)  # the block covers x from -1 to 1


def test_what_is_no_ground(gym: gymapi.Gym, sim: gymapi.Sim) -> None:
    plane = gymapi.PlaneParams()
    plane.normal = gymapi.Vec3(0.0, 0.0, 0.0)
    with pytest.raises(ValueError, match=r"gym\.add_ground: the normal of a plane needs a length"):
        gym.add_ground(sim, plane)
    field = gymapi.HeightFieldParams()
    field.nbRows, field.nbColumns = 3, 3
    with pytest.raises(ValueError, match=r"nbRows \* nbColumns = 3 \* 3 = 9 heights, got shape \(5, 4\)"):
        gym.add_heightfield(sim, STEPS, field)
    with pytest.raises(TypeError, match=r"heights as integers"):
        gym.add_heightfield(sim, np.zeros((3, 3)), field)
    mesh = gymapi.TriangleMeshParams()
    mesh.nb_vertices, mesh.nb_triangles = 3, 1
    with pytest.raises(ValueError, match=r"from 0 to 2; they name 0 to 7"):
        gym.add_triangle_mesh(sim, np.zeros(9, np.float32), np.array([0, 1, 7], np.uint32), mesh)
    with pytest.raises(ValueError, match=r"got 6 and 3 numbers"):
        gym.add_triangle_mesh(sim, np.zeros(6, np.float32), np.array([0, 1, 2], np.uint32), mesh)
    assert not sim.grounds
