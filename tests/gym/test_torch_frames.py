"""Helpers on frames and tasks in torch, against scipy. Single precision: results agree within 1e-5."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from scipy.spatial.transform import Rotation

from pippin.gym import torch_utils

NUM = 30


def as_tensor(value: object) -> torch.Tensor:
    return torch.tensor(np.asarray(value), dtype=torch.float32)


def close(actual: torch.Tensor, expected: object) -> bool:
    return torch.allclose(actual, as_tensor(expected), rtol=1e-5, atol=1e-5)


def random_vectors(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(NUM, 3))


@pytest.fixture
def rotations() -> Rotation:
    return Rotation.random(NUM, random_state=7)


def test_poses_are_applied_combined_and_inverted(rotations: Rotation) -> None:
    offsets, points = random_vectors(1), random_vectors(2)
    q, t, v = as_tensor(rotations.as_quat()), as_tensor(offsets), as_tensor(points)
    assert close(torch_utils.tf_apply(q, t, v), rotations.apply(points) + offsets)
    assert close(torch_utils.tf_apply(*torch_utils.tf_inverse(q, t), torch_utils.tf_apply(q, t, v)), points)

    q2, t2 = q.flip(0), t.flip(0)
    expected = torch_utils.tf_apply(q, t, torch_utils.tf_apply(q2, t2, v))
    assert close(torch_utils.tf_apply(*torch_utils.tf_combine(q, t, q2, t2), v), expected)


def test_pose_in_one_tensor(rotations: Rotation) -> None:
    offsets, points = random_vectors(1), random_vectors(2)
    pose = as_tensor(np.concatenate((offsets, rotations.as_quat()), axis=1))
    assert close(torch_utils.local_to_world_space(as_tensor(points), pose), rotations.apply(points) + offsets)
    scaled = torch.cat((pose[:, :3], 4.0 * pose[:, 3:]), dim=-1)
    assert close(torch_utils.normalise_quat_in_pose(scaled), pose)


def test_heading_and_up(rotations: Rotation) -> None:
    start = Rotation.random(random_state=8)
    forward, up = np.tile([1.0, 0.0, 0.0], (NUM, 1)), np.tile([0.0, 0.0, 1.0], (NUM, 1))
    to_target = random_vectors(3)
    torso, up_proj, heading_proj, up_vec, heading_vec = torch_utils.compute_heading_and_up(
        as_tensor(rotations.as_quat()),
        as_tensor(np.tile(start.inv().as_quat(), (NUM, 1))),
        as_tensor(to_target),
        as_tensor(forward),
        as_tensor(up),
        2,
    )
    since_start = rotations * start.inv()
    assert bool(np.all((Rotation.from_quat(torso.numpy()) * since_start.inv()).magnitude() < 1e-5))
    assert close(up_vec, since_start.apply(up))
    assert close(up_proj, since_start.apply(up)[:, 2])
    assert close(heading_vec, since_start.apply(forward))
    directions = to_target / np.linalg.norm(to_target, axis=1, keepdims=True)
    assert close(heading_proj, np.sum(since_start.apply(forward) * directions, axis=1))


def test_velocities_and_angles_of_torsos(rotations: Rotation) -> None:
    velocity, spin, targets, positions = (random_vectors(seed) for seed in (1, 2, 3, 4))
    linear, angular, roll, pitch, yaw, to_target = torch_utils.compute_rot(
        *(as_tensor(value) for value in (rotations.as_quat(), velocity, spin, targets, positions))
    )
    assert close(linear, rotations.inv().apply(velocity))
    assert close(angular, rotations.inv().apply(spin))
    angles = rotations.as_euler("xyz") % (2.0 * math.pi)
    assert close(torch.stack((roll, pitch, yaw), dim=-1), angles)
    direction = np.arctan2(*(targets - positions)[:, 1::-1].T)
    assert close(to_target, direction - angles[:, 2])
