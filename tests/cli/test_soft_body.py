"""The soft body of the demo."""

from __future__ import annotations

from pathlib import Path

import imageio.v3 as imageio
import numpy as np
import pytest

from pippin.cli.soft_body import SIDE, show_soft_body
from pippin.sim import SimulationCfg, SimulationContext


@pytest.mark.slow
def test_the_cube_bulges_under_the_plate(tmp_path: Path) -> None:
    with SimulationContext(SimulationCfg(device="cpu", dt=1 / 60)) as simulation:
        file = show_soft_body(simulation, tmp_path / "soft_body.png")
        nodes = simulation.physics.backend.worlds[0].soft.worlds.positions.numpy()[0]
    assert 0.5 * SIDE < nodes[:, 2].max() < 1.05 * SIDE
    assert nodes[:, 2].min() > -0.01
    assert np.ptp(nodes[:, 0]) > 1.05 * SIDE
    picture = imageio.imread(file).astype(int)
    is_red = picture[..., 0] > 1.5 * picture[..., 1]
    assert is_red.mean() == pytest.approx(0.15, abs=0.1)
