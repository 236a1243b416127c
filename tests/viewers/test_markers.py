"""Markers in pictures, against where perspective puts them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import pippin.physics  # noqa: F401  registers the engines
from pippin.physics.scene import playing_scene
from pippin.sim import CuboidCfg, SimulationCfg, SimulationContext, SphereCfg
from pippin.sim.markers import FRAME_MARKER_CFG, VisualizationMarkers, VisualizationMarkersCfg
from pippin.sim.spawners import PreviewSurfaceCfg
from pippin.viewers.pictures import PictureCamera

WIDTH, HEIGHT, ANGLE = 120, 80, 0.8
EYE, TARGET = (4.0, 0.0, 1.0), (0.0, 0.0, 1.0)
GREEN = PreviewSurfaceCfg(diffuse_color=(0.0, 1.0, 0.0))
BALLS = VisualizationMarkersCfg(
    prim_path="/Visuals/Balls",
    markers={
        "shown": SphereCfg(radius=0.2, visual_material=GREEN),
        "hidden": SphereCfg(radius=0.2, visible=False, visual_material=GREEN),
    },
)


@pytest.fixture
def sim() -> Iterator[SimulationContext]:
    """A wall 2 m behind the target."""
    simulation = SimulationContext(SimulationCfg(device="cpu"))
    wall = CuboidCfg(size=(0.2, 20.0, 20.0))
    wall.func("/World/wall", wall, (-2.1, 0.0, 0.0))
    yield simulation
    SimulationContext.clear_instance()


def take(sim: SimulationContext) -> np.ndarray:
    camera = PictureCamera(playing_scene(sim), None, WIDTH, HEIGHT, ANGLE, samples_per_pixel=2)
    return camera.take(EYE, TARGET).astype(int)


def is_green(picture: np.ndarray) -> np.ndarray:
    return picture[..., 1] > 2 * picture[..., 0] + 5


def test_a_marker_is_as_large_and_where_perspective_says(sim: SimulationContext) -> None:
    """A sphere of radius r at distance d appears under the half angle asin(r / d)."""
    markers = VisualizationMarkers(BALLS)
    sim.reset()
    assert not is_green(take(sim)).any()
    markers.visualize(translations=np.array([[0.0, 0.0, 1.0]]))
    green = is_green(take(sim))
    rows, columns = np.nonzero(green)
    assert rows.mean() == pytest.approx((HEIGHT - 1) / 2, abs=0.5)
    assert columns.mean() == pytest.approx((WIDTH - 1) / 2, abs=0.5)
    radius = np.tan(np.arcsin(0.2 / 4.0)) / np.tan(ANGLE / 2.0) * HEIGHT / 2.0
    # of 24 corners a turn: the disc is up to 1.2 % smaller
    assert np.sqrt(green.sum() / np.pi) == pytest.approx(radius, abs=0.6)


def test_markers_move_to_the_left_and_hide_as_they_should(sim: SimulationContext) -> None:
    """Seen from +x towards -x, +y is to the right; what is behind the wall, or of a hidden shape, is not seen."""
    markers = VisualizationMarkers(BALLS)
    sim.reset()
    places = np.array([[0.0, 0.8, 1.0], [0.0, -0.8, 1.0], [-3.0, 0.0, 1.0]])
    markers.visualize(translations=places, marker_indices=[0, 1, 0])
    columns = np.nonzero(is_green(take(sim)))[1]
    assert columns.min() > WIDTH / 2
    markers.set_visibility(False)
    assert not is_green(take(sim)).any()


def test_scaled_and_turned_markers_are_drawn_so(sim: SimulationContext) -> None:
    """A frame's axes: y to the right and z up; turned half a turn about x, to the left and down."""
    markers = VisualizationMarkers(FRAME_MARKER_CFG)
    sim.reset()
    for turn, sign in (([0.0, 0.0, 0.0, 1.0], 1), ([1.0, 0.0, 0.0, 0.0], -1)):
        markers.visualize(np.array([TARGET]), np.array([turn]), np.full((1, 3), 2.0))
        picture = take(sim)
        columns = np.nonzero(is_green(picture))[1]
        rows = np.nonzero(picture[..., 2] > 2 * picture[..., 0] + 5)[0]
        assert sign * (columns.mean() - WIDTH / 2) > 5
        assert sign * (HEIGHT / 2 - rows.mean()) > 5
