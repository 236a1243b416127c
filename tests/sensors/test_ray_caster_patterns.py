"""Patterns of rays against their geometry."""

from __future__ import annotations

import math
from typing import Any

import pytest
import torch

from pippin.sensors.ray_caster import patterns

ROUNDING = {"rtol": 0.0, "atol": 1e-6}
"""Of float32, for numbers up to a few units."""


@pytest.mark.parametrize(("ordering", "fast"), [("xy", 0), ("yx", 1)])
def test_a_grid_is_centred_and_includes_its_edges(ordering: Any, fast: int) -> None:
    cfg = patterns.GridPatternCfg(resolution=0.1, size=(1.6, 1.0), direction=(0.0, 0.0, -2.0), ordering=ordering)
    starts, directions = cfg.func(cfg, "cpu")
    assert starts.shape == directions.shape == (17 * 11, 3)
    torch.testing.assert_close(starts.amax(dim=0), torch.tensor([0.8, 0.5, 0.0]), **ROUNDING)
    torch.testing.assert_close(starts.amin(dim=0), torch.tensor([-0.8, -0.5, 0.0]), **ROUNDING)
    step = torch.zeros(3)
    step[fast] = 0.1
    torch.testing.assert_close(starts[1] - starts[0], step, **ROUNDING)
    assert (directions == torch.tensor([0.0, 0.0, -1.0])).all()


def test_a_lidar_of_a_full_turn_has_each_azimuth_once() -> None:
    cfg = patterns.LidarPatternCfg(
        channels=3, vertical_fov_range=(-30.0, 30.0), horizontal_fov_range=(-180.0, 180.0), horizontal_res=90.0
    )
    starts, directions = cfg.func(cfg, "cpu")
    assert starts.shape == (12, 3) and not starts.any()
    elevations = torch.rad2deg(torch.asin(directions[:, 2])).reshape(3, 4)
    torch.testing.assert_close(elevations, torch.tensor([[-30.0], [0.0], [30.0]]).expand(3, 4), rtol=0.0, atol=1e-4)
    expected = torch.tensor([[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    torch.testing.assert_close(directions[4:8], expected, **ROUNDING)


def test_a_lidar_of_a_part_of_a_turn_has_both_ends() -> None:
    cfg = patterns.LidarPatternCfg(
        channels=1, vertical_fov_range=(0.0, 0.0), horizontal_fov_range=(0.0, 90.0), horizontal_res=0.1
    )
    _, directions = cfg.func(cfg, "cpu")
    assert len(directions) == 901
    torch.testing.assert_close(directions[[0, -1]], torch.tensor([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]), **ROUNDING)


@pytest.mark.parametrize(
    ("half", "resolution", "count"),
    [(135.0, 0.25, 1081), (5.4, 0.6, 20), (41.7, 0.3, 280), (44.1, 0.7, 128), (21.6, 0.15, 290), (45.0, 0.4, 226)],
)
def test_a_lidar_has_as_many_rays_as_isaac_labs(half: float, resolution: float, count: int) -> None:
    """Counted in Isaac Lab 2.3.2, whose quotient of field of view and resolution is rounded up as it comes."""
    cfg = patterns.LidarPatternCfg(
        channels=1, vertical_fov_range=(0.0, 0.0), horizontal_fov_range=(-half, half), horizontal_res=resolution
    )
    assert len(cfg.func(cfg, "cpu")[1]) == count


def test_bpearl_looks_at_a_hemisphere() -> None:
    cfg = patterns.BpearlPatternCfg()
    _, directions = cfg.func(cfg, "cpu")
    assert directions.shape == (36 * 32, 3)
    torch.testing.assert_close(directions.norm(dim=1), torch.ones(len(directions)), **ROUNDING)
    lowest = math.radians(89.5 - 31 * 2.8125)
    torch.testing.assert_close(directions[:, 2].min(), torch.tensor(math.sin(lowest)), **ROUNDING)
    assert torch.allclose(directions.sum(dim=0)[:2], torch.zeros(2), atol=1e-3)  # even about z


def test_pinhole_rays_go_through_the_centres_of_their_pixels() -> None:
    matrix = torch.tensor([[50.0, 0.0, 30.0], [0.0, 60.0, 22.0], [0.0, 0.0, 1.0]], dtype=torch.float64)
    cfg = patterns.PinholeCameraPatternCfg.from_intrinsic_matrix(matrix.flatten().tolist(), 64, 48)
    torch.testing.assert_close(cfg.intrinsic_matrix(), matrix)
    starts, directions = cfg.func(cfg, matrix.expand(2, 3, 3), "cpu")
    assert starts.shape == directions.shape == (2, 64 * 48, 3)
    forward, left, up = directions[1].double().reshape(48, 64, 3).unbind(dim=2)
    columns = 50.0 * -left / forward + 30.0
    rows = 60.0 * -up / forward + 22.0
    tolerance = {"rtol": 0.0, "atol": 1e-4}
    torch.testing.assert_close(columns, (torch.arange(64) + 0.5).double().expand(48, 64), **tolerance)
    torch.testing.assert_close(rows, (torch.arange(48) + 0.5).double()[:, None].expand(48, 64), **tolerance)


def test_pixels_are_square_unless_the_vertical_aperture_is_given() -> None:
    matrix = patterns.PinholeCameraPatternCfg(width=640, height=480).intrinsic_matrix()
    assert matrix[0, 0] == pytest.approx(640 * 24.0 / 20.955)
    assert matrix[1, 1] == pytest.approx(float(matrix[0, 0]))


@pytest.mark.parametrize(
    ("cfg", "message"),
    [
        (patterns.GridPatternCfg(resolution=0.0, size=(1.0, 1.0)), "Resolution must be greater than 0"),
        (patterns.GridPatternCfg(resolution=0.1, size=(-1.0, 1.0)), "size"),
        (patterns.GridPatternCfg(resolution=0.1, size=(1.0, 1.0), direction=(0.0, 0.0, 0.0)), "direction"),
        (patterns.GridPatternCfg(resolution=0.1, size=(1.0, 1.0), ordering="zx"), "Ordering must be 'xy' or 'yx'"),
        (
            patterns.LidarPatternCfg(
                channels=0, vertical_fov_range=(0.0, 1.0), horizontal_fov_range=(0.0, 1.0), horizontal_res=1.0
            ),
            "channels",
        ),
        (patterns.BpearlPatternCfg(horizontal_res=0.0), "horizontal_res"),
    ],
)
def test_impossible_patterns_are_named(cfg: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        cfg.func(cfg, "cpu")


def test_impossible_cameras_are_named() -> None:
    cfg = patterns.PinholeCameraPatternCfg(width=4, height=3)
    with pytest.raises(ValueError, match="Intrinsic matrices .* expected"):
        cfg.func(cfg, torch.zeros(1, 3, 3), "cpu")
    empty = patterns.PinholeCameraPatternCfg(width=0, height=3)
    with pytest.raises(ValueError, match="0 x 3 pixels"):
        empty.func(empty, torch.eye(3)[None], "cpu")
    with pytest.raises(ValueError, match="no skew"):
        patterns.PinholeCameraPatternCfg.from_intrinsic_matrix([1.0, 0.5, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0], 4, 3)
