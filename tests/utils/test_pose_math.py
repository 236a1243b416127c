"""Homogeneous matrices against scipy and closed forms."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import torch
from scipy.spatial.transform import Rotation

from pippin.utils import math

CONVENTIONS = ["".join(axes) for axes in itertools.product("XYZ", repeat=3) if axes[1] not in (axes[0], axes[2])]


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_matrices_of_euler_angles_are_scipys_intrinsic_ones(convention: str) -> None:
    angles = np.random.default_rng(0).uniform(-3.0, 3.0, (2, 5, 3))
    wanted = Rotation.from_euler(convention, angles.reshape(-1, 3)).as_matrix().reshape(2, 5, 3, 3)
    np.testing.assert_allclose(math.matrix_from_euler(torch.as_tensor(angles), convention), wanted, atol=1e-12)


@pytest.mark.parametrize("convention", ["XXY", "XY", "xyz", "XYYZ"])
def test_other_conventions_are_refused(convention: str) -> None:
    with pytest.raises(ValueError, match="onvention"):
        math.matrix_from_euler(torch.zeros(3), convention)


def poses() -> tuple[torch.Tensor, torch.Tensor]:
    turns = Rotation.from_rotvec([[0.3, 0.1, -0.2], [-0.5, 0.7, 0.2]]).as_matrix()
    return tuple(math.make_pose(torch.tensor([[0.0, 0, 0], [0.0, 3, 4]]).double(), torch.as_tensor(turns)))


def test_interpolated_poses_go_evenly_from_one_to_the_other() -> None:
    first, last = poses()
    path, between = math.interpolate_poses(first, last, num_steps=4)
    assert (between, path.shape) == (4, (6, 4, 4))
    torch.testing.assert_close(path[[0, -1]], torch.stack([first, last]))
    turns = Rotation.from_matrix(path[:, :3, :3].numpy())
    steps = (turns[:-1].inv() * turns[1:]).magnitude()
    np.testing.assert_allclose(steps, steps[0], atol=1e-9)
    np.testing.assert_allclose(np.linalg.norm(np.diff(path[:, :3, 3], axis=0), axis=1), 1.0, atol=1e-12)
    assert math.interpolate_poses(first, last, step_size=0.5)[1] == 10  # 5 m apart
    assert math.interpolate_poses(first, last, num_steps=0)[0].shape == (2, 4, 4)


def test_poses_are_to_one_frame_what_they_were_to_the_other() -> None:
    torch.manual_seed(0)
    frame_a, frame_b, *given = (math.generate_random_transformation_matrix().double() for _ in range(5))
    found = math.transform_poses_from_frame_A_to_frame_B(torch.stack(given), frame_a, frame_b)
    wanted = [frame_a.numpy() @ np.linalg.inv(frame_b.numpy()) @ pose.numpy() for pose in given]
    np.testing.assert_allclose(found, wanted, atol=1e-6)


def test_numbers_are_drawn_from_the_range_of_their_name() -> None:
    torch.manual_seed(0)
    drawn = math.sample_uniform_from_ranges({"x": (1.0, 2.0), "z": (-1.0, -0.5)}, ["x", "y", "z"], (50, 2), "cpu")
    assert drawn.shape == (50, 2, 3)
    low, high = drawn.flatten(0, 1).aminmax(dim=0)
    assert bool((low >= torch.tensor([1.0, 0.0, -1.0])).all())
    assert bool((high <= torch.tensor([2.0, 0.0, -0.5])).all())
    assert bool((high - low > torch.tensor([0.5, -0.1, 0.25])).all())
