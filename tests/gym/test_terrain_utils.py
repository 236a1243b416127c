"""Terrains: heights that the arguments ask for, and meshes of them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from pippin.gym import terrain_utils
from pippin.gym.terrain_utils import SubTerrain

HORIZONTAL, VERTICAL = 0.1, 0.005


@pytest.fixture(autouse=True)
def seed() -> None:
    np.random.seed(11)


def new_terrain(width: int = 80, length: int = 100) -> SubTerrain:
    return SubTerrain(width=width, length=length, vertical_scale=VERTICAL, horizontal_scale=HORIZONTAL)


def heights(terrain: SubTerrain) -> np.ndarray:
    """Heights [m]."""
    return terrain.height_field_raw * VERTICAL


ALL: list[Callable[[SubTerrain], SubTerrain]] = [
    lambda t: terrain_utils.random_uniform_terrain(t, -0.1, 0.1, 0.01, 0.4),
    lambda t: terrain_utils.sloped_terrain(t, 0.3),
    lambda t: terrain_utils.pyramid_sloped_terrain(t, -0.4, 2.0),
    lambda t: terrain_utils.discrete_obstacles_terrain(t, 0.2, 1.0, 2.0, 20, 2.0),
    lambda t: terrain_utils.wave_terrain(t, 3, 0.5),
    lambda t: terrain_utils.stairs_terrain(t, 0.5, 0.1),
    lambda t: terrain_utils.pyramid_stairs_terrain(t, 0.5, -0.1, 2.0),
    lambda t: terrain_utils.stepping_stones_terrain(t, 0.6, 0.2, 0.1, 2.0),
]


@pytest.mark.parametrize("make", ALL)
def test_terrain_is_changed_in_place_and_stays_16_bits(make: Callable[[SubTerrain], SubTerrain]) -> None:
    terrain = new_terrain()
    field = terrain.height_field_raw
    assert make(terrain) is terrain
    assert terrain.height_field_raw is field
    assert field.dtype == np.int16
    assert field.shape == (80, 100)
    assert field.any()


@pytest.mark.parametrize("make", ALL)
def test_seed_of_numpy_decides(make: Callable[[SubTerrain], SubTerrain]) -> None:
    first = make(new_terrain()).height_field_raw
    np.random.seed(11)
    assert np.array_equal(make(new_terrain()).height_field_raw, first)


def test_new_terrain_is_flat() -> None:
    terrain = SubTerrain("flat", 3, 4)
    assert terrain.terrain_name == "flat"
    assert terrain.height_field_raw.tolist() == [[0] * 4] * 3


def test_random_heights_are_multiples_of_the_step_within_the_range() -> None:
    terrain = terrain_utils.random_uniform_terrain(new_terrain(), -0.1, 0.2, 0.05)
    assert set(np.unique(terrain.height_field_raw)) == {-20, -10, 0, 10, 20, 30, 40}


def test_random_heights_are_interpolated_between_coarse_points() -> None:
    terrain = terrain_utils.random_uniform_terrain(SubTerrain(width=101, length=41), -50, 50, 1, 20.0)
    field = terrain.height_field_raw.astype(int)  # 5 by 2 points, on lines of which it is bilinear
    second_difference = field[:, 2:] - 2 * field[:, 1:-1] + field[:, :-2]
    assert np.abs(second_difference).max() <= 2  # rounding of three heights
    assert np.abs(np.diff(field, axis=0)).max() <= 100 / 20 + 1
    assert len(np.unique(field)) > 20


def test_slope() -> None:
    terrain = terrain_utils.sloped_terrain(new_terrain(), 0.3)
    expected = 0.3 * HORIZONTAL * np.arange(80)
    assert np.allclose(heights(terrain), np.broadcast_to(expected[:, None], (80, 100)), atol=VERTICAL)


@pytest.mark.parametrize("slope", [0.4, -0.4])
def test_pyramid_rises_to_a_platform(slope: float) -> None:
    terrain = terrain_utils.pyramid_sloped_terrain(new_terrain(80, 80), slope, 2.0)
    middle = heights(terrain)[:, 40]
    platform = slope * (40 - 10) * HORIZONTAL * (30 / 40)
    assert np.allclose(heights(terrain)[31:50, 31:50], platform, atol=VERTICAL)
    assert np.allclose(
        middle[:20], np.clip(slope * HORIZONTAL * np.arange(20), *sorted((0.0, platform))), atol=VERTICAL
    )
    assert np.all(heights(terrain)[0] == 0.0)


def test_obstacles_around_a_platform() -> None:
    terrain = terrain_utils.discrete_obstacles_terrain(new_terrain(), 0.2, 1.0, 2.0, 40, 2.0)
    assert set(np.unique(terrain.height_field_raw)) <= {-40, -20, 0, 20, 40}
    assert not terrain.height_field_raw[30:50, 40:60].any()


@pytest.mark.parametrize(("smallest", "largest"), [(2.0, 2.0), (1.0, 9.0)])
def test_obstacles_of_impossible_size_are_refused(smallest: float, largest: float) -> None:
    with pytest.raises(ValueError, match=r"'max_size' .* 80 by 100"):
        terrain_utils.discrete_obstacles_terrain(new_terrain(), 0.2, smallest, largest, 5)


def test_waves() -> None:
    terrain = terrain_utils.wave_terrain(new_terrain(100, 100), 2, 0.5)
    x = 2.0 * np.pi * 2.0 * np.arange(100) / 100
    expected = 0.25 * (np.sin(x)[:, None] + np.cos(x)[None, :])
    assert np.allclose(heights(terrain), expected, atol=VERTICAL)
    assert not terrain_utils.wave_terrain(new_terrain(), 0, 0.5).height_field_raw.any()


def test_stairs_leave_what_is_no_whole_step() -> None:
    terrain = terrain_utils.stairs_terrain(new_terrain(83, 5), 0.5, 0.1)
    expected = [20 * (sample // 5 + 1) for sample in range(80)] + [0, 0, 0]
    assert terrain.height_field_raw[:, 2].tolist() == expected


def test_pyramid_of_stairs() -> None:
    terrain = terrain_utils.pyramid_stairs_terrain(new_terrain(22, 22), 0.4, -0.1, 1.0)
    line = [0] * 4 + [-20] * 4 + [-40] * 6 + [-20] * 4 + [0] * 4  # 14 samples are more than the platform, 6 are not
    assert terrain.height_field_raw[10].tolist() == line
    assert terrain.height_field_raw[:, 10].tolist() == line


@pytest.mark.parametrize("shape", [(80, 100), (100, 80)])
def test_stepping_stones(shape: tuple[int, int]) -> None:
    terrain = terrain_utils.stepping_stones_terrain(new_terrain(*shape), 0.5, 0.2, 0.1, 2.0, depth=-1.0)
    field = terrain.height_field_raw if shape[0] < shape[1] else terrain.height_field_raw.T
    middle = field[30:50, 40:60]
    assert not middle.any()
    values = np.unique(field)
    assert values[0] == -200
    assert values[1] >= -21
    assert values[-1] <= 20
    assert np.all(field[:, 5:7] == -200)  # gap between the first rows of stones
    row = field[:, 0]
    gaps = np.flatnonzero(np.diff((row == -200).astype(int)) == 1)
    assert np.all(np.diff(gaps) == 7)


def test_steps_and_stones_below_the_resolution_are_refused() -> None:
    with pytest.raises(ValueError, match=r"steps is 0.05 m; expected .* 0.1 m"):
        terrain_utils.stairs_terrain(new_terrain(), 0.05, 0.1)
    with pytest.raises(ValueError, match=r"'stone_size' is 0.05 m"):
        terrain_utils.stepping_stones_terrain(new_terrain(), 0.05, 0.1, 0.1)
    with pytest.raises(ValueError, match=r"'step' is 0.001 m"):
        terrain_utils.random_uniform_terrain(new_terrain(), 0.0, 0.1, 0.001)
    with pytest.raises(ValueError, match=r"'downsampled_scale' is 9.0 m"):
        terrain_utils.random_uniform_terrain(new_terrain(), 0.0, 0.1, 0.01, 9.0)


@pytest.mark.parametrize(
    "make",
    [
        lambda t: terrain_utils.sloped_terrain(t, 30.0),
        lambda t: terrain_utils.pyramid_stairs_terrain(t, 0.1, 20.0, 0.1),
        lambda t: terrain_utils.discrete_obstacles_terrain(t, 200.0, 1.0, 2.0, 5),
        lambda t: terrain_utils.stepping_stones_terrain(t, 0.6, 0.2, 0.1, depth=-200.0),
    ],
)
def test_heights_beyond_16_bits_are_refused(make: Callable[[SubTerrain], SubTerrain]) -> None:
    with pytest.raises(ValueError, match="do not fit into the 16 bits of a sample: choose a larger vertical scale"):
        make(new_terrain())


# Meshes.


def test_mesh_has_a_vertex_for_each_sample_and_two_triangles_for_each_square() -> None:
    field = np.random.default_rng(1).integers(-50, 50, (6, 4)).astype(np.int16)
    vertices, triangles = terrain_utils.convert_heightfield_to_trimesh(field, HORIZONTAL, VERTICAL)
    assert (vertices.shape, vertices.dtype) == ((24, 3), np.float32)
    assert (triangles.shape, triangles.dtype) == ((30, 3), np.uint32)
    x, y = np.meshgrid(np.arange(6) * HORIZONTAL, np.arange(4) * HORIZONTAL, indexing="ij")
    assert np.allclose(vertices, np.stack((x, y, field * VERTICAL), -1).reshape(-1, 3))


def test_triangles_face_up_and_cover_the_field_once() -> None:
    field = np.random.default_rng(1).integers(-50, 50, (6, 4)).astype(np.int16)
    vertices, triangles = terrain_utils.convert_heightfield_to_trimesh(field, HORIZONTAL, VERTICAL)
    corners = vertices[triangles]
    areas = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, 2] / 2.0
    assert np.allclose(areas, HORIZONTAL**2 / 2.0)


def test_walls_steeper_than_the_threshold_become_vertical() -> None:
    field = np.zeros((5, 3), np.int16)
    field[2:] = 100  # a step of 0.5 m between two samples, a slope of 5
    sloped, _ = terrain_utils.convert_heightfield_to_trimesh(field, HORIZONTAL, VERTICAL, slope_threshold=6.0)
    walls, _ = terrain_utils.convert_heightfield_to_trimesh(field, HORIZONTAL, VERTICAL, slope_threshold=4.0)
    assert np.allclose(sloped.reshape(5, 3, 3)[:, 0, 0], [0.0, 0.1, 0.2, 0.3, 0.4])
    assert np.allclose(walls.reshape(5, 3, 3)[:, 0, 0], [0.0, 0.2, 0.2, 0.3, 0.4])
    falling, _ = terrain_utils.convert_heightfield_to_trimesh(field[::-1].T, HORIZONTAL, VERTICAL, slope_threshold=4.0)
    assert np.allclose(falling.reshape(3, 5, 3)[0, :, 1], [0.0, 0.1, 0.2, 0.2, 0.4])


def test_foot_of_a_corner_moves_diagonally() -> None:
    field = np.zeros((4, 4), np.int16)
    field[2:, 2:] = 100
    vertices, _ = terrain_utils.convert_heightfield_to_trimesh(field, HORIZONTAL, VERTICAL, slope_threshold=1.0)
    moved = vertices.reshape(4, 4, 3)[..., :2]
    assert np.allclose(moved[1, 1], [0.2, 0.2])
    assert np.allclose(moved[0, 0], [0.0, 0.0])


def test_differences_beyond_16_bits_do_not_wrap_around() -> None:
    field = np.array([[-30000, -30000], [30000, 30000]], np.int16)
    vertices, _ = terrain_utils.convert_heightfield_to_trimesh(field, 1.0, 1.0, slope_threshold=10.0)
    assert vertices[:, 0].tolist() == [1.0, 1.0, 1.0, 1.0]
