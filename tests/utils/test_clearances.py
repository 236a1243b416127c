"""Distances of moving points from moving meshes and from blocks, beside closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
import trimesh

from pippin.utils.clearances import MovingMeshes, MovingPoints
from pippin.utils.math import quat_apply_inverse

N = 6


def _poses(count: int) -> torch.Tensor:
    """Random poses of bodies, shape (N, count, 7)."""
    numbers = torch.Generator().manual_seed(count)
    turns = torch.nn.functional.normalize(torch.randn(N, count, 4, generator=numbers), dim=-1)
    return torch.cat((0.3 * torch.randn(N, count, 3, generator=numbers), turns), dim=-1)


def _box_distance(points: np.ndarray, half: np.ndarray) -> np.ndarray:
    """Signed distance to a box about the origin: outside by Pythagoras, inside to the nearest face."""
    beyond = np.abs(points) - half
    return np.linalg.norm(beyond.clip(min=0.0), axis=-1) + beyond.max(axis=-1).clip(max=0.0)


@pytest.mark.parametrize("horizon", [0.0, 0.05, 2.0])
def test_points_are_as_far_from_boxes_as_geometry_says(horizon: float) -> None:
    halves = np.array([[0.2, 0.1, 0.3], [0.05, 0.4, 0.1], [0.3, 0.3, 0.02]])
    boxes = [np.asarray(trimesh.creation.box(2.0 * half).triangles) for half in halves]
    boxes_of_env = np.array([[env % 3, (env + 1) % 3] for env in range(N)])
    points = np.random.default_rng(0).normal(scale=0.2, size=(2, 20, 3)).astype(np.float32)
    set_of_env, body_of_point = np.arange(N) % 2, np.arange(20) % 3
    meshes = MovingMeshes(boxes, boxes_of_env, [1, 0], "cpu")
    moving = MovingPoints(points, set_of_env, body_of_point, "cpu")
    mesh_poses, point_poses = _poses(2), _poses(3)
    env_ids = torch.tensor([4, 1, 2, 5])
    found = meshes.distances(mesh_poses, moving, point_poses, env_ids, horizon)
    for row, env in enumerate(env_ids.tolist()):
        place, turn = point_poses[env, :, :3], point_poses[env, :, 3:]
        inverse = torch.cat((-turn[:, :3], turn[:, 3:]), dim=1)[body_of_point]
        world = place[body_of_point] + quat_apply_inverse(inverse, torch.from_numpy(points[set_of_env[env]]))
        least = horizon
        for slot, body in enumerate((1, 0)):
            pose = mesh_poses[env, body].expand(20, 7)
            local = quat_apply_inverse(pose[:, 3:], world - pose[:, :3]).numpy()
            least = min(least, _box_distance(local, halves[boxes_of_env[env, slot]]).min())
        assert found[row].item() == pytest.approx(least, abs=1e-5)


def test_a_point_deep_inside_of_a_mesh_is_found() -> None:
    ball = np.asarray(trimesh.creation.icosphere(subdivisions=4, radius=1.0).triangles)
    meshes = MovingMeshes([ball], [[0]], [0], "cpu")
    here = torch.tensor([[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]]])
    points = MovingPoints([[[0.0, 0.0, 0.1]]], [0], [0], "cpu")
    assert meshes.distances(here, points, here, torch.tensor([0]), 0.0).item() == pytest.approx(-0.9, abs=0.005)


def test_heights_count_above_blocks_alone() -> None:
    points = np.array([[[0.0, 0.0, 0.5], [1.05, 0.0, 0.3]]])
    moving = MovingPoints(points, np.zeros(2), [0, 0], "cpu")
    poses = torch.tensor([[[5.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]], [[5.0, 3.0, 0.0, 0.0, 0.0, 0.0, 1.0]]])
    origins, both = torch.tensor([[5.0, 0.0, 0.0], [5.0, 0.0, 0.0]]), torch.tensor([0, 1])
    table = ((-1.0, 1.0), (-1.0, 1.0), 0.4)
    found = moving.above_slabs(poses, [table], origins, both, margin=0.0)
    torch.testing.assert_close(found, torch.tensor([0.1, math.inf]))
    found = moving.above_slabs(poses, [table], origins, both, margin=0.1)  # the second point is over its edge now
    torch.testing.assert_close(found, torch.tensor([-0.1, math.inf]))
    found = moving.above_slabs(poses, [table, (None, None, 0.0)], origins, both, margin=0.0)
    torch.testing.assert_close(found, torch.tensor([0.1, 0.3]))
