"""Rays that programs cast at meshes themselves, against closed forms."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pippin.utils.mesh_rays import convert_to_warp_mesh, raycast_mesh

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
