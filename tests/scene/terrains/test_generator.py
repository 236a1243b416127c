"""Terrains of many fields: kinds, difficulties, origins, flat patches, seeds and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import trimesh

from pippin.scene.terrains import (
    FlatPatchSamplingCfg,
    HfPyramidStairsTerrainCfg,
    HfRandomUniformTerrainCfg,
    MeshBoxTerrainCfg,
    MeshPlaneTerrainCfg,
    SubTerrainBaseCfg,
    TerrainGenerator,
    TerrainGeneratorCfg,
    find_flat_patches,
)
from pippin.scene.terrains.kinds.boxes import boxes, plane
from pippin.scene.terrains.kinds.sub_terrain import merged
from pippin.utils import configclass

BOX = MeshBoxTerrainCfg(box_height_range=(0.1, 0.3), platform_width=1.0)
ROUGH = HfRandomUniformTerrainCfg(noise_range=(0.0, 0.1), noise_step=0.01)


def make(**fields: Any) -> TerrainGenerator:
    settings = {"size": (4.0, 3.0), "num_rows": 2, "num_cols": 3, "seed": 5, "sub_terrains": {"box": BOX}}
    return TerrainGenerator(TerrainGeneratorCfg(**(settings | fields)))


def recorded(difficulty: float, cfg: RecordedCfg) -> tuple[list[trimesh.Trimesh], np.ndarray]:
    """Flat ground at a height that tells the kind and the difficulty."""
    return [plane(cfg.size, cfg.number + difficulty)], np.array([1.0, 0.5, cfg.number + difficulty])


@configclass
class RecordedCfg(SubTerrainBaseCfg):
    """A kind of terrain that users would write."""

    function: Any = recorded
    number: float = 0.0


def test_curriculum_gives_columns_by_proportion_and_rows_by_difficulty() -> None:
    """Kinds with proportions 1 : 2 : 1 get 2, 4 and 2 of 8 columns; row k has difficulties k/5 to (k+1)/5."""
    kinds = {
        name: RecordedCfg(number=10.0 * n, proportion=p) for n, (name, p) in enumerate([("a", 1), ("b", 2), ("c", 1)])
    }
    terrain = make(curriculum=True, num_rows=5, num_cols=8, sub_terrains=kinds)
    heights = terrain.terrain_origins[..., 2]
    np.testing.assert_array_equal(heights // 10.0, np.tile([0, 0, 1, 1, 1, 1, 2, 2], (5, 1)))
    np.testing.assert_array_equal(np.floor(heights % 10.0 * 5.0), np.tile(np.arange(5)[:, None], (1, 8)))
    some = make(curriculum=True, num_rows=5, num_cols=8, sub_terrains=kinds, difficulty_range=(0.5, 0.6))
    difficulties = some.terrain_origins[..., 2] % 10.0
    assert 0.5 <= difficulties.min() < 0.52
    assert 0.58 < difficulties.max() <= 0.6
    assert (np.diff(difficulties, axis=0) > 0.0).all()


def test_a_kind_may_give_one_mesh_instead_of_a_list() -> None:
    def one_mesh(difficulty: float, cfg: RecordedCfg) -> tuple[trimesh.Trimesh, list[float]]:
        meshes, start = recorded(difficulty, cfg)
        return meshes[0], start.tolist()

    kinds = {name: RecordedCfg(function=function) for name, function in (("list", recorded), ("one", one_mesh))}
    terrains = [make(sub_terrains={name: kind}) for name, kind in kinds.items()]
    np.testing.assert_array_equal(terrains[0].terrain_origins, terrains[1].terrain_origins)
    np.testing.assert_array_equal(terrains[0].terrain_mesh.vertices, terrains[1].terrain_mesh.vertices)


class WithGoals(TerrainGenerator):
    """A generator as projects derive it from Isaac Lab's: its fields have more than a mesh and a place to start."""

    def __init__(self, cfg: TerrainGeneratorCfg, device: str = "cpu") -> None:
        self.goals = np.zeros((cfg.num_rows, cfg.num_cols))
        super().__init__(cfg=cfg, device=device)

    def _generate_curriculum_terrains(self) -> None:
        kind = next(iter(self.cfg.sub_terrains.values()))
        assert tuple(kind.size) == tuple(self.cfg.size)
        for row, column in np.ndindex(self.cfg.num_rows, self.cfg.num_cols):
            mesh, start, goal = self._get_terrain_mesh(self.np_rng.uniform(), kind)
            self._add_sub_terrain(mesh, start, row, column, kind)
            self.goals[row, column] = goal

    def _get_terrain_mesh(self, difficulty: float, cfg: RecordedCfg) -> tuple[trimesh.Trimesh, np.ndarray, float]:
        mesh, start = super()._get_terrain_mesh(difficulty, cfg)
        np.testing.assert_allclose(mesh.bounds[:, :2].sum(axis=0), 0.0, atol=1e-12)  # its middle is at the origin
        return mesh, start, difficulty


def test_subclasses_make_fields_by_the_methods_of_isaac_labs_generator() -> None:
    base = make(sub_terrains={"flat": RecordedCfg()}, difficulty_range=(0.0, 0.0), curriculum=True)
    terrain = WithGoals(base.cfg)
    np.testing.assert_array_equal(terrain.terrain_origins[..., :2], base.terrain_origins[..., :2])
    np.testing.assert_array_equal(terrain.terrain_origins[..., 2], terrain.goals)
    np.testing.assert_array_equal(terrain.goals.ravel(), np.random.default_rng(base.cfg.seed).uniform(size=6))


def test_without_curriculum_kinds_and_difficulties_are_random() -> None:
    kinds = {"a": RecordedCfg(number=0.0, proportion=1.0), "b": RecordedCfg(number=10.0, proportion=3.0)}
    terrain = make(num_rows=20, num_cols=20, sub_terrains=kinds)
    heights = terrain.terrain_origins[..., 2]
    assert (heights >= 10.0).mean() == pytest.approx(0.75, abs=0.08)  # 3.7 standard deviations of 400 draws
    difficulties = heights % 10.0
    assert difficulties.mean() == pytest.approx(0.5, abs=0.06)
    assert np.ptp(difficulties) > 0.95


def test_the_middle_is_at_the_origin_and_fields_follow_x_and_y() -> None:
    terrain = make(sub_terrains={"flat": RecordedCfg()}, difficulty_range=(0.0, 0.0))
    np.testing.assert_allclose(terrain.terrain_mesh.bounds, [[-4.0, -4.5, 0.0], [4.0, 4.5, 0.0]])
    np.testing.assert_allclose(terrain.terrain_origins[:, 0, 0], [-3.0, 1.0])  # 1 m from the corner of the field
    np.testing.assert_allclose(terrain.terrain_origins[0, :, 1], [-4.0, -1.0, 2.0])  # 0.5 m
    assert len(terrain.terrain_meshes) == 6
    assert "2 x 3 fields of 4 m by 3 m: flat" in str(terrain)


@pytest.mark.parametrize(("height", "z"), [(1.0, (-1.0, 0.0)), (-0.5, (0.0, 0.5))])
def test_border_is_ground_or_a_wall(height: float, z: tuple[float, float]) -> None:
    terrain = make(border_width=2.0, border_height=height)
    border = terrain.terrain_meshes[-1]
    np.testing.assert_allclose(border.bounds, [[-6.0, -6.5, z[0]], [6.0, 6.5, z[1]]])
    assert border.volume == pytest.approx((12.0 * 13.0 - 8.0 * 9.0) * (z[1] - z[0]))


def test_a_seed_repeats_a_terrain_and_leaves_other_randomness_alone() -> None:
    np.random.seed(1)
    expected = np.random.uniform(size=3)
    np.random.seed(1)
    one, two = make(sub_terrains={"rough": ROUGH}), make(sub_terrains={"rough": ROUGH})
    np.testing.assert_array_equal(np.random.uniform(size=3), expected)
    np.testing.assert_array_equal(one.terrain_mesh.vertices, two.terrain_mesh.vertices)
    other = make(sub_terrains={"rough": ROUGH}, seed=6)
    assert not np.array_equal(one.terrain_mesh.vertices, other.terrain_mesh.vertices)


def test_scales_are_those_of_the_generator() -> None:
    kind = HfPyramidStairsTerrainCfg(step_height_range=(0.1, 0.1), step_width=0.5)
    steep = make(sub_terrains={"stairs": kind}, horizontal_scale=0.25, slope_threshold=None)
    assert len(steep.terrain_meshes[0].vertices) == (4 / 0.25 + 1) * (3 / 0.25 + 1)
    assert kind.horizontal_scale == 0.1, "the config that was given stays as it is"
    walls = make(sub_terrains={"stairs": kind}, horizontal_scale=0.25, slope_threshold=0.1)
    normals = walls.terrain_meshes[0].face_normals[walls.terrain_meshes[0].area_faces > 1e-9]
    assert set(np.abs(normals[:, 2]).round(6)) == {0.0, 1.0}, "walls are vertical, steps are level"


@pytest.mark.parametrize("scheme", ["height", "random"])
def test_meshes_may_have_colours(scheme: str) -> None:
    terrain = make(color_scheme=scheme)
    colors, heights = terrain.terrain_mesh.visual.vertex_colors, terrain.terrain_mesh.vertices[:, 2]
    assert colors.shape == (len(heights), 4)
    assert len(np.unique(colors[:, :3], axis=0)) > 1
    if scheme == "height":
        assert (colors[heights == heights.max(), :3] == 250).all()


def test_flat_patches_lie_where_it_is_flat() -> None:
    """On a field with a box of 2 m, patches of 0.4 m are on the ground or on the box, never on its edge."""
    sampling = FlatPatchSamplingCfg(num_patches=40, patch_radius=[0.2, 0.4], max_height_diff=0.01)
    kinds = {
        "box": BOX.replace(platform_width=2.0, flat_patch_sampling={"target": sampling}),
        "flat": MeshPlaneTerrainCfg(),
    }
    terrain = make(sub_terrains=kinds, num_rows=3, num_cols=2, curriculum=True)
    patches = terrain.flat_patches["target"]
    assert patches.shape == (3, 2, 40, 3)
    origins = torch.tensor(terrain.terrain_origins, dtype=torch.float32)
    torch.testing.assert_close(
        patches[:, 1], origins[:, 1, None].expand(3, 40, 3)
    )  # none were asked for on flat ground
    from_middle = (patches[:, 0] - origins[:, 0, None])[..., :2].abs()
    farthest = from_middle.amax(dim=-1)
    is_on_box = farthest < 1.0
    assert (
        farthest[is_on_box] < 1.0 - 0.4 + 0.02
    ).all()  # the circle of 12 points reaches 0.39 m along x and y at least
    assert is_on_box.any()
    expected = torch.where(is_on_box, origins[:, 0, 2, None], 0.0)
    torch.testing.assert_close(patches[:, 0, :, 2], expected, atol=1e-5, rtol=0.0)
    assert (from_middle <= torch.tensor([2.0, 1.5]) - 0.4).all()


def test_flat_patches_keep_to_their_ranges() -> None:
    ground = merged([plane((10.0, 10.0), 0.0), boxes([(0.0, 5.0, 0.0, 10.0, -1.0, 1.0)])])
    np.random.seed(0)
    search = {"mesh": ground, "num_patches": 50, "patch_radius": 0.3, "origin": (5.0, 5.0, 0.5)}
    found = find_flat_patches(
        **search, x_range=(-4.0, 4.0), y_range=(1.0, 2.0), z_range=(0.0, 9.0), max_height_diff=0.1
    ).numpy()
    assert (found[:, 0] <= -0.3 + 0.02).all()
    assert (found[:, 0] >= -4.0).all()
    assert ((found[:, 1] >= 1.0) & (found[:, 1] <= 2.0)).all()
    np.testing.assert_allclose(found[:, 2], 0.5, atol=1e-5)
    with pytest.raises(RuntimeError, match="Found 0 of 50 flat patches"):
        find_flat_patches(**search, x_range=(-4, 4), y_range=(1, 2), z_range=(3, 9), max_height_diff=0.1)
    with pytest.raises(ValueError, match=r"x in \(20, 30\) m,.* 10 m by 10 m"):
        find_flat_patches(**search, x_range=(20, 30), y_range=(1, 2), z_range=(3, 9), max_height_diff=0.1)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"num_rows": 0}, r"0 x 3 fields"),
        ({"size": (4.0, 0.0)}, r"\(4.0, 0.0\) m has no area"),
        ({"sub_terrains": {}}, "one kind of terrain or more"),
        ({"sub_terrains": {"box": BOX.replace(proportion=0.0)}}, "with a proportion above 0"),
        ({"difficulty_range": (0.5, 2.0)}, r"\(0.5, 2.0\): it should be a range within 0 to 1"),
        ({"color_scheme": "rainbow"}, "'rainbow'; there are 'height', 'random' and 'none'"),
    ],
)
def test_what_makes_no_sense_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make(**fields)


def test_kinds_agree_on_the_number_of_flat_patches() -> None:
    kinds = {
        str(n): BOX.replace(
            flat_patch_sampling={"goal": FlatPatchSamplingCfg(num_patches=n, patch_radius=0.2, max_height_diff=0.1)}
        )
        for n in (2, 3)
    }
    with pytest.raises(ValueError, match="2 and 3 flat patches 'goal'"):
        make(sub_terrains=kinds, curriculum=True)


@pytest.mark.parametrize("curriculum", [False, True])
def test_fields_come_from_files_where_they_were_generated(curriculum: bool, tmp_path: Path) -> None:
    """What the cache gives is what is generated without it, and nothing is generated anew."""
    calls: list[float] = []

    def counted(difficulty: float, cfg: Any) -> Any:
        calls.append(difficulty)
        return ROUGH.function(difficulty, cfg)

    cfg: dict[str, Any] = {"sub_terrains": {"rough": ROUGH.replace(function=counted)}, "seed": 3}
    cfg |= {"num_rows": 2, "num_cols": 3, "curriculum": curriculum, "color_scheme": "random"}
    plain = make(**cfg)
    cached = [make(**cfg, use_cache=True, cache_dir=str(tmp_path / "terrains")) for _ in range(2)]
    assert len(calls) == 12 and len(list((tmp_path / "terrains").iterdir())) == 6
    for terrain in cached:
        np.testing.assert_array_equal(terrain.terrain_mesh.vertices, plain.terrain_mesh.vertices)
        np.testing.assert_array_equal(terrain.terrain_mesh.faces, plain.terrain_mesh.faces)
        np.testing.assert_array_equal(terrain.terrain_origins, plain.terrain_origins)
        np.testing.assert_array_equal(
            terrain.terrain_mesh.visual.vertex_colors, plain.terrain_mesh.visual.vertex_colors
        )
    make(**{**cfg, "seed": 4}, use_cache=True, cache_dir=str(tmp_path / "terrains"))
    assert len(calls) == 18
