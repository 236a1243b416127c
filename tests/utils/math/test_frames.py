"""Poses and velocities against homogeneous matrices and finite differences."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy.spatial.transform import Rotation

from pippin.utils import math as pm

TOLERANCE = 1e-13
"""Some hundred roundings of double precision."""


def _poses(seed: int, count: int = 10) -> tuple[torch.Tensor, torch.Tensor, np.ndarray]:
    """Positions, orientations, and the homogeneous matrices of the same poses."""
    rng = np.random.default_rng(seed)
    positions, rotations = rng.normal(size=(count, 3)), Rotation.random(count, random_state=seed)
    matrices = np.tile(np.eye(4), (count, 1, 1))
    matrices[:, :3, :3], matrices[:, :3, 3] = rotations.as_matrix(), positions
    return torch.tensor(positions), torch.tensor(rotations.as_quat()), matrices


def _assert_poses(actual: tuple[torch.Tensor, torch.Tensor], matrices: np.ndarray) -> None:
    np.testing.assert_allclose(actual[0], matrices[..., :3, 3], atol=TOLERANCE)
    rotations = Rotation.from_quat(actual[1].numpy()).as_matrix()
    np.testing.assert_allclose(rotations, matrices[..., :3, :3], atol=TOLERANCE)


def test_combined_frames_multiply():
    t01, q01, T01 = _poses(0)
    t12, q12, T12 = _poses(1)
    _assert_poses(pm.combine_frame_transforms(t01, q01, t12, q12), T01 @ T12)
    identity = np.tile(np.eye(3), (10, 1, 1))
    only_rotation, only_translation = T12.copy(), T12.copy()
    only_rotation[:, :3, 3], only_translation[:, :3, :3] = 0.0, identity
    _assert_poses(pm.combine_frame_transforms(t01, q01, q12=q12), T01 @ only_rotation)
    _assert_poses(pm.combine_frame_transforms(t01, q01, t12), T01 @ only_translation)


def test_subtracted_frames_divide():
    t01, q01, T01 = _poses(0)
    t02, q02, T02 = _poses(1)
    _assert_poses(pm.subtract_frame_transforms(t01, q01, t02, q02), np.linalg.inv(T01) @ T02)
    _assert_poses(pm.subtract_frame_transforms(t01, q01), np.linalg.inv(T01))


def test_twist_is_the_rate_of_the_pose():
    """Move a body by its velocity for a short time and see how fast its second frame moves, in central differences."""
    t01, q01, T01 = _poses(0)
    rng = np.random.default_rng(2)
    v0, w0 = rng.normal(size=(2, 10, 3))
    step = 1e-5

    def frame_1_after(time: float) -> np.ndarray:
        motion = np.tile(np.eye(4), (10, 1, 1))
        motion[:, :3, :3], motion[:, :3, 3] = Rotation.from_rotvec(w0 * time).as_matrix(), v0 * time
        return motion @ T01

    rate = (frame_1_after(step) - frame_1_after(-step)) / (2.0 * step)
    R01 = T01[:, :3, :3]
    v1, w1 = pm.rigid_body_twist_transform(torch.tensor(v0), torch.tensor(w0), t01, q01)
    np.testing.assert_allclose(v1, np.einsum("nji,nj->ni", R01, rate[:, :3, 3]), atol=1e-8)  # O(step^2)
    spin = np.einsum("nji,njk->nik", R01, rate[:, :3, :3])
    np.testing.assert_allclose(pm.skew_symmetric_matrix(w1), spin, atol=1e-8)


def test_applying_the_pose_error_reaches_the_target():
    t01, q01, _ = _poses(0)
    t02, q02, T02 = _poses(1)
    position, rotation = pm.compute_pose_error(t01, q01, t02, q02)
    _assert_poses(pm.apply_delta_pose(t01, q01, torch.cat((position, rotation), dim=-1)), T02)
    _, quat = pm.compute_pose_error(t01, q01, t02, q02, rot_error_type="quat")
    _assert_poses((t02, pm.quat_mul(quat, q01)), T02)
    with pytest.raises(ValueError, match="no rotation error 'euler'"):
        pm.compute_pose_error(t01, q01, t02, q02, rot_error_type="euler")


@pytest.mark.parametrize("points_shape", [(6, 3), (10, 6, 3)])
def test_points_are_transformed_by_each_pose(points_shape):
    pos, quat, matrices = _poses(0)
    points = torch.tensor(np.random.default_rng(3).normal(size=points_shape))
    rotated = np.einsum("nij,npj->npi", matrices[:, :3, :3], np.broadcast_to(points, (10, 6, 3)))
    expected = rotated + matrices[:, None, :3, 3]
    np.testing.assert_allclose(pm.transform_points(points, pos, quat), expected, atol=TOLERANCE)
    np.testing.assert_allclose(pm.transform_points(points, quat=quat), rotated, atol=TOLERANCE)
    if len(points_shape) == 2:
        np.testing.assert_allclose(pm.transform_points(points, pos[0], quat[0]), expected[0], atol=TOLERANCE)
        np.testing.assert_allclose(pm.transform_points(points, pos[0]), points + pos[0], atol=TOLERANCE)


def test_homogeneous_matrices():
    pos, _, matrices = _poses(0)
    poses = pm.make_pose(pos, torch.tensor(matrices[:, :3, :3]))
    np.testing.assert_array_equal(poses, matrices)
    np.testing.assert_array_equal(pm.unmake_pose(poses)[0], matrices[:, :3, 3])
    np.testing.assert_array_equal(pm.unmake_pose(poses)[1], matrices[:, :3, :3])
    np.testing.assert_allclose(pm.pose_inv(poses), np.linalg.inv(matrices), atol=TOLERANCE)
    A_in_B = torch.tensor(_poses(1)[2])
    np.testing.assert_allclose(pm.pose_in_A_to_pose_in_B(poses, A_in_B), A_in_B.numpy() @ matrices, atol=TOLERANCE)


@pytest.mark.parametrize(
    ("position", "orientation", "is_identity"),
    [
        ([0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], True),
        ([0.0, 0.0, 0.0], [0.0, 0.0, 0.0, -1.0], True),
        ([0.0, 0.0, 1e-3], [0.0, 0.0, 0.0, 1.0], False),
        ([0.0, 0.0, 0.0], [0.01, 0.0, 0.0, 0.99995], False),
    ],
)
def test_identity_poses_are_recognised(position, orientation, is_identity):
    assert pm.is_identity_pose(torch.tensor([position]), torch.tensor([orientation])) is is_identity
