"""Poses on the host, against homogeneous matrices of scipy's rotations."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pippin.motion import poses


def matrix(pose):
    """Homogeneous matrix of a pose."""
    result = np.eye(4)
    result[:3, :3], result[:3, 3] = Rotation.from_quat(np.array(pose[3:])).as_matrix(), pose[:3]
    return result


@pytest.fixture
def pair():
    rng = np.random.default_rng(0)
    return poses.make_pose(rng.normal(size=(2, 3)), rng.normal(size=(2, 4)))


def test_composition_is_the_product_of_matrices(pair):
    product = matrix(pair[0]) @ matrix(pair[1])
    np.testing.assert_allclose(matrix(poses.compose(*pair)), product, atol=1e-14)


def test_inverse_is_the_inverse_matrix(pair):
    np.testing.assert_allclose(matrix(poses.inverse(pair[0])), np.linalg.inv(matrix(pair[0])), atol=1e-14)


def test_batches_are_composed_item_by_item(pair):
    batch = poses.compose(pair[None], pair[:, None])
    assert batch.shape == (2, 2, 7)
    np.testing.assert_array_equal(batch[0, 1], poses.compose(pair[1], pair[0]))


@pytest.mark.parametrize("axis", [(0, 0, 1), (0, 0, -1), (1e-9, 0, -1), (1e-5, 1e-5, -1), (1, 2, -3), (1, 0, 0)])
def test_rotation_from_z(axis):
    axis = np.array(axis) / np.linalg.norm(axis)
    np.testing.assert_allclose(poses.rotate(poses.rotation_from_z_to(axis), np.array([0, 0, 1.0])), axis, atol=1e-15)
