"""Pictures of a GelSight sensor's pad, from calibrations that are made up so that the colours are known."""

from __future__ import annotations

import math
from pathlib import Path

import imageio.v3 as iio
import numpy as np
import pytest
import torch

from pippin.sensors.gelsight import GelsightRender, GelSightRenderCfg

HEIGHT, WIDTH, BINS, GREY = 12, 16, 9, 100


def make(folder: Path, **polynomials: np.ndarray) -> GelsightRender:
    """A pad that is grey where nothing touches it; polynomials are by the name of the colour."""
    iio.imwrite(folder / "bg.png", np.full((HEIGHT, WIDTH, 3), GREY, dtype=np.uint8))
    tables = {f"grad_{color}": polynomials.get(color, np.zeros((BINS, BINS, 6))) for color in "rgb"}
    np.savez(folder / "polycalib.npz", **tables)
    cfg = GelSightRenderCfg(
        base_data_path=str(folder.parent),
        sensor_data_dir_name=folder.name,
        background_path="bg.png",
        image_height=HEIGHT,
        image_width=WIDTH,
        num_bins=BINS,
        mm_per_pixel=0.1,
    )
    return GelsightRender(cfg, "cpu")


def ramp(angle: float, steepness: float) -> torch.Tensor:
    """Depths [m] of a plane whose height in pixels falls off with a steepness [rad] towards an angle [rad]."""
    y, x = torch.meshgrid(torch.arange(HEIGHT), torch.arange(WIDTH), indexing="ij")
    height = math.tan(steepness) * (math.cos(angle) * x + math.sin(angle) * y)
    return (-height * 0.1e-3).unsqueeze(0)


def test_a_pad_that_nothing_touches_looks_as_it_did(tmp_path: Path) -> None:
    red = np.zeros((BINS, BINS, 6))
    red[1:, :, 5] = 50.0  # of all slopes but none
    render = make(tmp_path, r=red)
    assert render.background.shape == (HEIGHT, WIDTH, 3)
    assert (render.render(torch.zeros(2, HEIGHT, WIDTH)) == GREY).all()


@pytest.mark.parametrize("angle", [0.1, 1.2, -2.5])
def test_slopes_have_the_colours_of_their_steepness_and_direction(tmp_path: Path, angle: float) -> None:
    steepness = 0.7
    red = np.zeros((BINS, BINS, 6))
    row, column = int(steepness / (math.pi / 2) * (BINS - 1)), int((angle + math.pi) / (2 * math.pi) * (BINS - 1))
    red[row, column] = [0.0, 0.0, 0.0, 2.0, -3.0, 20.0]  # 2 x - 3 y + 20
    picture = make(tmp_path, r=red).render(ramp(angle, steepness))[0]
    y, x = torch.meshgrid(torch.arange(HEIGHT), torch.arange(WIDTH), indexing="ij")
    inside = slice(3, -3), slice(3, -3)  # two pixels at the edges are blurred with what is beyond, one has no slope
    assert picture[..., 0][inside].tolist() == (GREY + 20 + 2 * x - 3 * y)[inside].tolist()
    assert (picture[..., 1:] == GREY).all()


def test_files_that_are_not_there_or_do_not_fit_are_refused(tmp_path: Path) -> None:
    render = make(tmp_path)
    with pytest.raises(ValueError, match="height_map"):
        render.render(torch.zeros(1, WIDTH, HEIGHT))
    render.cfg.image_height = 5
    with pytest.raises(ValueError, match="the config says"):
        GelsightRender(render.cfg, "cpu")
    render.cfg.sensor_data_dir_name = "nowhere"
    with pytest.raises(FileNotFoundError, match="nowhere"):
        GelsightRender(render.cfg, "cpu")
