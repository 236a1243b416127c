"""Terrains of many fields, of several kinds and difficulties."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import MISSING
from pathlib import Path
from typing import Literal

import numpy as np
import torch

from pippin.utils import configclass
from pippin.utils.lazy_modules import trimesh

from .cache import kept_field
from .flat_patches import find_flat_patches
from .kinds.boxes import boxes, ring
from .kinds.height_field_meshes import HfTerrainBaseCfg
from .kinds.sub_terrain import SubTerrainBaseCfg, merged

COLUMN_EDGE = 1e-3
"""Part of a column's width by which its kind is decided right of its edge, so that rounding does not decide."""


class TerrainGenerator:
    """Makes a terrain of fields in rows along x and columns along y, its middle at the origin.

    With ``cfg.curriculum``, all fields of a column are of one kind, in as many columns as the kinds' proportions say,
    and difficulty grows from row to row. Otherwise kinds and difficulties are random.

    Args:
        cfg: Config of the terrain. It is copied.
        device: Device of the flat patches.

    Attributes:
        cfg: The config.
        device: Device of the flat patches.
        terrain_mesh: All fields and the border as one mesh.
        terrain_meshes: Meshes of the fields one by one, column by column with a curriculum, else row by row; then of
            the border.
        terrain_origins: Where robots start on each field [m], shape (num_rows, num_cols, 3), float64.
        flat_patches: Flat places by name [m], each of shape (num_rows, num_cols, num_patches, 3), float32. On fields
            where none were asked for, they are where robots start.
        np_rng: Random numbers for the methods of subclasses, seeded with ``cfg.seed``.

    A subclass may make fields otherwise, by the methods that Isaac Lab's generator is made of:
    ``_generate_curriculum_terrains`` and ``_generate_random_terrains`` choose kinds and difficulties,
    ``_get_terrain_mesh`` makes a field with its middle at the origin, ``_add_sub_terrain`` puts it in its row and
    column, with the first field's corner at the origin, and ``_add_terrain_border`` goes around all of them.

    Raises:
        TypeError: The config leaves fields open.
        ValueError: The config makes no sense, or one of a kind of terrain does not.
        RuntimeError: There are too few flat patches.
    """

    def __init__(self, cfg: TerrainGeneratorCfg, device: str = "cpu") -> None:
        cfg.validate()
        self.cfg = cfg.copy()
        self.device = device
        self._require_sense()
        self.terrain_meshes: list[trimesh.Trimesh] = []
        self.terrain_origins = np.zeros((cfg.num_rows, cfg.num_cols, 3))
        self.flat_patches: dict[str, torch.Tensor] = {}
        self.np_rng = np.random.default_rng(np.random.randint(2**31) if cfg.seed is None else cfg.seed)
        for kind in self.cfg.sub_terrains.values():
            self._give_size(kind)
        with _seeded(cfg.seed):
            if self.cfg.curriculum:
                self._generate_curriculum_terrains()
            else:
                self._generate_random_terrains()
            self._add_terrain_border()
            self._move_middle_to_origin()
            self.terrain_mesh = merged(self.terrain_meshes)
            self._add_colors()

    def __str__(self) -> str:
        """Number of fields and their kinds."""
        return (
            f"TerrainGenerator of {self.cfg.num_rows} x {self.cfg.num_cols} fields of {self.cfg.size[0]:g} m by "
            f"{self.cfg.size[1]:g} m: {', '.join(self.cfg.sub_terrains)}"
        )

    def _require_sense(self) -> None:
        cfg = self.cfg
        if min(cfg.num_rows, cfg.num_cols) < 1 or min(cfg.size) <= 0.0:
            raise ValueError(
                f"A terrain of {cfg.num_rows} x {cfg.num_cols} fields of {cfg.size} m has no area; expected "
                "'num_rows' and 'num_cols' of 1 or more, and a 'size' above 0."
            )
        if not cfg.sub_terrains or sum(kind.proportion for kind in cfg.sub_terrains.values()) <= 0.0:
            raise ValueError("sub_terrains should hold one kind of terrain or more, with a proportion above 0.")
        if not 0.0 <= cfg.difficulty_range[0] <= cfg.difficulty_range[1] <= 1.0:
            raise ValueError(f"difficulty_range is {cfg.difficulty_range}: it should be a range within 0 to 1.")
        if cfg.color_scheme not in ("height", "random", "none"):
            raise ValueError(f"color_scheme is '{cfg.color_scheme}'; there are 'height', 'random' and 'none'.")

    # -- fields --------------------------------------------------------------------------------------------------------

    def _generate_curriculum_terrains(self) -> None:
        kinds, shares = self._kinds_and_shares()
        rows, columns, (easiest, hardest) = self.cfg.num_rows, self.cfg.num_cols, self.cfg.difficulty_range
        middles = np.arange(columns) / columns + COLUMN_EDGE / columns
        kind_of_column = np.searchsorted(np.cumsum(shares), middles, side="right").clip(max=len(kinds) - 1)
        for column in range(columns):
            kind = kinds[kind_of_column[column]]
            for row in range(rows):
                part = (row + np.random.uniform()) / rows
                mesh, start = self._get_terrain_mesh(easiest + part * (hardest - easiest), kind)
                self._add_sub_terrain(mesh, start, row, column, kind)

    def _generate_random_terrains(self) -> None:
        kinds, shares = self._kinds_and_shares()
        for row, column in np.ndindex(self.cfg.num_rows, self.cfg.num_cols):
            kind = kinds[np.random.choice(len(kinds), p=shares)]
            mesh, start = self._get_terrain_mesh(np.random.uniform(*self.cfg.difficulty_range), kind)
            self._add_sub_terrain(mesh, start, row, column, kind)

    def _kinds_and_shares(self) -> tuple[list[SubTerrainBaseCfg], np.ndarray]:
        kinds = list(self.cfg.sub_terrains.values())
        return kinds, np.array([kind.proportion for kind in kinds]) / sum(kind.proportion for kind in kinds)

    def _give_size(self, kind: SubTerrainBaseCfg) -> None:
        kind.size = self.cfg.size
        if isinstance(kind, HfTerrainBaseCfg):
            kind.horizontal_scale = self.cfg.horizontal_scale
            kind.vertical_scale = self.cfg.vertical_scale
            kind.slope_threshold = self.cfg.slope_threshold

    def _add_sub_terrain(
        self, mesh: trimesh.Trimesh, origin: np.ndarray, row: int, col: int, sub_terrain_cfg: SubTerrainBaseCfg
    ) -> None:
        middle = np.array([(row + 0.5) * self.cfg.size[0], (col + 0.5) * self.cfg.size[1], 0.0])
        mesh.apply_translation(middle)
        self.terrain_meshes.append(mesh)
        self.terrain_origins[row, col] = middle + origin
        for name, patches in (sub_terrain_cfg.flat_patch_sampling or {}).items():
            places = find_flat_patches(
                mesh,
                patches.num_patches,
                patches.patch_radius,
                self.terrain_origins[row, col],
                patches.x_range,
                patches.y_range,
                patches.z_range,
                patches.max_height_diff,
                self.device,
            )
            self._patches(name, patches.num_patches)[row, col] = places

    def _get_terrain_mesh(self, difficulty: float, cfg: SubTerrainBaseCfg) -> tuple[trimesh.Trimesh, np.ndarray]:
        """Mesh of a field and where robots start on it, from the cache where that is wanted."""

        def generate() -> tuple[trimesh.Trimesh, np.ndarray]:
            meshes, start = cfg.function(difficulty, cfg)
            return merged([meshes] if isinstance(meshes, trimesh.Trimesh) else meshes), start

        mesh, start = (
            kept_field(Path(self.cfg.cache_dir), cfg, difficulty, generate) if self.cfg.use_cache else generate()
        )
        half = np.array([*self.cfg.size, 0.0]) / 2.0
        mesh.apply_translation(-half)
        return mesh, start - half

    def _patches(self, name: str, count: int) -> torch.Tensor:
        """Flat patches of a name, relative to where robots start."""
        rows, columns = self.cfg.num_rows, self.cfg.num_cols
        patches = self.flat_patches.setdefault(name, torch.zeros(rows, columns, count, 3, device=self.device))
        if patches.shape[2] != count:
            raise ValueError(
                f"Kinds of terrain have {patches.shape[2]} and {count} flat patches '{name}'; expected as many of each."
            )
        return patches

    # -- all together --------------------------------------------------------------------------------------------------

    def _extent(self) -> tuple[float, float]:
        """Lengths of all fields along x and y [m]."""
        return self.cfg.num_rows * self.cfg.size[0], self.cfg.num_cols * self.cfg.size[1]

    def _add_terrain_border(self) -> None:
        if self.cfg.border_width <= 0.0:
            return
        inner = self._extent()
        outer = inner[0] + 2.0 * self.cfg.border_width, inner[1] + 2.0 * self.cfg.border_width
        top = max(-self.cfg.border_height, 0.0)
        z = (top - max(abs(self.cfg.border_height), 0.01), top)
        self.terrain_meshes.append(boxes(ring(inner, outer, inner, z)))

    def _add_colors(self) -> None:
        mesh = self.terrain_mesh
        if self.cfg.color_scheme == "height":
            color_by_height(mesh)
        elif self.cfg.color_scheme == "random":
            counts = [len(part.vertices) for part in self.terrain_meshes]
            colors = np.random.randint(60, 256, (len(counts), 3), dtype=np.uint8)
            mesh.visual = trimesh.visual.ColorVisuals(mesh, vertex_colors=np.repeat(colors, counts, axis=0))

    def _move_middle_to_origin(self) -> None:
        middle = np.array([*self._extent(), 0.0]) / 2.0
        for mesh in self.terrain_meshes:
            mesh.apply_translation(-middle)
        self.terrain_origins -= middle
        starts = torch.tensor(self.terrain_origins, dtype=torch.float32, device=self.device)
        for patches in self.flat_patches.values():
            patches += starts[:, :, None]


@contextmanager
def _seeded(seed: int | None) -> Iterator[None]:
    """Seed ``numpy.random`` for a while, then let it go on as it was; None leaves it alone."""
    if seed is None:
        yield
        return
    state = np.random.get_state()
    np.random.seed(seed)
    try:
        yield
    finally:
        np.random.set_state(state)


def color_by_height(mesh: trimesh.Trimesh) -> None:
    """Colour the vertices of a mesh: the lowest blue-green, the middle like sand, the highest white."""
    heights = mesh.vertices[:, 2]
    parts = (heights - heights.min()) / max(np.ptp(heights), 1e-9)
    stops = np.array([[40, 90, 110], [200, 180, 130], [250, 250, 250]], dtype=float)
    colors = np.stack([np.interp(parts, (0.0, 0.5, 1.0), stops[:, k]) for k in range(3)], axis=1).astype(np.uint8)
    mesh.visual = trimesh.visual.ColorVisuals(mesh, vertex_colors=colors)


@configclass
class TerrainGeneratorCfg:
    """A terrain of fields in rows and columns."""

    class_type: type = TerrainGenerator
    """Class that generates it."""

    seed: int | None = None
    """Seed of the terrain; None draws from ``numpy.random`` as it is."""

    curriculum: bool = False
    """Whether difficulty grows from row to row, and each column is of one kind. Otherwise both are random."""

    size: tuple[float, float] = MISSING
    """Lengths of a field along x and y [m]."""

    border_width: float = 0.0
    """Width of the ground around all fields [m]."""

    border_height: float = 1.0
    """Depth of that ground, whose top is at height 0; below 0, it is a wall of that height [m]."""

    num_rows: int = 1
    """Number of rows, which follow each other along x: with a curriculum, the levels."""

    num_cols: int = 1
    """Number of columns, which follow each other along y."""

    color_scheme: Literal["height", "random", "none"] = "none"
    """Colours of the mesh: by height, one for each field, or none."""

    horizontal_scale: float = 0.1
    """Distance of heights of terrains that are heights on a grid [m]. What robots touch has twice as many."""

    vertical_scale: float = 0.005
    """Unit of heights of terrains that are heights on a grid [m]."""

    slope_threshold: float | None = 0.75
    """Slope from which on a wall of these is vertical; None leaves it."""

    sub_terrains: dict[str, SubTerrainBaseCfg] = MISSING
    """Kinds of terrain, by name."""

    difficulty_range: tuple[float, float] = (0.0, 1.0)
    """Difficulty of the first row and after the last, or range of random ones; within 0 to 1."""

    use_cache: bool = False
    """Whether fields are kept in files, and taken from there: with a ``seed``, where they are found again."""

    cache_dir: str = str(Path(tempfile.gettempdir(), "pippin", "terrains"))
    """Folder of these files."""
