"""Rays that programs cast at meshes themselves, against closed forms."""

from __future__ import annotations

import numpy as np
import pytest
import torch
import trimesh
import warp as wp

from pippin.utils.mesh_rays import (
    convert_to_warp_mesh,
    raycast_dynamic_meshes,
    raycast_mesh,
    raycast_single_mesh,
)

# a square of 2 m x 2 m at z = 1 m, of two triangles
POINTS = np.array([[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]], dtype=float)
TRIANGLES = np.array([[0, 1, 2], [0, 2, 3]])


def test_rays_meet_a_square_or_miss_it() -> None:
    mesh = convert_to_warp_mesh(POINTS, TRIANGLES, "cpu")
    starts = torch.tensor([[[0.5, -0.2, 3.0], [5.0, 0.0, 3.0]]])
    down = torch.tensor([[[0.0, 0.0, -1.0], [0.0, 0.0, -1.0]]])
    points, distances, normals, faces = raycast_mesh(starts, down, mesh, 1e3, True, True, True)
    torch.testing.assert_close(points[0, 0], torch.tensor([0.5, -0.2, 1.0]))
    assert distances[0, 0].item() == pytest.approx(2.0)
    torch.testing.assert_close(normals[0, 0].abs(), torch.tensor([0.0, 0.0, 1.0]))
    assert faces.tolist() == [[0, -1]]
    assert torch.isinf(points[0, 1]).all()
    assert torch.isinf(distances[0, 1])


def test_rays_end_and_results_that_nobody_asks_for_are_none() -> None:
    mesh = convert_to_warp_mesh(POINTS, TRIANGLES, "cpu")
    results = raycast_mesh(torch.tensor([[0.5, -0.2, 3.0]]), torch.tensor([[0.0, 0.0, -1.0]]), mesh, max_dist=1.5)
    assert torch.isinf(results[0]).all()
    assert results[1:] == (None, None, None)


def test_rays_meet_the_nearest_of_several_moved_meshes() -> None:
    box = trimesh.creation.box((2.0, 2.0, 1.0))
    mesh = convert_to_warp_mesh(box.vertices, box.faces, "cpu")
    meshes = wp.array([[mesh.id, mesh.id]], dtype=wp.uint64, ndim=2, device="cpu")
    starts = torch.tensor([[[0.2, 0.0, 5.0], [0.2, 0.0, -5.0], [9.0, 0.0, 5.0]]])
    directions = torch.tensor([[[0.0, 0.0, -1.0], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]])
    positions = torch.tensor([[[0.0, 0.0, 2.0], [0.0, 0.0, -1.0]]])
    quarter = torch.tensor([[[0.0, 0.0, 0.0, 1.0], [0.0, 0.5**0.5, 0.0, 0.5**0.5]]])  # the second stands on its side
    points, distances, normals, faces, numbers = raycast_dynamic_meshes(
        *(starts, directions, meshes, positions, quarter),
        return_distance=True,
        return_normal=True,
        return_face_id=True,
        return_mesh_id=True,
    )
    torch.testing.assert_close(points[0, :2], torch.tensor([[0.2, 0.0, 2.5], [0.2, 0.0, -2.0]]))
    torch.testing.assert_close(distances[0], torch.tensor([2.5, 3.0, torch.inf]))
    torch.testing.assert_close(normals[0, :2], torch.tensor([[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]), atol=1e-6, rtol=0.0)
    assert numbers[0].tolist() == [0, 1, -1]
    assert faces[0, 2] == -1
    assert points[0, 2].isinf().all()


def test_a_mesh_may_be_given_by_its_number() -> None:
    box = trimesh.creation.box((2.0, 2.0, 1.0))
    mesh = convert_to_warp_mesh(box.vertices, box.faces, "cpu")
    rays = torch.tensor([[[0.1, 0.0, 5.0]]]), torch.tensor([[[0.0, 0.0, -1.0]]])
    by_number = raycast_single_mesh(*rays, mesh.id, return_face_id=True)
    by_mesh = raycast_mesh(*rays, mesh, return_face_id=True)
    torch.testing.assert_close(by_number[0], by_mesh[0])
    assert by_number[3].tolist() == by_mesh[3].tolist()
    assert by_number[1:3] == (None, None)
