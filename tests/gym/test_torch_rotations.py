"""Helpers on rotations in torch, against scipy. Single precision: results agree within 1e-5."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from scipy.spatial.transform import Rotation, Slerp

from pippin.gym import torch_utils

NUM = 50


@pytest.fixture
def rotations() -> Rotation:
    return Rotation.random(NUM, random_state=4)


@pytest.fixture
def others() -> Rotation:
    return Rotation.random(NUM, random_state=5)


@pytest.fixture
def vectors() -> np.ndarray:
    return np.random.default_rng(6).normal(size=(NUM, 3))


def as_tensor(value: object) -> torch.Tensor:
    return torch.tensor(np.asarray(value), dtype=torch.float32)


def quats_of(rotations: Rotation) -> torch.Tensor:
    return as_tensor(rotations.as_quat())


def close(actual: torch.Tensor, expected: object, tolerance: float = 1e-5) -> bool:
    return torch.allclose(actual, as_tensor(expected), rtol=tolerance, atol=tolerance)


def same_rotation(quats: torch.Tensor, expected: Rotation) -> bool:
    return bool(np.all((Rotation.from_quat(quats.numpy()) * expected.inv()).magnitude() < 1e-5))


def test_product(rotations: Rotation, others: Rotation) -> None:
    assert same_rotation(torch_utils.quat_mul(quats_of(rotations), quats_of(others)), rotations * others)


@pytest.mark.parametrize("name", ["quat_apply", "quat_rotate", "my_quat_rotate", "get_basis_vector", "tf_vector"])
def test_rotation_of_vectors(name: str, rotations: Rotation, vectors: np.ndarray) -> None:
    rotated = getattr(torch_utils, name)(quats_of(rotations), as_tensor(vectors))
    assert close(rotated, rotations.apply(vectors))


def test_rotation_back(rotations: Rotation, vectors: np.ndarray) -> None:
    rotated = torch_utils.quat_rotate_inverse(quats_of(rotations), as_tensor(vectors))
    assert close(rotated, rotations.inv().apply(vectors))


def test_leading_dimensions_need_not_agree(rotations: Rotation, vectors: np.ndarray) -> None:
    # Locomotion code repeats one quaternion for each measured point of its robot: (N, 4 * points) and (N, points, 3).
    quats, points = quats_of(rotations), as_tensor(vectors).reshape(10, 5, 3)
    assert torch_utils.quat_apply(quats, points).equal(torch_utils.quat_apply(quats, points.view(-1, 3)).view(10, 5, 3))
    repeated = quats[:10].repeat(1, 5)
    expected = Rotation.from_quat(quats[:10].repeat_interleave(5, dim=0).numpy()).apply(vectors)
    assert close(torch_utils.quat_apply(repeated, points).view(-1, 3), expected)
    assert torch_utils.quat_mul(quats.view(10, 5, 4), quats.view(10, 5, 4)).shape == (10, 5, 4)


def test_conjugate_and_unit(rotations: Rotation) -> None:
    quats = quats_of(rotations)
    assert same_rotation(torch_utils.quat_conjugate(quats), rotations.inv())
    assert close(torch_utils.quat_unit(3.0 * quats), quats)


def test_normalize_leaves_zero() -> None:
    assert torch_utils.normalize(torch.tensor([[0.0, 0.0, 0.0], [3.0, 0.0, 4.0]])).tolist() == [
        [0.0, 0.0, 0.0],
        pytest.approx([0.6, 0.0, 0.8]),
    ]


def test_angle_and_axis(rotations: Rotation) -> None:
    vectors = rotations.as_rotvec()
    angles = np.linalg.norm(vectors, axis=1)
    axes = as_tensor(vectors / angles[:, None])
    assert same_rotation(torch_utils.quat_from_angle_axis(as_tensor(angles), 7.0 * axes), rotations)
    angle, axis = torch_utils.quat_to_angle_axis(quats_of(rotations))
    assert close(angle.unsqueeze(-1) * axis, vectors, 1e-4)  # half an angle near pi magnifies rounding
    assert close(torch_utils.angle_axis_to_exp_map(as_tensor(angles), axes), vectors)


def test_exponential_maps(rotations: Rotation) -> None:
    maps = rotations.as_rotvec()
    assert same_rotation(torch_utils.exp_map_to_quat(as_tensor(maps)), rotations)
    assert close(torch_utils.quat_to_exp_map(quats_of(rotations)), maps, 1e-4)
    angle, axis = torch_utils.exp_map_to_angle_axis(as_tensor(maps))
    assert close(angle.unsqueeze(-1) * axis, maps)
    roll, pitch, yaw = as_tensor(rotations.as_euler("xyz")).unbind(-1)
    assert close(torch_utils.euler_xyz_to_exp_map(roll, pitch, yaw), maps, 1e-4)


def test_no_rotation_has_angle_zero_about_z() -> None:
    for angle, axis in (
        torch_utils.quat_to_angle_axis(torch.tensor([[0.0, 0.0, 0.0, 1.0]])),
        torch_utils.exp_map_to_angle_axis(torch.zeros(1, 3)),
    ):
        assert angle.tolist() == [0.0]
        assert axis.tolist() == [[0.0, 0.0, 1.0]]


def test_small_rotations_keep_their_precision() -> None:
    vector = torch.tensor([[1e-4, -2e-4, 0.5e-4]])
    again = torch_utils.quat_to_exp_map(torch_utils.exp_map_to_quat(vector))
    assert torch.allclose(again, vector, rtol=1e-4, atol=0.0)


def test_euler_angles_are_in_a_whole_turn(rotations: Rotation) -> None:
    angles = torch.stack(torch_utils.get_euler_xyz(quats_of(rotations)), dim=-1)
    assert close(angles, rotations.as_euler("xyz") % (2.0 * math.pi))
    assert same_rotation(torch_utils.quat_from_euler_xyz(*angles.unbind(-1)), rotations)


def test_normalize_angle() -> None:
    turns = torch.tensor([-7.0, -4.0, -1.0, 0.0, 2.0, 3.5, 100.0])
    angles = torch_utils.normalize_angle(turns)
    assert bool((angles.abs() <= math.pi).all())
    assert close(torch.cos(angles), np.cos(turns.numpy()))
    assert close(torch.sin(angles), np.sin(turns.numpy()))


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_axes_of_frames(axis: int, rotations: Rotation) -> None:
    assert close(torch_utils.quat_axis(quats_of(rotations), axis), rotations.as_matrix()[:, :, axis])


def test_tangent_and_normal(rotations: Rotation) -> None:
    matrices = rotations.as_matrix()
    expected = np.concatenate((matrices[:, :, 0], matrices[:, :, 2]), axis=1)
    assert close(torch_utils.quat_to_tan_norm(quats_of(rotations)), expected)


def test_angle_between_rotations(rotations: Rotation, others: Rotation) -> None:
    angles = torch_utils.quat_diff_rad(quats_of(rotations), quats_of(others))
    assert close(angles, (rotations * others.inv()).magnitude(), 1e-3)  # the arcsine is steep near pi


def test_slerp(rotations: Rotation, others: Rotation) -> None:
    first, last = quats_of(rotations), quats_of(others)
    for fraction in (0.0, 0.3, 1.0):
        expected = [
            Slerp([0.0, 1.0], Rotation.concatenate([a, b]))(fraction) for a, b in zip(rotations, others, strict=True)
        ]
        turned = torch_utils.slerp(first, last, torch.full((NUM, 1), fraction))
        assert bool(
            np.all((Rotation.from_quat(turned.numpy()) * Rotation.concatenate(expected).inv()).magnitude() < 1e-4)
        )
    assert close(torch_utils.slerp(first, first, torch.full((NUM, 1), 0.5)), first)
    assert close(torch_utils.slerp(first, -first, torch.full((NUM, 1), 0.5)), first)


def test_heading_is_the_direction_of_the_x_axis_in_the_plane(rotations: Rotation) -> None:
    forward = rotations.as_matrix()[:, :, 0]
    heading = np.arctan2(forward[:, 1], forward[:, 0])
    quats = quats_of(rotations)
    assert close(torch_utils.calc_heading(quats), heading, 1e-4)
    about_z = Rotation.from_euler("z", heading[:, None])
    assert bool(np.all((Rotation.from_quat(torch_utils.calc_heading_quat(quats)) * about_z.inv()).magnitude() < 1e-4))
    assert bool(np.all((Rotation.from_quat(torch_utils.calc_heading_quat_inv(quats)) * about_z).magnitude() < 1e-4))
