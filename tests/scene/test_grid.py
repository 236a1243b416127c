"""Where environments stand: Isaac Lab's order, spacing and centre."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pippin.scene import InteractiveScene, InteractiveSceneCfg, grid_origins
from pippin.scene.terrains import TerrainImporter, TerrainImporterCfg
from pippin.scene.terrains.grid import narrow_row
from pippin.sim import SimulationCfg, SimulationContext


@given(num_envs=st.integers(1, 300), spacing=st.floats(0.1, 100.0))
def test_environments_stand_apart_around_the_origin(num_envs: int, spacing: float) -> None:
    origins = grid_origins(num_envs, spacing)
    assert origins.shape == (num_envs, 3)
    assert not origins[:, 2].any()
    distances = np.linalg.norm(origins[:, None] - origins[None], axis=-1) + np.eye(num_envs) * 1e9
    assert num_envs == 1 or distances.min() == pytest.approx(spacing, rel=1e-4)  # float32 at 100 m
    assert len(np.unique(origins[:, 0])) == int(np.ceil(np.sqrt(num_envs)))  # rows
    extent = np.abs(origins[:, :2]).max()
    assert extent <= spacing * (np.sqrt(num_envs) + 1.0) / 2.0 + 1e-3


def test_order_is_from_plus_x_and_minus_y() -> None:
    np.testing.assert_allclose(
        grid_origins(4, 2.0), [[1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, -1.0, 0.0], [-1.0, 1.0, 0.0]]
    )


@pytest.mark.parametrize(
    ("num_envs", "wide", "narrow"),  # rows and columns, from the formulas of versions 3 and 2 by hand
    [(1, (1, 1), (1, 1)), (3, (2, 2), (3, 1)), (6, (3, 2), (3, 2)), (8, (3, 3), (4, 2)), (24, (5, 5), (6, 4))],
)
@pytest.mark.parametrize("is_narrow", [False, True])
def test_scenes_and_terrains_have_the_grid_of_the_simulation(
    num_envs: int, wide: tuple[int, int], narrow: tuple[int, int], is_narrow: bool
) -> None:
    with SimulationContext(SimulationCfg(device="cpu", narrow_grid=is_narrow)):
        scene = InteractiveScene(InteractiveSceneCfg(num_envs=num_envs, env_spacing=2.0)).env_origins.numpy()
        cfg = TerrainImporterCfg(prim_path="/World/ground", terrain_type="plane", num_envs=num_envs, env_spacing=2.0)
        np.testing.assert_array_equal(TerrainImporter(cfg).env_origins.numpy(), scene)
    assert (len(np.unique(scene[:, 0])), len(np.unique(scene[:, 1]))) == (narrow if is_narrow else wide)


@pytest.mark.parametrize("num_envs", [-1, 0])
def test_a_row_of_no_environments_is_left_to_the_grid_to_refuse(num_envs: int) -> None:
    with pytest.raises(ValueError, match="num_envs"):
        grid_origins(num_envs, 1.0, narrow_row(num_envs))


@pytest.mark.parametrize(
    ("num_envs", "spacing", "message"),
    [(0, 1.0, "num_envs"), (2, -1.0, "env_spacing"), (2, float("nan"), "env_spacing")],
)
def test_impossible_grids_are_refused(num_envs: int, spacing: float, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        grid_origins(num_envs, spacing)
