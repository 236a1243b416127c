"""The demo's sheet of images, and the picture of its scene."""

from __future__ import annotations

from pathlib import Path

import imageio.v3 as iio
import numpy as np
import pytest

from pippin.cli.contact_sheet import TableSceneCfg, as_picture, see_table, write_contact_sheet
from pippin.sensors.camera import RenderBufferKind
from pippin.sim import DomeLightCfg, SimulationCfg, SimulationContext

STORED = Path(__file__).parent / "pictures" / "table.png"


def take_picture(device: str, cfg: TableSceneCfg) -> np.ndarray:
    """Colours of the demo's scene, shape (180, 240, 3), int."""
    cfg.camera.data_types = ["rgb"]
    cfg.camera.width, cfg.camera.height = 240, 180
    with SimulationContext(SimulationCfg(dt=0.005, device=device)) as simulation:
        scene = see_table(simulation, cfg)
        return scene["camera"].data.output["rgb"].torch[0].cpu().numpy().astype(int)


@pytest.mark.slow
def test_the_scene_of_the_demo_looks_as_it_did(device: str, robots_path: Path) -> None:
    """Rounding may move edges by a pixel: 2 % of the pixels may differ, the others by 8 of 255."""
    stored = iio.imread(STORED).astype(int)
    difference = np.abs(take_picture(device, TableSceneCfg()) - stored).max(axis=-1)
    assert np.mean(difference > 8) < 0.02
    other = TableSceneCfg(sky=TableSceneCfg().sky.replace(spawn=DomeLightCfg(intensity=100.0)))
    assert np.mean(np.abs(take_picture(device, other) - stored).max(axis=-1) > 8) > 0.1, "other light is seen"


@pytest.mark.slow
def test_the_sheet_shows_every_image_of_a_camera(tmp_path: Path, robots_path: Path) -> None:
    """A picture of 3 rows of 5, which are 15 images."""
    with SimulationContext(SimulationCfg(dt=0.005, device="cpu")) as simulation:
        path = write_contact_sheet(simulation, tmp_path / "sheets" / "cameras.png")
    height, width = iio.imread(path).shape[:2]
    assert len(RenderBufferKind) == 15 and 1.6 < width / height < 2.4
    cells = np.array_split(np.arange(width), 5)
    last_row = iio.imread(path)[2 * height // 3 + 30 : height - 10]
    is_empty = [bool(np.all(last_row[:, columns[20:-20], :3] == 255)) for columns in cells]
    assert is_empty == 5 * [False]


def test_images_of_all_kinds_become_colours() -> None:
    distance = as_picture("depth", np.array([[[1.0], [2.5], [np.inf]]]))
    assert distance.shape == (1, 3, 3) and len(np.unique(distance.reshape(-1, 3), axis=0)) == 3
    up, nothing = as_picture("normals", np.array([[[0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]]))[0]
    np.testing.assert_allclose(up, [0.5, 0.5, 1.0])
    np.testing.assert_allclose(nothing, [1.0, 1.0, 1.0])
    right, still = as_picture("motion_vectors", np.array([[[2.0, 0.0], [0.0, 0.0]]]))[0]
    np.testing.assert_allclose(right, [1, 0, 0])
    np.testing.assert_allclose(still, [1, 1, 1])
    np.testing.assert_allclose(as_picture("rgba", np.array([[[255, 0, 51, 255]]], np.uint8)), [[[1, 0, 0.2]]])
