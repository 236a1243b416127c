"""A camera of one environment: its images, and the geometry that they show."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pippin.objects import Camera, DynamicCuboid, GroundPlane, VisualCuboid, World
from pippin.sim import SimulationCfg

WIDTH, HEIGHT = 64, 48
LOOKING_DOWN = Rotation.from_euler("y", 90, degrees=True).as_quat()
"""Of the axes "world": x goes down."""


@pytest.fixture
def world():
    with World(SimulationCfg(dt=1.0 / 60.0, device="cpu")) as world:
        GroundPlane("/World/ground")
        yield world


@pytest.fixture
def camera(world):
    return Camera("/World/camera", resolution=(WIDTH, HEIGHT), position=[0.0, 0.0, 10.0], orientation=LOOKING_DOWN)


def test_a_box_is_seen_where_it_is(world, camera):
    """From 10 m above, a red box of 1 m stands at (0.6, 0.4), its top 9 m away and the ground 10 m."""
    VisualCuboid("/World/box", position=np.array([0.6, 0.4, 0.5]), size=1.0, color=np.array([1.0, 0.0, 0.0]))
    assert camera.get_rgba() is None  # nothing is simulated yet
    world.reset()
    colors, depth = camera.get_rgba(), camera.get_depth()
    assert colors.shape == (HEIGHT, WIDTH, 4) and colors.dtype == np.uint8
    assert depth.min() == pytest.approx(9.0, abs=1e-4) and depth[-1, -1] == pytest.approx(10.0, abs=1e-4)
    rows, columns = np.nonzero((colors[..., 0] > 2.0 * colors[..., 1]) & (np.abs(depth - 9.0) < 1e-3))
    middle = camera.get_image_coords_from_world_points([[0.6, 0.4, 1.0]])[0]
    np.testing.assert_allclose([columns.mean() + 0.5, rows.mean() + 0.5], middle, atol=0.5)  # half a pixel
    side = camera.get_intrinsics_matrix()[0, 0] / 9.0
    assert len(rows) == pytest.approx(side**2, abs=2.0 * side + 1.0)  # a row and a column of pixels more or less
    points = camera.get_pointcloud()
    np.testing.assert_allclose(points[:, 2].min(), 0.0, atol=1e-4)
    np.testing.assert_allclose(points[:, 2].max(), 1.0, atol=1e-4)


def test_places_in_the_image_and_points_of_the_world_belong_together(world, camera):
    points = np.random.default_rng(0).uniform(-2.0, 2.0, (20, 3))
    places = camera.get_image_coords_from_world_points(points)
    np.testing.assert_allclose(
        camera.get_world_points_from_image_coords(places, 10.0 - points[:, 2]), points, atol=1e-9
    )


@pytest.mark.parametrize(
    ("axes", "forward", "up"),
    [("world", [1, 0, 0], [0, 0, 1]), ("ros", [0, 0, 1], [0, -1, 0]), ("usd", [0, 0, -1], [0, 1, 0])],
)
def test_axes_say_where_it_looks(world, camera, axes, forward, up):
    turn = Rotation.random(random_state=1)
    camera.set_world_pose([1.0, 2.0, 3.0], turn.as_quat(), camera_axes=axes)
    position, orientation = camera.get_world_pose(camera_axes=axes)
    np.testing.assert_allclose(position, [1.0, 2.0, 3.0])
    assert (turn.inv() * Rotation.from_quat(orientation)).magnitude() < 1e-9
    ahead = np.array([1.0, 2.0, 3.0]) + turn.apply([np.multiply(forward, 4.0), np.multiply(forward, 4.0) + up])
    middle, above = camera.get_image_coords_from_world_points(ahead)
    np.testing.assert_allclose(middle, [WIDTH / 2, HEIGHT / 2], atol=1e-6)
    assert above[0] == pytest.approx(WIDTH / 2, abs=1e-6) and above[1] < HEIGHT / 2 - 1.0


def test_it_goes_with_the_body_that_carries_it(world):
    """A box falls by g t^2 / 2, and so does what its camera says of the ground; semi-implicit steps h add g h t / 2."""
    DynamicCuboid("/World/box", position=np.array([0.0, 0.0, 5.0]), size=0.1)
    camera = Camera("/World/box/camera", resolution=(8, 8), translation=[0.0, 0.0, -0.2], orientation=LOOKING_DOWN)
    world.reset()
    assert camera.get_depth()[4, 4] == pytest.approx(4.8, abs=1e-4)
    for _ in range(30):
        world.step(render=False)
    step, time = world.get_physics_dt() / world.cfg.substeps if world.cfg.substeps else 1.0 / 240.0, 0.5
    fallen = 9.81 * time * (time + step) / 2.0
    assert camera.get_depth()[4, 4] == pytest.approx(4.8 - fallen, abs=1e-3)


def test_images_are_taken_once_a_period(world, camera):
    camera.set_frequency(20.0)
    world.reset()
    frames = []
    for _ in range(9):
        world.step(render=False)
        frames.append(camera.get_current_frame()["rendering_frame"])
    assert frames == [1, 1, 1, 4, 4, 4, 7, 7, 7]  # steps of 1/60 s
    camera.set_world_pose([0.0, 0.0, 4.0])
    assert camera.get_depth()[0, 0] == pytest.approx(4.0, abs=1e-4)  # of where it is, though no time has passed
    camera.pause()
    world.step(render=False)
    assert camera.get_current_frame()["rendering_frame"] == 9


def test_the_lens_is_that_of_the_prim(world, camera):
    camera.set_focal_length(2.4)
    camera.set_horizontal_aperture(2.0955)
    focal = WIDTH * 2.4 / 2.0955
    matrix = [[focal, 0.0, WIDTH / 2], [0.0, focal, HEIGHT / 2], [0.0, 0.0, 1.0]]
    np.testing.assert_allclose(camera.get_intrinsics_matrix(), matrix, rtol=1e-6)
    assert camera.get_horizontal_fov() == pytest.approx(2.0 * math.atan(WIDTH / (2.0 * focal)))
    assert camera.get_vertical_fov() == pytest.approx(2.0 * math.atan(HEIGHT / (2.0 * focal)))
    camera.set_clipping_range(0.1, 5.0)
    assert camera.get_clipping_range() == pytest.approx((0.1, 5.0))


def test_what_makes_no_sense_is_refused(world, camera):
    with pytest.raises(ValueError, match="frequency and a period"):
        Camera("/World/other", frequency=10.0, dt=0.1)
    with pytest.raises(ValueError, match="resolution"):
        camera.set_resolution((0, 4))
    with pytest.raises(ValueError, match="'sonar'"):
        camera.add_image("sonar")
    with pytest.raises(ValueError, match="camera_axes"):
        camera.get_world_pose("opengl")
