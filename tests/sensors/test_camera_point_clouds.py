"""Points in space from depth, and images as files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import imageio.v3 as iio
import numpy as np
import pytest
import torch
from scipy.spatial.transform import Rotation

from pippin.sensors.camera import CameraCfg
from pippin.sensors.camera.point_clouds import (
    create_pointcloud_from_depth,
    create_pointcloud_from_rgbd,
    save_images_to_file,
    transform_points,
)
from pippin.sim import PinholeCameraCfg
from pippin.utils.math import project_points

from .conftest import MakeScene

MATRIX = torch.tensor([[50.0, 0.0, 4.0], [0.0, 60.0, 3.0], [0.0, 0.0, 1.0]])
DEPTH = torch.linspace(0.5, 3.0, 48).reshape(6, 8)


def test_points_are_seen_by_their_pixels_at_their_depth() -> None:
    rotation, position = Rotation.from_euler("xyz", [0.3, -0.5, 0.8]), np.array([1.0, 2.0, 3.0])
    points = create_pointcloud_from_depth(MATRIX.numpy(), DEPTH[..., None], False, position, rotation.as_quat())
    in_camera = rotation.inv().apply(points.numpy() - position)
    pixels = project_points(torch.tensor(in_camera, dtype=torch.float32), MATRIX)
    columns, rows = torch.meshgrid(torch.arange(8.0), torch.arange(6.0), indexing="ij")
    expected = torch.stack([columns + 0.5, rows + 0.5, DEPTH.T], dim=-1).reshape(-1, 3)
    torch.testing.assert_close(pixels, expected, atol=1e-4, rtol=1e-5)


@pytest.mark.parametrize("make", [torch.tensor, lambda values: np.array(values, dtype=np.float32)])
def test_points_are_brought_into_another_frame_and_stay_what_they_are(make: Callable) -> None:
    rotation, position = Rotation.from_euler("xyz", [0.3, -0.5, 0.8]), [1.0, 2.0, 3.0]
    points = make(DEPTH.reshape(16, 3).tolist())
    moved = transform_points(points, position=position, orientation=tuple(rotation.as_quat()), device="cpu")
    assert type(moved) is type(points)
    np.testing.assert_allclose(moved, rotation.apply(np.asarray(points)) + position, rtol=1e-5)
    np.testing.assert_array_equal(transform_points(points), points)
    clouds, frames = make([[[1.0, 0.0, 0.0]], [[1.0, 0.0, 0.0]]]), [[0.0, 0.0, 0.0], [0.0, 5.0, 0.0]]
    np.testing.assert_allclose(transform_points(clouds, frames), [[[1.0, 0.0, 0.0]], [[1.0, 5.0, 0.0]]])


def test_clouds_of_arrays_are_arrays() -> None:
    points, colors = create_pointcloud_from_rgbd(MATRIX.numpy(), DEPTH.numpy(), np.zeros((6, 8, 3), dtype=np.uint8))
    assert isinstance(colors, np.ndarray)
    expected = create_pointcloud_from_depth(MATRIX, DEPTH)
    for given in (points, create_pointcloud_from_depth(MATRIX.numpy(), DEPTH.numpy())):
        np.testing.assert_array_equal(given, expected)
        assert isinstance(given, np.ndarray)


def test_points_of_a_camera_lie_on_what_it_sees(make_scene: MakeScene) -> None:
    """Ground, and a box of 0.4 x 0.3 x 0.2 m on it: within 1e-4 m of one of them."""
    offset = CameraCfg.OffsetCfg(pos=(-0.8, 0.3, 0.9), rot=(0.0, 0.4, -0.1, 0.91), convention="world")
    spawn = PinholeCameraCfg(horizontal_aperture_offset=1.5)
    cfg = CameraCfg(
        prim_path="{ENV_REGEX_NS}/Camera", spawn=spawn, offset=offset, width=40, height=30, data_types=["depth", "rgb"]
    )
    scene = make_scene(camera=cfg, gravity=(0.0, 0.0, 0.0))
    data = scene.sensors["camera"].data
    for env in range(3):
        points, colors = create_pointcloud_from_rgbd(
            data.intrinsic_matrices.torch[env],
            data.output["depth"].torch[env],
            data.output["rgb"].torch[env],
            position=data.pos_w.torch[env] - scene.env_origins[env],
            orientation=data.quat_w_ros.torch[env],
        )
        assert len(points) == len(colors) > 1000
        outside = (points - torch.tensor([0.0, 0.0, 0.1])).abs() - torch.tensor([0.2, 0.15, 0.1])
        to_box = outside.max(dim=1).values.abs()
        assert (to_box < 1e-3).sum() > 50
        assert torch.minimum(to_box, points[:, 2].abs()).max() < 1e-4


def test_pixels_that_see_nothing_give_no_points() -> None:
    depth = DEPTH.clone()
    depth[2, 3] = torch.inf
    assert create_pointcloud_from_depth(MATRIX, depth).shape == (47, 3)
    assert create_pointcloud_from_depth(MATRIX, depth, keep_invalid=True).shape == (48, 3)
    colors = torch.arange(6 * 8 * 3).reshape(6, 8, 3)
    points, colors_of_points = create_pointcloud_from_rgbd(MATRIX, depth, colors)
    assert points.shape == colors_of_points.shape == (47, 3)
    chosen = torch.isclose(points[:, 2], depth[1, 2])
    torch.testing.assert_close(colors_of_points[chosen], colors[1, 2].float()[None])


@pytest.mark.parametrize(("rgb", "channels", "expected"), [(None, 3, [0, 0, 0]), ([255, 0, 51], 4, [1, 0, 0.2, 1])])
def test_one_colour_serves_all_points(rgb: list[int] | None, channels: int, expected: list[float]) -> None:
    _, colors = create_pointcloud_from_rgbd(MATRIX, DEPTH, rgb, normalize_rgb=True, num_channels=channels)
    torch.testing.assert_close(colors, torch.tensor(expected, dtype=torch.float32).expand(48, channels))


@pytest.mark.parametrize(
    ("rgb", "dtype"), [(None, torch.uint8), ((9, 8, 7), torch.uint8), ((0.5, 0.2, 0.1), torch.float32)]
)
def test_whole_colours_stay_whole(rgb: tuple[float, ...] | None, dtype: torch.dtype) -> None:
    """One byte a channel, as pictures have, unless real numbers are given (Isaac Lab 3.0.0 does so)."""
    _, colors = create_pointcloud_from_rgbd(MATRIX, DEPTH, rgb)
    assert colors.dtype == dtype
    torch.testing.assert_close(colors[0].float(), torch.tensor(rgb or (0, 0, 0), dtype=torch.float32))


def test_images_are_written_beside_each_other(tmp_path: Path) -> None:
    images = torch.stack([torch.full((2, 3, 3), share) for share in (0.2, 0.4, 1.0)])
    save_images_to_file(images, str(tmp_path / "pictures" / "grid.png"))
    picture = iio.imread(tmp_path / "pictures" / "grid.png")
    assert picture.shape == (4, 6, 3)
    assert picture[::2, ::3, 0].tolist() == [[51, 102], [255, 0]]


def test_other_shapes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"should be of shape \(6, 8, 3\) or \(3,\), not \(6, 7, 3\)"):
        create_pointcloud_from_rgbd(MATRIX, DEPTH, torch.zeros(6, 7, 3))
    with pytest.raises(ValueError, match="'num_channels' is 2"):
        create_pointcloud_from_rgbd(MATRIX, DEPTH, num_channels=2)
    with pytest.raises(ValueError, match=r"with 1, 3 or 4 channels, not \(2, 3, 3\)"):
        save_images_to_file(torch.zeros(2, 3, 3), str(tmp_path / "grid.png"))
