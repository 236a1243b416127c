"""Points that fill meshes: all that lie in the shape, and none beside it."""

from __future__ import annotations

import numpy as np
import pytest
import trimesh

from pippin.utils.mesh_filling import sample_particles_in_cavity, sample_particles_in_mesh


def cup(height: float = 1.0) -> trimesh.Trimesh:
    """Cup of radius 0.5 m with walls and a floor of 0.1 m, open above."""
    profile = [(0.0, 0.0), (0.5, 0.0), (0.5, height), (0.4, height), (0.4, 0.1), (0.0, 0.1)]
    return trimesh.creation.revolve(np.array(profile), sections=128)


def test_a_ball_is_filled_with_the_points_within_its_radius(device: str) -> None:
    ball = trimesh.creation.icosphere(subdivisions=4, radius=0.5)
    points = sample_particles_in_mesh(ball.vertices, ball.faces, 0.05, device=device)
    assert points.dtype == np.float32
    # Volume over that of a cell, and the faces of the ball lie 0.1 % inside it: within 2 % of the count.
    assert len(points) == pytest.approx(4.0 / 3.0 * np.pi * 0.5**3 / 0.05**3, rel=0.02)
    assert np.linalg.norm(points, axis=1).max() < 0.5
    assert np.linalg.norm(np.round(points / 0.05 - 0.5) - (points / 0.05 - 0.5), axis=1).max() < 1e-4  # on the lattice
    kept = sample_particles_in_mesh(ball.vertices, ball.faces, 0.05, device=device, surface_margin=0.1)
    np.testing.assert_array_equal(kept, points[np.linalg.norm(points, axis=1) < 0.399])


def test_points_are_moved_at_random_and_the_same_by_a_seed() -> None:
    box = trimesh.creation.box(extents=(1.0, 1.0, 1.0))
    regular = sample_particles_in_mesh(box.vertices, box.faces.ravel(), 0.25, device="cpu")
    moved = [
        sample_particles_in_mesh(box.vertices, box.faces, 0.25, device="cpu", jitter=0.2, seed=seed)
        for seed in (1, 1, 2)
    ]
    assert len(regular) == len(moved[0]) == 4**3
    assert 0.0 < np.abs(moved[0] - regular).max() <= 0.2 * 0.25
    np.testing.assert_array_equal(moved[0], moved[1])
    assert np.abs(moved[0] - moved[2]).max() > 0.0


def test_an_open_cup_is_filled_to_a_level_and_its_walls_are_not(device: str) -> None:
    vessel = cup()
    given = {"device": device, "surface_margin": 0.02}
    points = sample_particles_in_cavity(vessel.vertices, vessel.faces, 0.05, water_level=0.6, **given)
    radii = np.linalg.norm(points[:, :2], axis=1)
    assert radii.max() < 0.38 and points[:, 2].min() >= 0.12 and points[:, 2].max() <= 0.6
    # One point in each cell of the hollow: 10 layers from 0.125 m to 0.575 m, each of the circle of 0.38 m.
    assert len(points) == pytest.approx(10 * np.pi * 0.38**2 / 0.05**2, rel=0.05)
    walls = sample_particles_in_mesh(vessel.vertices, vessel.faces, 0.05, device=device)
    assert len(walls) and not {tuple(each) for each in walls.round(4)} & {tuple(each) for each in points.round(4)}
    assert len(sample_particles_in_cavity(vessel.vertices, vessel.faces, 0.05, min_ray_hits=6, **given)) == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"faces": np.zeros((1, 3))}, "`faces` must contain integer indices"),
        ({"faces": np.array([[0, 1, 99]])}, "indices of the 8 vertices"),
        ({"vertices": np.zeros((3, 2))}, r"`vertices` must have shape \(V, 3\)"),
        ({"spacing": 0.0}, "`spacing` must be finite and above 0"),
        ({"spacing": 1e-4}, "expected 50000000 at most"),
        ({"jitter": 0.6}, r"`jitter` must be finite and in \[0.0, 0.5\]"),
        ({"min_ray_hits": 7}, r"`min_ray_hits` must be in \[1, 6\]"),
        ({"water_level": np.nan}, "`water_level` must be finite or None"),
    ],
)
def test_what_cannot_be_filled_is_refused(change: dict[str, object], message: str) -> None:
    box = trimesh.creation.box(extents=(1.0, 1.0, 1.0))
    given = {"vertices": box.vertices, "faces": box.faces, "spacing": 0.1, "device": "cpu"} | change
    with pytest.raises(ValueError, match=message):
        sample_particles_in_cavity(**given)
