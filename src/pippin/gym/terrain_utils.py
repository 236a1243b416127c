"""Terrains as height fields: random, sloped, stepped; and triangle meshes of them.

Every function changes ``terrain.height_field_raw`` in place and returns the terrain. Lengths are in metres, and are
truncated to whole samples: at a horizontal scale of 0.1 m, floating-point numbers make two samples of 0.3 m. Randomness
comes from NumPy's global generator, so that ``np.random.seed`` decides about it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.interpolate import RegularGridInterpolator

from pippin.utils.height_fields import height_field_mesh


class SubTerrain:
    """Rectangular piece of ground.

    Args:
        terrain_name: Name, for users' own purposes.
        width: Number of samples along x.
        length: Number of samples along y.
        vertical_scale: Height [m] of the unit of the samples.
        horizontal_scale: Distance of samples [m].
    """

    height_field_raw: np.ndarray
    """Heights in units of ``vertical_scale``, shape (width, length), dtype int16."""

    def __init__(
        self,
        terrain_name: str = "terrain",
        width: int = 256,
        length: int = 256,
        vertical_scale: float = 1.0,
        horizontal_scale: float = 1.0,
    ) -> None:
        self.terrain_name = terrain_name
        self.vertical_scale = vertical_scale
        self.horizontal_scale = horizontal_scale
        self.width = width
        self.length = length
        self.height_field_raw = np.zeros((width, length), dtype=np.int16)


def random_uniform_terrain(
    terrain: SubTerrain,
    min_height: float,
    max_height: float,
    step: float = 1.0,
    downsampled_scale: float | None = None,
) -> SubTerrain:
    """Add random heights, with linear interpolation between points of a coarser grid.

    Args:
        terrain: Terrain to change.
        min_height: Lowest height [m].
        max_height: Highest height [m].
        step: Step [m] between possible heights.
        downsampled_scale: Distance [m] of the points; that of the samples if left out.

    Raises:
        ValueError: The step is below the terrain's vertical scale, or the points are too far apart for the terrain.
    """
    low, high, step_units = (int(height / terrain.vertical_scale) for height in (min_height, max_height, step))
    if step_units < 1:
        raise ValueError(f"'step' is {step} m; expected the vertical scale of {terrain.vertical_scale} m or more.")
    extents = terrain.width * terrain.horizontal_scale, terrain.length * terrain.horizontal_scale
    distance = terrain.horizontal_scale if downsampled_scale is None else downsampled_scale
    coarse_shape = int(extents[0] / distance), int(extents[1] / distance)
    if min(coarse_shape) < 2:
        raise ValueError(
            f"'downsampled_scale' is {distance} m, too much for a terrain of {extents[0]} m by {extents[1]} "
            "m; expected two points or more along each side."
        )
    heights = np.random.choice(np.arange(low, high + step_units, step_units), coarse_shape)
    coarse_axes = [np.linspace(0.0, extent, count) for extent, count in zip(extents, coarse_shape, strict=True)]
    interpolated = RegularGridInterpolator(coarse_axes, heights.astype(float))
    samples_x = np.linspace(0.0, extents[0], terrain.width)
    samples_y = np.linspace(0.0, extents[1], terrain.length)
    return _add(terrain, np.rint(interpolated((samples_x[:, None], samples_y[None, :]))))


def sloped_terrain(terrain: SubTerrain, slope: float = 1.0) -> SubTerrain:
    """Add a plane that rises along x with that slope (height over length)."""
    rise = int(slope * (terrain.horizontal_scale / terrain.vertical_scale) * terrain.width)
    return _add(terrain, (rise * np.arange(terrain.width) / terrain.width)[:, None])


def pyramid_sloped_terrain(terrain: SubTerrain, slope: float = 1.0, platform_size: float = 1.0) -> SubTerrain:
    """Add a hill (or a pit, for a negative slope) with a flat square in the middle.

    Args:
        terrain: Terrain to change.
        slope: Slope (height over length) along the lines through the middle.
        platform_size: Size of the square [m].
    """
    centre_x, centre_y = terrain.width // 2, terrain.length // 2
    rise = int(slope * (terrain.horizontal_scale / terrain.vertical_scale) * (terrain.width / 2))
    factor_x = (centre_x - np.abs(centre_x - np.arange(terrain.width))) / centre_x
    factor_y = (centre_y - np.abs(centre_y - np.arange(terrain.length))) / centre_y
    _add(terrain, rise * factor_x[:, None] * factor_y[None, :])

    half_platform = int(platform_size / terrain.horizontal_scale / 2)
    edge_height = int(terrain.height_field_raw[centre_x - half_platform, centre_y - half_platform])
    limits = min(edge_height, 0), max(edge_height, 0)
    np.clip(terrain.height_field_raw, *limits, out=terrain.height_field_raw)
    return terrain


def discrete_obstacles_terrain(
    terrain: SubTerrain, max_height: float, min_size: float, max_size: float, num_rects: int, platform_size: float = 1.0
) -> SubTerrain:
    """Set random rectangles to the heights ±max_height or ±max_height / 2, and a square in the middle to 0.

    Args:
        terrain: Terrain to change.
        max_height: Height of the highest obstacles [m].
        min_size: Size of the smallest obstacles [m].
        max_size: Size of the largest obstacles [m].
        num_rects: Number of obstacles.
        platform_size: Size of the square [m].

    Raises:
        ValueError: The range of sizes is empty, or an obstacle may be larger than the terrain.
    """
    max_units = int(max_height / terrain.vertical_scale)
    smallest, largest, platform = (int(size / terrain.horizontal_scale) for size in (min_size, max_size, platform_size))
    num_x, num_y = terrain.height_field_raw.shape
    if not smallest < largest <= min(num_x, num_y):
        raise ValueError(
            f"'min_size' and 'max_size' are {smallest} and {largest} samples; expected a range that fits on "
            f"{num_x} by {num_y} samples."
        )
    heights = _as_samples(terrain, [-max_units, -max_units // 2, max_units // 2, max_units])
    for _ in range(num_rects):
        width = np.random.choice(range(smallest, largest, 4))
        length = np.random.choice(range(smallest, largest, 4))
        x = np.random.choice(range(0, num_x - width, 4))
        y = np.random.choice(range(0, num_y - length, 4))
        terrain.height_field_raw[x : x + width, y : y + length] = np.random.choice(heights)
    return _flatten_middle(terrain, platform)


def wave_terrain(terrain: SubTerrain, num_waves: int = 1, amplitude: float = 1.0) -> SubTerrain:
    """Add sine waves along x and cosine waves along y.

    Args:
        terrain: Terrain to change.
        num_waves: Waves along the length of the terrain; none if 0.
        amplitude: Height from trough to crest of the waves of one direction [m].
    """
    if num_waves > 0:
        units = int(0.5 * amplitude / terrain.vertical_scale)
        samples_per_radian = terrain.length / (num_waves * 2.0 * np.pi)
        along_x = np.sin(np.arange(terrain.width) / samples_per_radian)
        along_y = np.cos(np.arange(terrain.length) / samples_per_radian)
        _add(terrain, units * (along_x[:, None] + along_y[None, :]))
    return terrain


def stairs_terrain(terrain: SubTerrain, step_width: float, step_height: float) -> SubTerrain:
    """Add stairs that rise along x, the first step one height up. What is left behind the last whole step stays.

    Args:
        terrain: Terrain to change.
        step_width: Depth of a step [m].
        step_height: Height of a step [m].
    """
    width, height = _step_in_samples(terrain, step_width, step_height)
    step = np.arange(terrain.width) // width + 1
    step[step > terrain.width // width] = 0
    return _add(terrain, (height * step)[:, None])


def pyramid_stairs_terrain(
    terrain: SubTerrain, step_width: float, step_height: float, platform_size: float = 1.0
) -> SubTerrain:
    """Set stairs that rise (or fall, for a negative height) from all sides to a square in the middle.

    Args:
        terrain: Terrain to change.
        step_width: Depth of a step [m].
        step_height: Height of a step [m].
        platform_size: Size of the square [m], at least.
    """
    width, height = _step_in_samples(terrain, step_width, step_height)
    platform = int(platform_size / terrain.horizontal_scale)
    inset = 0
    while min(terrain.width, terrain.length) - 2 * inset > max(platform, 0):
        inset += width
        inner = slice(inset, terrain.width - inset), slice(inset, terrain.length - inset)
        terrain.height_field_raw[inner] = _as_samples(terrain, height * (inset // width))
    return terrain


def stepping_stones_terrain(
    terrain: SubTerrain,
    stone_size: float,
    stone_distance: float,
    max_height: float,
    platform_size: float = 1.0,
    depth: float = -10.0,
) -> SubTerrain:
    """Set rows of square stones at random heights over deep ground, and a square in the middle to 0.

    Rows lie along the shorter side of the terrain (x, if it is square), each shifted at random.

    Args:
        terrain: Terrain to change.
        stone_size: Size of a stone [m].
        stone_distance: Gap between stones [m].
        max_height: Height of the highest stones above 0, and depth of the lowest below [m].
        platform_size: Size of the square [m].
        depth: Height of the ground [m].

    Raises:
        ValueError: The stones are smaller than the distance of samples.
    """
    size, gap, platform = (
        int(extent / terrain.horizontal_scale) for extent in (stone_size, stone_distance, platform_size)
    )
    if size < 1:
        raise ValueError(
            f"'stone_size' is {stone_size} m; expected the horizontal scale of {terrain.horizontal_scale} m or more."
        )
    max_units = int(max_height / terrain.vertical_scale)
    heights = _as_samples(terrain, np.arange(-max_units - 1, max_units, step=1))
    terrain.height_field_raw[:] = _as_samples(terrain, int(depth / terrain.vertical_scale))
    field = terrain.height_field_raw if terrain.length >= terrain.width else terrain.height_field_raw.T
    for row_start in range(0, field.shape[1], size + gap):
        row = field[:, row_start : row_start + size]
        shift = np.random.randint(0, size)
        row[: max(0, shift - gap)] = np.random.choice(heights)
        for start in range(shift, field.shape[0], size + gap):
            row[start : start + size] = np.random.choice(heights)
    return _flatten_middle(terrain, platform)


def convert_heightfield_to_trimesh(
    height_field_raw: np.ndarray, horizontal_scale: float, vertical_scale: float, slope_threshold: float | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Make a triangle mesh of a height field, two triangles for each square of samples.

    Args:
        height_field_raw: Heights in units of ``vertical_scale``, shape (rows, columns), rows along x.
        horizontal_scale: Distance of samples [m].
        vertical_scale: Height of the unit [m].
        slope_threshold: Slope above which a wall becomes vertical: the vertices at its foot move below its edge.

    Returns:
        Vertices [m], shape (rows * columns, 3), float32; and triangles as indices of vertices, counterclockwise seen
        from above, shape (2 * (rows - 1) * (columns - 1), 3), uint32.
    """
    return height_field_mesh(height_field_raw, horizontal_scale, vertical_scale, slope_threshold)


def _add(terrain: SubTerrain, heights: np.ndarray) -> SubTerrain:
    """Add heights, in units of the vertical scale and rounded towards 0, to a terrain."""
    terrain.height_field_raw[:] = _as_samples(terrain, terrain.height_field_raw + heights.astype(np.int64))
    return terrain


def _as_samples(terrain: SubTerrain, heights: ArrayLike) -> np.ndarray:
    """Heights in units of the vertical scale as samples.

    Raises:
        ValueError: One does not fit into a sample.
    """
    heights, limits = np.asarray(heights), np.iinfo(np.int16)
    if heights.size and not limits.min <= heights.min() <= heights.max() <= limits.max:
        raise ValueError(
            f"Heights from {heights.min()} to {heights.max()} units of {terrain.vertical_scale} m do not fit into the "
            "16 bits of a sample: choose a larger vertical scale."
        )
    return heights.astype(np.int16)


def _flatten_middle(terrain: SubTerrain, size: int) -> SubTerrain:
    """Set a square of that many samples in the middle to height 0."""
    x, y = (terrain.width - size) // 2, (terrain.length - size) // 2
    terrain.height_field_raw[x : (terrain.width + size) // 2, y : (terrain.length + size) // 2] = 0
    return terrain


def _step_in_samples(terrain: SubTerrain, width: float, height: float) -> tuple[int, int]:
    """Depth and height of a step in the units of a terrain.

    Raises:
        ValueError: The step is less deep than the distance of samples.
    """
    samples = int(width / terrain.horizontal_scale)
    if samples < 1:
        raise ValueError(
            f"the width of steps is {width} m; expected the horizontal scale of {terrain.horizontal_scale} m or more."
        )
    return samples, int(height / terrain.vertical_scale)
