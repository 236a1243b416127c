"""Conventions of camera frames, views and the pinhole model."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy.spatial.transform import Rotation

from pippin.utils import math as pm

TOLERANCE = 1e-12

AXES = {"opengl": ((0, 0, -1), (0, 1, 0)), "ros": ((0, 0, 1), (0, -1, 0)), "world": ((1, 0, 0), (0, 0, 1))}
"""Forward and up direction in the camera's frame of each convention."""

INTRINSICS = torch.tensor([[[50.0, 0.0, 4.0], [0.0, 60.0, 2.5], [0.0, 0.0, 1.0]]] * 2, dtype=torch.float64)
INTRINSICS[1, 0, 0] = 80.0


@pytest.mark.parametrize("origin", AXES)
@pytest.mark.parametrize("target", AXES)
def test_conventions_keep_forward_and_up(origin, target):
    given = Rotation.random(10, random_state=0)
    result = pm.convert_camera_frame_orientation_convention(torch.tensor(given.as_quat()), origin, target)
    converted = Rotation.from_quat(result.numpy())
    for before, after in zip(AXES[origin], AXES[target], strict=True):
        np.testing.assert_allclose(converted.apply(after), given.apply(before), atol=TOLERANCE)


def test_a_converted_orientation_has_its_largest_component_positive():
    quats = torch.tensor(Rotation.random(50, random_state=0).as_quat())
    converted = pm.convert_camera_frame_orientation_convention(quats, "world", "ros")
    assert (converted.gather(-1, converted.abs().argmax(dim=-1, keepdim=True)) > 0.0).all()


def test_a_camera_at_its_target_has_no_orientation():
    eyes, targets = torch.tensor([[1.0, 2.0, 3.0], [0.0, 0.0, 5.0]]), torch.tensor([[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]])
    rotation = pm.create_rotation_matrix_from_view(eyes, targets)
    assert rotation[0].isnan().all()
    assert torch.linalg.det(rotation[1]).item() == pytest.approx(1.0)


def test_unknown_conventions_are_refused():
    with pytest.raises(ValueError, match="no camera convention 'usd'; there are ros, opengl, world"):
        pm.convert_camera_frame_orientation_convention(torch.zeros(1, 4), "usd", "ros")


@pytest.mark.parametrize(("up_axis", "up"), [("Z", (0, 0, 1)), ("Y", (0, 1, 0))])
def test_cameras_look_at_their_targets_with_a_level_horizon(up_axis, up):
    rng = np.random.default_rng(0)
    eyes, targets = rng.normal(size=(2, 4, 5, 3))
    rotation = pm.create_rotation_matrix_from_view(torch.tensor(eyes), torch.tensor(targets), up_axis).numpy()
    forward = (targets - eyes) / np.linalg.norm(targets - eyes, axis=-1, keepdims=True)
    np.testing.assert_allclose(-rotation[..., 2], forward, atol=TOLERANCE)
    np.testing.assert_allclose(rotation[..., 0] @ np.array(up, dtype=float), 0.0, atol=TOLERANCE)
    assert (rotation[..., 1] @ np.array(up, dtype=float) > 0.0).all()
    np.testing.assert_allclose(np.linalg.det(rotation), 1.0)
    np.testing.assert_allclose(
        rotation @ np.swapaxes(rotation, -1, -2), np.broadcast_to(np.eye(3), (4, 5, 3, 3)), atol=TOLERANCE
    )


@pytest.mark.parametrize("height", [2.0, -2.0])
def test_cameras_may_look_along_the_vertical(height):
    eyes = torch.tensor([[1.0, 1.0, height]], dtype=torch.float64)
    rotation = pm.create_rotation_matrix_from_view(eyes, eyes * torch.tensor([1, 1, 0]))[0]
    assert rotation[:, 0].tolist() == [1.0, 0.0, 0.0]
    assert rotation[:, 2].tolist() == [0.0, 0.0, np.sign(height)]
    assert torch.linalg.det(rotation).item() == pytest.approx(1.0)


def test_bad_up_axis_is_refused():
    with pytest.raises(ValueError, match="it is 'X'"):
        pm.create_rotation_matrix_from_view(torch.zeros(1, 3), torch.ones(1, 3), "X")


def test_projection_is_the_pinhole_formula():
    points = torch.tensor(np.random.default_rng(0).uniform(0.5, 2.0, size=(2, 7, 3)))
    x, y, z = points.unbind(-1)
    fx = torch.tensor([[50.0], [80.0]])
    expected = torch.stack((fx * x / z + 4.0, 60.0 * y / z + 2.5, z), dim=-1)
    torch.testing.assert_close(pm.project_points(points, INTRINSICS), expected, atol=TOLERANCE, rtol=0.0)
    torch.testing.assert_close(pm.project_points(points[0], INTRINSICS[0]), expected[0], atol=TOLERANCE, rtol=0.0)


@pytest.mark.parametrize("is_ortho", [True, False])
@pytest.mark.parametrize("channel", [(), (1,)])
def test_unprojected_pixels_project_onto_themselves(is_ortho, channel):
    height, width = 4, 6
    depth = torch.tensor(np.random.default_rng(0).uniform(0.5, 2.0, size=(2, height, width, *channel)))
    points = pm.unproject_depth(depth, INTRINSICS, is_ortho)
    assert points.shape == (2, height * width, 3)
    columns, rows = np.meshgrid(np.arange(width), np.arange(height), indexing="ij")  # by columns
    projected = pm.project_points(points, INTRINSICS)
    np.testing.assert_allclose(projected[..., 0], np.broadcast_to(columns.ravel(), (2, 24)), atol=TOLERANCE)
    np.testing.assert_allclose(projected[..., 1], np.broadcast_to(rows.ravel(), (2, 24)), atol=TOLERANCE)
    distance = points[..., 2] if is_ortho else points.norm(dim=-1)
    expected = depth.reshape(2, height, width).transpose(1, 2).reshape(2, -1)
    torch.testing.assert_close(distance, expected, atol=TOLERANCE, rtol=0.0)
    single = pm.unproject_depth(depth[0], INTRINSICS[0], is_ortho)
    torch.testing.assert_close(single, points[0], atol=TOLERANCE, rtol=0.0)


@pytest.mark.parametrize("shape", [(4, 6), (4, 6, 1), (2, 4, 6), (2, 4, 6, 1)])
def test_depth_along_the_axis_keeps_the_shape(shape):
    intrinsics = INTRINSICS[0] if shape[0] == 4 else INTRINSICS
    ortho = pm.orthogonalize_perspective_depth(torch.ones(shape, dtype=torch.float64), intrinsics)
    assert ortho.shape == shape
    corner = ortho.reshape(-1, 4, 6)[0, 0, 0].item()  # ray (-4 / 50, -2.5 / 60, 1)
    assert corner == pytest.approx(1.0 / np.linalg.norm((-4.0 / 50.0, -2.5 / 60.0, 1.0)))


def test_depth_of_another_shape_is_refused():
    with pytest.raises(ValueError, match=r"'depth' has shape \(3,\)"):
        pm.unproject_depth(torch.ones(3), INTRINSICS[0])
    with pytest.raises(ValueError, match=r"'depth' has shape \(2, 4, 6, 3\)"):
        pm.orthogonalize_perspective_depth(torch.ones(2, 4, 6, 3), INTRINSICS)
