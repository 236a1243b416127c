"""Where environments stand: Isaac Sim's order, spacing and centre."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pippin.scene import grid_origins


@given(num_envs=st.integers(1, 300), spacing=st.floats(0.1, 100.0))
def test_environments_stand_apart_around_the_origin(num_envs: int, spacing: float) -> None:
    origins = grid_origins(num_envs, spacing)
    assert origins.shape == (num_envs, 3)
    assert not origins[:, 2].any()
    distances = np.linalg.norm(origins[:, None] - origins[None], axis=-1) + np.eye(num_envs) * 1e9
    assert num_envs == 1 or distances.min() == pytest.approx(spacing, rel=1e-4)  # float32 at 100 m
    extent = np.abs(origins[:, :2]).max()
    assert extent <= spacing * (np.sqrt(num_envs) + 1.0) / 2.0 + 1e-3


def test_order_is_from_plus_x_and_minus_y() -> None:
    np.testing.assert_allclose(
        grid_origins(4, 2.0), [[1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, -1.0, 0.0], [-1.0, 1.0, 0.0]]
    )


@pytest.mark.parametrize(
    ("num_envs", "spacing", "message"),
    [(0, 1.0, "num_envs"), (2, -1.0, "env_spacing"), (2, float("nan"), "env_spacing")],
)
def test_impossible_grids_are_refused(num_envs: int, spacing: float, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        grid_origins(num_envs, spacing)
