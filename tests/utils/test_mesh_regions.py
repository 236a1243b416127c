"""Points inside closed meshes, against what geometry says."""

from __future__ import annotations

import math

import pytest
import torch

from pippin.utils.mesh_regions import ParticleMeshCounter, make_box_region_mesh, make_frustum_region_mesh


def test_points_in_boxes_and_cups_are_counted_in_each_environment():
    generator = torch.Generator().manual_seed(0)
    points = torch.rand(2, 300, 3, generator=generator) - 0.5
    shift = torch.tensor([0.1, -0.05, 0.0])
    regions = [make_box_region_mesh((0.2, 0.1, 0.3)), make_frustum_region_mesh(0.2, 0.4, -0.3, 0.3, num_segments=256)]
    counter = ParticleMeshCounter(regions, num_envs=2, device="cpu")
    positions = torch.stack([torch.stack([shift, torch.zeros(3)]), torch.zeros(2, 3)])  # by region and environment
    counts, mask = counter.count(points, positions, return_mask=True)
    in_box = ((points - positions[0].unsqueeze(1)).abs() < torch.tensor([0.2, 0.1, 0.3])).all(dim=-1)
    assert torch.equal(mask[..., 0], in_box) and torch.equal(counts[:, 0], in_box.sum(dim=1).float())
    radius = 0.3 + points[..., 2] / 3.0
    distance = points[..., :2].norm(dim=-1)
    in_cup = (points[..., 2].abs() < 0.3) & (distance < radius)
    clear = (distance - radius).abs() > 1e-3  # a circle of 256 corners lies within 8e-5 of its radius
    assert torch.equal(mask[..., 1][clear], in_cup[clear]) and in_cup.any()


def test_regions_turn():
    counter = ParticleMeshCounter([make_box_region_mesh((0.3, 0.02, 0.02))], num_envs=1, device="cpu")
    point = torch.tensor([[[0.2, 0.0, 0.0]]])
    quarter = torch.tensor([[0.0, 0.0, math.sin(math.pi / 4), math.cos(math.pi / 4)]])
    assert counter.count(point, torch.zeros(1, 3)).item() == 1.0
    assert counter.count(point, torch.zeros(1, 3), quarter).item() == 0.0


def test_what_has_another_shape_is_refused():
    with pytest.raises(ValueError, match="region_meshes"):
        ParticleMeshCounter([], num_envs=1, device="cpu")
    counter = ParticleMeshCounter([make_box_region_mesh((0.1, 0.1, 0.1))], num_envs=2, device="cpu")
    for points, positions in (((2, 4), (1, 3)), ((3, 4, 3), (1, 3)), ((2, 4, 3), (1, 5, 3))):
        with pytest.raises(ValueError, match="has shape"):
            counter.count(torch.zeros(points), torch.zeros(positions))
    with pytest.raises(ValueError, match="half_extents"):
        make_box_region_mesh((0.1, 0.0, 0.1))
    with pytest.raises(ValueError, match="frustum"):
        make_frustum_region_mesh(0.02, 0.04, 0.03, -0.01)
