"""Terrain that becomes harder along x and changes its kind along y, as in arXiv 2109.11978."""

from __future__ import annotations

import numpy as np
import torch

from isaacgym import gymapi
from isaacgym.terrain_utils import (
    SubTerrain,
    discrete_obstacles_terrain,
    pyramid_sloped_terrain,
    pyramid_stairs_terrain,
    random_uniform_terrain,
)

KINDS = (
    "smooth slope",
    "rough slope",
    "stairs up",
    "stairs up",
    "stairs down",
    "stairs down",
    "obstacles",
    "obstacles",
)


class Terrain:
    """Square fields with a platform in the middle: a row for each level of difficulty, a column for each kind.

    Args:
        num_levels: Number of levels.
        kinds: Kinds of the columns.
        size: Length of a field's side [m].
        border: Width of the plane around all fields [m].
        spacing: Distance of height samples [m].
        unit: Height of one unit of the samples [m].

    Attributes:
        heights: Samples, shape (num_rows, num_columns), int16; rows follow each other along x.
        origins: Middle of each field's platform [m], shape (num_levels, num_kinds, 3).
    """

    def __init__(
        self,
        num_levels: int = 10,
        kinds: tuple[str, ...] = KINDS,
        size: float = 8.0,
        border: float = 8.0,
        spacing: float = 0.1,
        unit: float = 0.005,
    ) -> None:
        self.num_levels, self.kinds, self.size = num_levels, kinds, size
        self.border, self.spacing, self.unit = border, spacing, unit
        side, margin = round(size / spacing), round(border / spacing)
        self.heights = np.zeros((num_levels * side + 2 * margin, len(kinds) * side + 2 * margin), np.int16)
        self.origins = np.zeros((num_levels, len(kinds), 3), np.float32)
        middle = slice(side // 2 - round(0.5 / spacing), side // 2 + round(0.5 / spacing))
        for level in range(num_levels):
            for column, kind in enumerate(kinds):
                samples = self._field(kind, level / num_levels, side)
                row_start, column_start = margin + level * side, margin + column * side
                self.heights[row_start : row_start + side, column_start : column_start + side] = samples
                height = samples[middle, middle].max() * unit
                self.origins[level, column] = ((level + 0.5) * size, (column + 0.5) * size, height)

    def _field(self, kind: str, difficulty: float, side: int) -> np.ndarray:
        """Samples of one field, shape (side, side); the difficulty is from 0 to 1."""
        field = SubTerrain("field", side, side, self.unit, self.spacing)
        if kind.endswith("slope"):
            pyramid_sloped_terrain(field, slope=0.4 * difficulty, platform_size=3.0)
            if kind.startswith("rough"):
                random_uniform_terrain(field, -0.05, 0.05, step=self.unit, downsampled_scale=0.2)
        elif kind.startswith("stairs"):
            height = 0.05 + 0.18 * difficulty
            pyramid_stairs_terrain(field, 0.31, -height if kind.endswith("up") else height, platform_size=3.0)
        elif kind == "obstacles":
            discrete_obstacles_terrain(field, 0.05 + 0.2 * difficulty, 1.0, 2.0, 20, platform_size=3.0)
        else:
            raise ValueError(f"There is no kind of terrain '{kind}'; there are {', '.join(dict.fromkeys(KINDS))}.")
        return field.height_field_raw

    def add_to(self, gym: gymapi.Gym, sim: gymapi.Sim) -> None:
        """Make it the ground of a simulation."""
        params = gymapi.HeightFieldParams()
        params.row_scale = params.column_scale = self.spacing
        params.vertical_scale = self.unit
        params.nbColumns, params.nbRows = self.heights.shape
        params.transform.p = gymapi.Vec3(-self.border, -self.border, 0.0)
        gym.add_heightfield(sim, self.heights, params)


class HeightScan:
    """Reads the heights of terrain at points of a plane.

    Args:
        terrain: The terrain.
        device: Device of the points.
    """

    def __init__(self, terrain: Terrain, device: str) -> None:
        self._border, self._spacing = terrain.border, terrain.spacing
        heights = torch.tensor(terrain.heights.astype(np.float32) * terrain.unit, device=device)
        lowest = torch.minimum(torch.minimum(heights[:-1, :-1], heights[1:, :-1]), heights[:-1, 1:])
        self._lowest = lowest.contiguous()

    def __call__(self, points: torch.Tensor) -> torch.Tensor:
        """Lowest of the samples around each point [m].

        Args:
            points: Their x and y [m], shape (..., 2).
        """
        cells = ((points + self._border) / self._spacing).long()
        rows = cells[..., 0].clamp(0, self._lowest.shape[0] - 1)
        columns = cells[..., 1].clamp(0, self._lowest.shape[1] - 1)
        return self._lowest[rows, columns]
