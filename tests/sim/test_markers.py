"""Markers on the stage, against what USD reads back."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import numpy as np
import pytest
import torch
from scipy.spatial.transform import Rotation

from pippin.sim import SimulationCfg, SimulationContext
from pippin.sim.markers import (
    FRAME_MARKER_CFG,
    POSITION_GOAL_MARKER_CFG,
    RED_ARROW_X_MARKER_CFG,
    VisualizationMarkers,
    VisualizationMarkersCfg,
    arrows_along,
)
from pippin.viewers.markers import marker_groups


@pytest.fixture(autouse=True)
def simulation() -> Iterator[SimulationContext]:
    with SimulationContext(SimulationCfg(device="cpu")) as context:
        yield context


def test_markers_stand_where_they_are_put() -> None:
    markers = VisualizationMarkers(POSITION_GOAL_MARKER_CFG)
    assert (markers.num_prototypes, markers.count) == (3, 0)
    points = torch.arange(12.0).reshape(4, 3)
    turns = Rotation.random(4, random_state=1).as_quat()
    markers.visualize(points, torch.tensor(turns), np.full((4, 3), 2.0), [0, 2, 1, 1])
    instancer = markers._instancer
    assert markers.count == 4
    np.testing.assert_allclose(instancer.GetPositionsAttr().Get(), points)
    np.testing.assert_allclose(instancer.GetScalesAttr().Get(), 2.0)
    assert list(instancer.GetProtoIndicesAttr().Get()) == [0, 2, 1, 1]
    for quaternion, turn in zip(instancer.GetOrientationsAttr().Get(), turns, strict=True):
        read = Rotation.from_quat([*quaternion.GetImaginary(), quaternion.GetReal()])
        assert (read.inv() * Rotation.from_quat(turn)).magnitude() < 2e-3  # USD keeps them in half precision


def test_environments_of_markers_are_as_many_as_markers() -> None:
    markers = VisualizationMarkers(POSITION_GOAL_MARKER_CFG)
    with pytest.raises(ValueError, match="environment_ids holds 1 of 2; expected one index per marker"):
        markers.visualize(torch.zeros(2, 3), environment_ids=[0])
    assert markers.count == 0
    markers.visualize(torch.zeros(2, 3), environment_ids=torch.tensor([0, 1]))
    assert markers.count == 2


def test_what_is_not_given_stays_while_the_number_does() -> None:
    markers = VisualizationMarkers(POSITION_GOAL_MARKER_CFG)
    markers.visualize(np.ones((3, 3)), marker_indices=[1, 1, 2])
    markers.visualize(np.zeros((3, 3)))
    assert list(markers._instancer.GetProtoIndicesAttr().Get()) == [1, 1, 2]
    markers.visualize(np.zeros((2, 3)))
    assert list(markers._instancer.GetProtoIndicesAttr().Get()) == [0, 0]


def test_shapes_are_prims_and_names_do_not_collide() -> None:
    first, second = VisualizationMarkers(FRAME_MARKER_CFG), VisualizationMarkers(FRAME_MARKER_CFG)
    assert second.prim_path == first.prim_path + "_1"
    assert VisualizationMarkers(FRAME_MARKER_CFG.replace(prim_path="Visuals/tool")).prim_path == "/Visuals/tool"
    targets = [str(path) for path in first._instancer.GetPrototypesRel().GetTargets()]
    assert targets == [f"{first.prim_path}/frame", f"{first.prim_path}/connecting_line"]
    first.set_visibility(False)
    assert not first.is_visible()
    assert second.is_visible()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "are all None"),
        ({"translations": np.zeros(3)}, r"shape \(n, 3\)"),
    ],
)
def test_what_cannot_be_drawn_is_refused(arguments: dict, message: str) -> None:
    markers = VisualizationMarkers(POSITION_GOAL_MARKER_CFG)
    markers.visualize(np.ones((5, 3)))
    with pytest.raises(ValueError, match=message):
        markers.visualize(**arguments)
    assert markers.count == 5


def test_the_shortest_array_tells_how_many_markers_there_are(caplog: pytest.LogCaptureFixture) -> None:
    markers = VisualizationMarkers(POSITION_GOAL_MARKER_CFG)
    with caplog.at_level(logging.WARNING, "pippin"):
        for _ in range(2):
            markers.visualize(np.zeros((2, 3)), scales=np.ones((3, 3)), marker_indices=[0, 1, 1, 2])
    assert markers.count == 2
    assert len([record for record in caplog.records if "[2, 3, 4]" in record.getMessage()]) == 1


def test_markers_of_no_shape_are_not_seen(caplog: pytest.LogCaptureFixture) -> None:
    """As in Isaac Lab, where indices go to USD as they are: programs count up beyond their one shape."""
    markers = VisualizationMarkers(POSITION_GOAL_MARKER_CFG)
    assert markers.num_prototypes == 3
    with caplog.at_level(logging.WARNING, "pippin"):
        for _ in range(2):
            markers.visualize(np.arange(9.0).reshape(3, 3), marker_indices=[3, 1, -1])
    assert markers.count == 3
    assert len([record for record in caplog.records if "-1 to 3" in record.getMessage()]) == 1
    transforms = [group.transforms for group in marker_groups(markers._instancer.GetPrim().GetStage())]
    seen = [[3.0, 4.0, 5.0]]
    assert transforms and all(np.allclose(each[:, 3, :3], seen, atol=1e-6) for each in transforms)  # float32


def test_markers_need_a_shape() -> None:
    with pytest.raises(ValueError, match="no shapes"):
        VisualizationMarkers(VisualizationMarkersCfg(prim_path="/Visuals/none", markers={}))


def test_arrows_point_along_vectors() -> None:
    VisualizationMarkers(RED_ARROW_X_MARKER_CFG)
    vectors = torch.tensor([[1.0, 0.0, 0.0], [-2.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.3, -0.4, 1.2]])
    frames = torch.tensor(Rotation.random(4, random_state=2).as_quat(), dtype=torch.float32)
    orientations, lengths = arrows_along(frames, vectors)
    np.testing.assert_allclose(lengths, [1.0, 2.0, 3.0, 1.3], rtol=1e-6)
    tips = Rotation.from_quat(orientations.numpy()).apply([1.0, 0.0, 0.0]) * lengths.numpy()[:, None]
    np.testing.assert_allclose(tips, Rotation.from_quat(frames.numpy()).apply(vectors.numpy()), atol=1e-6)
